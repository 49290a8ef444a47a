package import JSONRPC

/// App to host: asks the cloud for new messages soon.
///
/// The host replies at once, even offline; new messages are announced by `messages/changed`.
package struct MessagesRefreshRequest: RPCRequest {
    package static let method = "messages/refresh"
    package typealias Reply = EmptyReply

    package init() {}
}

/// Host to app: the person's inbox of the app changed, whoever changed it.
///
/// Sent after the commit; changes that wait to be sent are merged.
package struct MessagesChangedNotification: RPCNotification {
    package static let method = "messages/changed"

    /// The number of unread messages.
    package var unread: Int

    package init(unread: Int) { self.unread = unread }
}
