import JSONRPC

/// Process to host: sets or reads the badge of the app's icon.
///
/// While the app's inbox has messages, the badge is the number of unread ones, and setting it has no effect.
package struct NotificationsBadgeRequest: RPCRequest {
    package static let method = "notifications/badge"

    package struct Reply: Codable, Hashable, Sendable {
        /// The current badge; 0 if there is none.
        package var number: Int

        package init(number: Int) { self.number = number }
    }

    /// The badge, 0 to 999,999; 0 removes it, `nil` only reads it.
    package var number: Int?
    package var transaction: Int?

    package init(number: Int?, transaction: Int? = nil) {
        self.number = number
        self.transaction = transaction
    }
}
