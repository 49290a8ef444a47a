public import TodayKit

/// What the app shares of the inbox with its widget, in one value: so the number and the messages belong together.
public struct SharedInbox: Codable, Hashable, Sendable {
    /// How many messages are shared.
    public static let length = 10

    /// How many messages of the whole inbox are unread.
    public var unread: Int
    /// The newest messages, the newest first.
    public var messages: [SharedMessage]

    /// Takes what is shared of the inbox's first page.
    public init(_ page: InboxPage) {
        unread = page.unread
        messages = page.messages.prefix(Self.length).map(SharedMessage.init)
    }

    /// The messages whose time is not over.
    public func messages(at now: Date) -> [SharedMessage] {
        messages.filter { message in message.expires.map { $0 > now } ?? true }
    }

    /// When something of it changes by itself: a message goes, or its time becomes its day.
    public func nextChange(after now: Date) -> Date? {
        let messages = messages(at: now)
        let days = messages.filter { MessageDate.isRecent($0.date, now) }
            .map { $0.date.addingTimeInterval(MessageDate.timeSpan) }
        return (messages.compactMap(\.expires) + days).min()
    }
}
