public import TodayProtocol

/// A page of an app's inbox.
public struct MessageList: Hashable, Sendable {
    /// The messages, the newest first.
    public var messages: [Message]
    /// The id after which the next page begins; none if this is the last.
    public var next: MessageID?
    /// How many messages of the whole inbox are unread, whatever was searched for.
    public var unread: Int

    /// Makes a page.
    public init(messages: [Message], next: MessageID? = nil, unread: Int) {
        self.messages = messages
        self.next = next
        self.unread = unread
    }
}
