package import FoundationEssentials
package import HostStorage
package import TodayProtocol

/// A scheduled notification as the person sees it in a list.
package struct PendingNotification: Codable, Hashable, Sendable {
    /// The app.
    package var app: AppID
    /// The app's name.
    package var appTitle: String
    /// The app's name for the notification.
    package var identifier: String
    /// The title, in the viewer's language.
    package var title: String
    /// When it falls due next.
    package var due: Date
    /// Whether it comes again after that.
    package var repeats: Bool

    /// Describes a scheduled notification.
    package init(app: AppID, appTitle: String, identifier: String, title: String, due: Date, repeats: Bool) {
        self.app = app
        self.appTitle = appTitle
        self.identifier = identifier
        self.title = title
        self.due = due
        self.repeats = repeats
    }
}

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
