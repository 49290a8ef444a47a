import JSONRPC

/// Process to host: sets the number on the app's icon, or reads it.
///
/// While the app's inbox has messages the number is how many of them are unread: setting it then changes nothing.
package struct NotificationsBadgeRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "notifications/badge"

    /// What the host answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// The number now; 0 for none.
        package var number: Int

        /// Makes an answer.
        package init(number: Int) { self.number = number }
    }

    /// The number, 0 to 999,999; 0 clears it, none only reads.
    package var number: Int?
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Sets or reads the badge.
    package init(number: Int?, transaction: Int? = nil) {
        self.number = number
        self.transaction = transaction
    }
}
