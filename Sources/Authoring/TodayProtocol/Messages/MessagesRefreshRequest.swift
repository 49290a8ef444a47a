package import JSONRPC

/// App to host: asks the cloud for the inbox soon.
///
/// It is answered at once, also offline; what is new comes as `messages/changed`.
package struct MessagesRefreshRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "messages/refresh"
    /// Nothing but that it was heard.
    package typealias Reply = EmptyReply

    /// Asks.
    package init() {}
}

/// Host to app: the person's inbox of the app is different, whoever changed it.
///
/// Sent after the commit; changes that wait to be sent are merged.
package struct MessagesChangedNotification: RPCNotification {
    /// The method's name on the wire.
    package static let method = "messages/changed"

    /// How many messages are unread now.
    package var unread: Int

    /// Tells of a change.
    package init(unread: Int) { self.unread = unread }
}
