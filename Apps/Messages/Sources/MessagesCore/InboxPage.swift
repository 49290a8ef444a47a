public import TodayKit

/// A page of the inbox as it is shown.
public struct InboxPage: Hashable, Sendable {
    /// The messages, the newest first.
    public var messages: [Message]
    /// The message after which the next page begins, if there is one.
    public var next: MessageID?
    /// How many messages of the whole inbox are unread.
    public var unread: Int

    /// Describes a page.
    public init(messages: [Message] = [], next: MessageID? = nil, unread: Int = 0) {
        self.messages = messages
        self.next = next
        self.unread = unread
    }
}
