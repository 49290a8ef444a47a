package import HostStorage
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

/// What every page shows of notifications: badges, what the person is asked, and what went wrong.
package struct NotificationSummary: Codable, Hashable, Sendable {
    /// An app asks whether it may notify.
    package struct Question: Codable, Hashable, Sendable {
        /// The app.
        package var app: AppID
        /// Its name.
        package var title: String
        /// What it asks for and was not asked about before.
        package var wanted: Set<NotificationAuthorizationOption>
        /// What is in force already: yes allows this and ``wanted``, no leaves it as it is, and denies the app if it is
        /// nothing.
        package var allowed: Set<NotificationAuthorizationOption>

        /// Describes a question.
        package init(
            app: AppID,
            title: String,
            wanted: Set<NotificationAuthorizationOption>,
            allowed: Set<NotificationAuthorizationOption> = []
        ) {
            self.app = app
            self.title = title
            self.wanted = wanted
            self.allowed = allowed
        }
    }

    /// A response that its app did not acknowledge, however often it was asked.
    package struct Failure: Codable, Hashable, Sendable {
        /// The response's id.
        package var id: String
        /// The app.
        package var app: AppID
        /// The app's name.
        package var title: String
        /// What the person chose.
        package var action: String
        /// What went wrong, as a sentence.
        package var reason: String

        /// Describes a failure.
        package init(id: String, app: AppID, title: String, action: String, reason: String) {
            self.id = id
            self.app = app
            self.title = title
            self.action = action
            self.reason = reason
        }
    }

    /// The badges in force that are not 0, by app.
    package var badges: [AppID: Int]
    /// How many notifications are listed.
    package var count: Int
    /// What the person is asked, the oldest first.
    package var questions: [Question]
    /// What went wrong, the oldest first.
    package var failures: [Failure]

    /// Describes a summary.
    package init(badges: [AppID: Int], count: Int, questions: [Question], failures: [Failure]) {
        self.badges = badges
        self.count = count
        self.questions = questions
        self.failures = failures
    }

    /// The sum of the badges, for the page's title.
    package var badgeSum: Int { badges.values.reduce(0, +) }
}

/// Something about notifications that a surface must show and does not show yet.
///
/// Each is a state, not a step: to miss one and see a later one is as good as to see both.
package struct NotificationEvent: Hashable, Sendable {
    /// What there is to show.
    package enum Change: Hashable, Sendable {
        /// Everything: the surface is to show exactly this.
        case all(NotificationsState)
        /// One notification is there, new or with other words. It `arrives` if it is to draw attention: a banner, a bubble.
        case shown(ShownNotification, arrives: Bool)
        /// One notification is gone.
        case withdrawn(DeliveredID)
        /// What goes beside the list is different.
        case summary(NotificationSummary)
    }

    /// Up to where a surface that shows this tells the truth.
    package var revision: Revision
    /// What there is to show.
    package var change: Change

    /// Makes an event.
    package init(revision: Revision, change: Change) {
        self.revision = revision
        self.change = change
    }
}
