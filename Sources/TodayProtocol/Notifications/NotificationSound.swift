/// The sound that a notification makes, where a surface makes sounds.
public struct NotificationSound: RawRepresentable, Codable, Hashable, Sendable {
    /// A name of the freedesktop.org sound theme, such as `message-new-instant`; at most 64 bytes.
    public var rawValue: String

    /// Names a sound; one that a surface does not know is its own default.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The surface's own sound for notifications.
    public static let `default` = NotificationSound(rawValue: "default")
}
