import JSONRPC

/// Process to host: removes pending requests, delivered notifications or both, by identifier or all of them.
///
/// Unknown identifiers are ignored.
package struct NotificationsRemoveRequest: RPCRequest {
    package static let method = "notifications/remove"

    /// The identifiers to remove, at most 1,000; all if left out.
    package var identifiers: [String]?
    /// `true` to remove pending requests.
    package var pending: Bool
    /// `true` to remove delivered notifications.
    package var delivered: Bool
    package var transaction: Int?

    package init(identifiers: [String]?, pending: Bool, delivered: Bool, transaction: Int? = nil) {
        self.identifiers = identifiers
        self.pending = pending
        self.delivered = delivered
        self.transaction = transaction
    }
}
