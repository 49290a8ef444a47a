/// The text of a notification, its presentation and the app's own data.
///
/// With a ``badge`` and without any text it shows nothing: only the badge changes at the time of delivery. The whole
/// content is at most 16 KiB as JSON.
public struct NotificationContent: Codable, Hashable, Sendable {
    /// The title; must not be blank, except in content that has a badge and no text at all.
    public var title: LocalizableText
    /// A second line below the title.
    public var subtitle: LocalizableText?
    /// The text.
    public var body: LocalizableText?
    /// The badge that the app's icon gets at delivery; 0 removes it, `nil` leaves it unchanged.
    public var badge: Int?
    /// The sound, or `nil` for no sound.
    public var sound: NotificationSound?
    /// The identifier by which the app's notifications are grouped, at most 128 bytes.
    public var threadIdentifier: String?
    /// The category whose actions it offers; an unknown category offers none.
    public var categoryIdentifier: String?
    /// The app's own data, which the response contains; at most 4 KiB as JSON.
    public var userInfo: [String: PropertyValue]?
    /// The URL that opens when the person opens the notification; `nil` for the app's first page.
    public var deepLink: String?
    /// The importance; ``NotificationInterruptionLevel/active`` if `nil`.
    public var interruptionLevel: NotificationInterruptionLevel?

    /// Creates content.
    public init(
        title: LocalizableText = "",
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

    /// Decodes the wire format; the title may be left out if there is a badge.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let badge = try container.decodeIfPresent(Int.self, forKey: .badge)
        self.init(
            title: try badge == nil
                ? container.decode(LocalizableText.self, forKey: .title)
                : container.decodeIfPresent(LocalizableText.self, forKey: .title) ?? "",
            subtitle: try container.decodeIfPresent(LocalizableText.self, forKey: .subtitle),
            body: try container.decodeIfPresent(LocalizableText.self, forKey: .body),
            badge: badge,
            sound: try container.decodeIfPresent(NotificationSound.self, forKey: .sound),
            threadIdentifier: try container.decodeIfPresent(String.self, forKey: .threadIdentifier),
            categoryIdentifier: try container.decodeIfPresent(String.self, forKey: .categoryIdentifier),
            userInfo: try container.decodeIfPresent([String: PropertyValue].self, forKey: .userInfo),
            deepLink: try container.decodeIfPresent(String.self, forKey: .deepLink),
            interruptionLevel: try container.decodeIfPresent(
                NotificationInterruptionLevel.self,
                forKey: .interruptionLevel
            )
        )
    }
}

/// The sound of a notification, on surfaces that have sound.
public struct NotificationSound: RawRepresentable, Codable, Hashable, Sendable {
    /// A name of the freedesktop.org sound theme, such as `message-new-instant`; at most 64 bytes.
    public var rawValue: String

    /// Creates a sound from a name; a surface plays its default sound for a name that it does not know.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The surface's default sound for notifications.
    public static let `default` = NotificationSound(rawValue: "default")
}

/// The importance of a notification.
public enum NotificationInterruptionLevel: String, Codable, Hashable, Sendable, CaseIterable {
    /// It is only listed, without a banner and without a sound.
    case passive
    /// It shows a banner and plays its sound; the default.
    case active
    /// It is urgent: a desktop marks it as such, and it is shown even in the person's quiet hours.
    case timeSensitive = "time-sensitive"
}
