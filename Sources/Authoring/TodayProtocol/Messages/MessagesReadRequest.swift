package import JSONRPC

/// App to host: marks messages as read or unread; on disk when it is answered, and in the cloud later.
///
/// Ids that name nothing are passed over.
package struct MessagesReadRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "messages/read"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply
    /// How many messages one request may name.
    package static let idsLimit = 1_000

    /// The messages, at most 1,000.
    package var ids: [MessageID]
    /// Whether they are read from now on.
    package var isRead: Bool
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Marks messages.
    package init(ids: [MessageID], isRead: Bool, transaction: Int? = nil) {
        self.ids = ids
        self.isRead = isRead
        self.transaction = transaction
    }
}
