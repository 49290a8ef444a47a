public import TodayKit

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
