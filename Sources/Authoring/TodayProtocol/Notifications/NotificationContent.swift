/// What a notification says, and what it carries for its app.
///
/// All of it together is at most 16 KiB as JSON.
public struct NotificationContent: Codable, Hashable, Sendable {
    /// The title; must not be empty.
    public var title: LocalizableText
    /// A second line below the title.
    public var subtitle: LocalizableText?
    /// The text.
    public var body: LocalizableText?
    /// The number for the app's icon when the notification is delivered; 0 clears it, none leaves it.
    public var badge: Int?
    /// The sound it makes; none makes none.
    public var sound: NotificationSound?
    /// What the app's notifications are grouped by, at most 128 bytes.
    public var threadIdentifier: String?
    /// The category whose actions it offers; one that the app has not set offers none.
    public var categoryIdentifier: String?
    /// What the app wants to find again in the response; at most 4 KiB as JSON.
    public var userInfo: [String: PropertyValue]?
    /// The address that opens when the person opens the notification; the app's first page if left out.
    public var deepLink: String?
    /// How much it asks for attention; ``NotificationInterruptionLevel/active`` if left out.
    public var interruptionLevel: NotificationInterruptionLevel?

    /// Makes content.
    public init(
        title: LocalizableText,
        subtitle: LocalizableText? = nil,
        body: LocalizableText? = nil,
        badge: Int? = nil,
        sound: NotificationSound? = nil,
        threadIdentifier: String? = nil,
        categoryIdentifier: String? = nil,
        userInfo: [String: PropertyValue]? = nil,
        deepLink: String? = nil,
        interruptionLevel: NotificationInterruptionLevel? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.badge = badge
        self.sound = sound
        self.threadIdentifier = threadIdentifier
        self.categoryIdentifier = categoryIdentifier
        self.userInfo = userInfo
        self.deepLink = deepLink
        self.interruptionLevel = interruptionLevel
    }
}

/// The sound that a notification makes, where a surface makes sounds.
public struct NotificationSound: RawRepresentable, Codable, Hashable, Sendable {
    /// A name of the freedesktop.org sound theme, such as `message-new-instant`; at most 64 bytes.
    public var rawValue: String

    /// Names a sound; one that a surface does not know is its own default.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The surface's own sound for notifications.
    public static let `default` = NotificationSound(rawValue: "default")
}

/// How much a notification asks for attention.
public enum NotificationInterruptionLevel: String, Codable, Hashable, Sendable, CaseIterable {
    /// It is listed, without a banner and without a sound.
    case passive
    /// It shows a banner and makes its sound; what a notification is unless it says otherwise.
    case active
    /// It matters now: a desktop shows it as urgent.
    case timeSensitive = "time-sensitive"
}
