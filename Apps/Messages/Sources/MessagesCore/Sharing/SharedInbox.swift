public import TodayKit

/// The part of the inbox that the app shares with its widget: the values of the keys `inboxMessages` and `unreadCount`.
public struct SharedInbox: Hashable, Sendable {
    /// The largest number of shared messages.
    public static let length = 10

    /// The number of unread messages in the whole inbox.
    public var unread: Int
    /// The newest messages, the newest first.
    public var messages: [SharedMessage]

    /// Creates the shared value from the first page of the inbox.
    public init(_ page: InboxPage) {
        unread = page.unread
        messages = page.messages.prefix(Self.length).map(SharedMessage.init)
    }

    /// Reads what is shared; `nil` before the app has read the inbox.
    public init?(_ defaults: SharedDefaults) {
        guard let shared = defaults[.inboxMessages] else { return nil }
        messages = shared
        unread = defaults[.unreadCount]
    }

    /// Shares what differs from what is shared.
    ///
    /// - Throws: `RequestError` if the host refuses.
    func write(to defaults: SharedDefaults, over shared: SharedInbox?) async throws {
        // The list comes last: a widget that compares it finds the number that belongs to it.
        if unread != shared?.unread { try await defaults.set(unread, for: .unreadCount) }
        if messages != shared?.messages { try await defaults.set(messages, for: .inboxMessages) }
    }

    /// Returns the messages that are not expired.
    public func messages(at now: Date) -> [SharedMessage] {
        messages.filter { message in message.expires.map { $0 > now } ?? true }
    }

    /// Returns the next time at which the display changes: a message expires, or is too old to show its time.
    public func nextChange(after now: Date) -> Date? {
        let messages = messages(at: now)
        let days = messages.filter { MessageDate.isRecent($0.date, now) }
            .map { $0.date.addingTimeInterval(MessageDate.timeSpan) }
        return (messages.compactMap(\.expires) + days).min()
    }
}

/// The part of a message that the app shares with its widget.
///
/// The names in the shared defaults are those that inboxes with a Today widget use on iOS; only `messageExpires` is
/// added.
public struct SharedMessage: Codable, Hashable, Sendable {
    private enum CodingKeys: String, CodingKey {
        case id = "messageID"
        case title
        case subtitle = "subheading"
        case date = "messageSent"
        case expires = "messageExpires"
        case isRead = "read"
        case icon = "iconURL"
    }

    /// The largest shared length of a title or subtitle, in characters.
    static let textLimit = 200

    /// The message's id.
    public var id: MessageID
    /// Its title.
    public var title: String
    /// Its subtitle.
    public var subtitle: String?
    /// The time when it was sent.
    public var date: Date
    /// The time when it expires.
    public var expires: Date?
    /// Whether it is marked as read.
    public var isRead: Bool
    /// The URL of its icon.
    public var icon: String?

    /// Creates the shared value from a message.
    public init(_ message: Message) {
        id = message.id
        title = String(message.title.prefix(Self.textLimit))
        subtitle = message.subtitle.map { String($0.prefix(Self.textLimit)) }
        // Shared defaults keep milliseconds; a finer date would never be equal to the stored one.
        date = Self.rounded(message.sent)
        expires = message.expires.map(Self.rounded)
        isRead = message.isRead
        icon = message.icon
    }

    private static func rounded(_ date: Date) -> Date {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }
}

extension GroupID {
    /// The app group of Messages and its widget.
    public static let messages = GroupID("group.today.messages")
}

extension WidgetID {
    /// The widget of Messages.
    public static let messages = WidgetID("org.today.Messages.widget")
}

extension DefaultsKey where Value == [SharedMessage]? {
    /// The newest messages, the newest first; `nil` before the app has read the inbox.
    public static var inboxMessages: Self { Self("inboxMessages", in: .messages) }
}

extension DefaultsKey where Value == Int {
    /// The number of unread messages in the whole inbox.
    public static var unreadCount: Self { Self("unreadCount", in: .messages, default: 0) }
}

extension DefaultsKey where Value == Bool {
    /// Whether the widget is hidden while there are no messages.
    public static var hidesWhileEmpty: Self { Self("hides.while.empty", in: .messages, default: false) }
}
