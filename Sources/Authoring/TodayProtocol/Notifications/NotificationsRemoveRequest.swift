package import JSONRPC

/// Process to host: takes back pending requests, delivered notifications or both, by identifier or all.
///
/// Identifiers that name nothing are passed over.
package struct NotificationsRemoveRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "notifications/remove"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// What is taken back, at most 1,000; all if left out.
    package var identifiers: [String]?
    /// Whether pending requests are meant.
    package var pending: Bool
    /// Whether delivered notifications are meant.
    package var delivered: Bool
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Takes back.
    package init(identifiers: [String]?, pending: Bool, delivered: Bool, transaction: Int? = nil) {
        self.identifiers = identifiers
        self.pending = pending
        self.delivered = delivered
        self.transaction = transaction
    }
}
