/// One of the ways in which a notification shows that arrives while its app is in front.
public enum NotificationPresentationOption: String, Codable, Hashable, Sendable, CaseIterable {
    /// It slides in on pages and shows as a bubble on the desktop.
    case banner
    /// It stands in the list of notifications.
    case list
    /// It makes its sound.
    case sound
    /// It sets the badge.
    case badge
}
