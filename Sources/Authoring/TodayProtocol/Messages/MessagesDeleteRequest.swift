package import JSONRPC

/// App to host: deletes messages on all of the person's devices.
///
/// The change is on disk when the host replies, and sent to the cloud later. Unknown ids are ignored.
package struct MessagesDeleteRequest: RPCRequest {
    package static let method = "messages/delete"
    package typealias Reply = EmptyReply

    /// The messages, at most 1,000.
    package var ids: [MessageID]
    package var transaction: Int?

    package init(ids: [MessageID], transaction: Int? = nil) {
        self.ids = ids
        self.transaction = transaction
    }
}
