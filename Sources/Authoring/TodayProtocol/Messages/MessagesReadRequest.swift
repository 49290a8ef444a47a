import JSONRPC

/// App to host: marks messages as read or unread.
///
/// The change is on disk when the host replies, and sent to the cloud later. Unknown ids are ignored.
package struct MessagesReadRequest: RPCRequest {
    package static let method = "messages/read"
    /// The largest number of messages in one request.
    package static let idsLimit = 1_000

    /// The messages, at most 1,000.
    package var ids: [MessageID]
    /// `true` to mark them as read, `false` as unread.
    package var isRead: Bool
    package var transaction: Int?

    package init(ids: [MessageID], isRead: Bool, transaction: Int? = nil) {
        self.ids = ids
        self.isRead = isRead
        self.transaction = transaction
    }
}
