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

/// What the app shares of one message with its widget.
public struct SharedMessage: Codable, Hashable, Sendable {
    /// How much of a title or a subheading is shared, in characters.
    static let textLimit = 200

    /// The message's id.
    public var id: MessageID
    /// Its title.
    public var title: String
    /// Its subheading.
    public var subtitle: String?
    /// When it was sent.
    public var date: Date
    /// When it goes by itself.
    public var expires: Date?
    /// Whether the person has read it.
    public var isRead: Bool
    /// The address of its icon.
    public var icon: String?

    /// Takes what is shared of a message.
    public init(_ message: Message) {
        id = message.id
        title = String(message.title.prefix(Self.textLimit))
        subtitle = message.subtitle.map { String($0.prefix(Self.textLimit)) }
        // Shared defaults keep milliseconds; what is compared with them must not be finer.
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
    /// The app group that Messages and its widget share.
    public static let messages = GroupID("group.today.messages")
}

extension WidgetID {
    /// The widget of Messages.
    public static let messages = WidgetID("org.today.Messages.widget")
}

extension DefaultsKey where Value == SharedInbox? {
    /// What the app shares of the inbox; none before it has looked.
    public static var inbox: Self { Self("inbox", in: .messages) }
}

extension DefaultsKey where Value == Bool {
    /// Whether the widget hides while there are no messages.
    public static var hidesWhileEmpty: Self { Self("hides.while.empty", in: .messages, default: false) }
}
