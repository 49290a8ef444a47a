/// How much a notification asks for attention.
public enum NotificationInterruptionLevel: String, Codable, Hashable, Sendable, CaseIterable {
    /// It is listed, without a banner and without a sound.
    case passive
    /// It shows a banner and makes its sound; what a notification is unless it says otherwise.
    case active
    /// It matters now: a desktop shows it as urgent.
    case timeSensitive = "time-sensitive"
}
