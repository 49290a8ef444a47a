package import FoundationEssentials
package import HostStorage
package import TodayProtocol

/// A scheduled notification in a list for the person.
package struct PendingNotification: Codable, Hashable, Sendable {
    package var app: AppID
    package var appTitle: String
    /// The identifier that the app gave the notification.
    package var identifier: String
    /// The title, in the viewer's language.
    package var title: String
    package var due: Date
    /// `true` if it falls due again after ``due``.
    package var repeats: Bool

    package init(app: AppID, appTitle: String, identifier: String, title: String, due: Date, repeats: Bool) {
        self.app = app
        self.appTitle = appTitle
        self.identifier = identifier
        self.title = title
        self.due = due
        self.repeats = repeats
    }
}

/// The notification settings of an app with its name.
package struct AppNotificationDescription: Codable, Hashable, Sendable {
    package var title: String
    package var settings: AppNotificationSettings

    package init(title: String, settings: AppNotificationSettings) {
        self.title = title
        self.settings = settings
    }
}
