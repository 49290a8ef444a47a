public import TodayKit

/// The part of the inbox that the app shares with its widget: the values of the keys `inboxMessages` and `unreadCount`.
public struct SharedInbox: Hashable, Sendable {
    /// The largest number of shared messages.
    public static let length = 100
    /// The largest size of the shared list as JSON, in bytes; the host stores at most 256 KiB under a key.
    static let byteLimit = 240 * 1024

    /// The number of unread messages in the whole inbox.
    public var unread: Int
    /// The newest messages, the newest first.
    public var messages: [SharedMessage]

    /// Creates the shared value from the newest messages of the inbox.
    ///
    /// It has all of them up to ``length``, and fewer if they would be larger than 240 KiB.
    public init(_ page: InboxPage) {
        unread = page.unread
        messages = []
        var bytes = 0
        for message in page.messages.prefix(Self.length).map(SharedMessage.init) {
            bytes += message.size
            guard bytes <= Self.byteLimit else { break }
            messages.append(message)
        }
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
        // An earlier version may have shared messages without saying so.
        if !messages.isEmpty || shared?.messages.isEmpty == false, !defaults[.hadMessages] {
            try await defaults.set(true, for: .hadMessages)
        }
    }

    /// Returns the next time at which a message of a widget is too old to show its time.
    public func nextChange(after now: Date) -> Date? {
        messages.prefix(WidgetCards.expandedLimit).filter { MessageDate.isRecent($0.date, now) }
            .map { $0.date.addingTimeInterval(MessageDate.timeSpan) }.min()
    }
}

/// The part of a message that the app shares with its widget.
///
/// The names in the shared defaults are those of an inbox with a Today widget on iOS. Each message has all of them.
public struct SharedMessage: Codable, Hashable, Sendable {
    /// The largest shared length of a title or subtitle, in characters.
    static let textLimit = 200

    /// The message's title.
    public var title: String
    /// Its id.
    public var id: MessageID
    /// The time when it was sent.
    public var date: Date
    /// `YES` if it is marked as read, otherwise `NO`.
    public var read: String
    /// The URL of its icon; empty if it has none.
    public var iconURL: String
    /// Its subtitle; empty if it has none.
    public var subheading: String

    /// Creates the shared value from a message.
    public init(_ message: Message) {
        title = String(message.title.prefix(Self.textLimit))
        id = message.id
        // Shared defaults keep milliseconds; a finer date would never be equal to the stored one.
        date = Date(timeIntervalSince1970: message.sent.timeIntervalSince1970.rounded(.down))
        read = message.isRead ? "YES" : "NO"
        iconURL = message.icon ?? ""
        subheading = message.subtitle.map { String($0.prefix(Self.textLimit)) } ?? ""
    }

    /// Whether it is marked as read.
    public var isRead: Bool { read == "YES" }

    /// Its largest size as JSON, in bytes.
    fileprivate var size: Int {
        (title + id.rawValue + iconURL + subheading).utf8.reduce(200) { size, byte in
            switch byte {
            case ..<0x20: size + 6
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): size + 2
            default: size + 1
            }
        }
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
    /// Whether there has ever been a message; until then an empty list means that the widget is to be set up.
    public static var hadMessages: Self { Self("had.messages", in: .messages, default: false) }
    /// Whether the widget is hidden while there are no messages.
    public static var hidesWhileEmpty: Self { Self("hides.while.empty", in: .messages, default: false) }
}
