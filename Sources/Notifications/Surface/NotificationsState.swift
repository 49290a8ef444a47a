package import TodayProtocol

/// Everything that a surface shows of notifications, at one revision.
package struct NotificationsState: Codable, Hashable, Sendable {
    /// The notifications of one app.
    package struct Group: Codable, Hashable, Sendable {
        /// The app.
        package var app: AppID
        /// Its name.
        package var title: String
        /// Its notifications, newest first.
        package var notifications: [ShownNotification]

        /// Describes a group.
        package init(app: AppID, title: String, notifications: [ShownNotification]) {
            self.app = app
            self.title = title
            self.notifications = notifications
        }
    }

    /// How many notifications a state lists at most, the newest.
    package static let limit = 200

    /// The newest commit that this shows.
    package var revision: Revision
    /// The listed notifications by app, the app with the newest one first.
    package var groups: [Group]
    /// How many older ones are not among them.
    package var older: Int
    /// What goes beside the list.
    package var summary: NotificationSummary

    /// Describes a state.
    package init(revision: Revision, groups: [Group], older: Int, summary: NotificationSummary) {
        self.revision = revision
        self.groups = groups
        self.older = older
        self.summary = summary
    }
}
