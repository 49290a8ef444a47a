package import JSONRPC

/// App to host: deletes messages, on all of the person's devices; on disk when it is answered, and in the cloud later.
///
/// Ids that name nothing are passed over.
package struct MessagesDeleteRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "messages/delete"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// The messages, at most 1,000.
    package var ids: [MessageID]
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Deletes messages.
    package init(ids: [MessageID], transaction: Int? = nil) {
        self.ids = ids
        self.transaction = transaction
    }
}
