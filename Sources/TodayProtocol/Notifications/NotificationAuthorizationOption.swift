/// One of the ways in which an app may ask for attention.
public enum NotificationAuthorizationOption: String, Codable, Hashable, Sendable, CaseIterable {
    /// Its notifications are shown.
    case alert
    /// Its notifications make sounds.
    case sound
    /// Its icon has a number.
    case badge
}
