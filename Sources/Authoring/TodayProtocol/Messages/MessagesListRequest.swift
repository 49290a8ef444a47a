import JSONRPC

/// App to host: reads a page of the person's inbox of the app, the newest message first.
///
/// It reads what is on this device and never waits for the cloud. A page of large messages may end before its limit.
package struct MessagesListRequest: RPCRequest {
    package static let method = "messages/list"
    /// The allowed numbers of messages in a page.
    package static let limitRange = 1...100
    /// The largest length of a query in bytes.
    package static let queryLimit = 256

    package typealias Reply = MessageList

    /// The one message to read instead of a page; the reply has no message if it is unknown, deleted or expired.
    package var id: MessageID?
    /// The message after which the page begins; the page begins with the newest message if left out.
    package var after: MessageID?
    /// The number of messages to read, 1 to 100; 50 if left out.
    package var limit: Int?
    /// Words that must each occur in the title, the subtitle or the body, ignoring case; every message if left out or
    /// empty.
    package var query: String?

    package init(id: MessageID? = nil, after: MessageID? = nil, limit: Int? = nil, query: String? = nil) {
        self.id = id
        self.after = after
        self.limit = limit
        self.query = query
    }
}

/// A page of an app's inbox.
public struct MessageList: Codable, Hashable, Sendable {
    /// The messages, the newest first.
    public var messages: [Message]
    /// The id after which the next page begins, or `nil` if this page is the last.
    public var next: MessageID?
    /// The number of unread messages in the whole inbox, regardless of the query.
    public var unread: Int

    /// Creates a page.
    public init(messages: [Message], next: MessageID? = nil, unread: Int) {
        self.messages = messages
        self.next = next
        self.unread = unread
    }
}
