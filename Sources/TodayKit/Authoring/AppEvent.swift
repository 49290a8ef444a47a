public import TodayProtocol

/// Something that happened around an app.
public enum AppEvent: Hashable, Sendable {
    /// One of the app's pages came in front.
    case becameActive
    /// No page of the app is visible any more.
    case enteredBackground
    /// A new day began, or the clock or the time zone changed; the context tells the new ones.
    case dayChanged
    /// The person allows the app's notifications something else; these are the settings in force.
    case settingsChanged(NotificationSettings)
}
