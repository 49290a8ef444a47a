package import HostStore

/// What Settings shows of an app.
package struct AppNotificationDescription: Codable, Hashable, Sendable {
    /// The app's name.
    package var title: String
    /// What it asked for and what the person allows.
    package var settings: AppNotificationSettings

    /// Describes an app.
    package init(title: String, settings: AppNotificationSettings) {
        self.title = title
        self.settings = settings
    }
}
