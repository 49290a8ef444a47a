package import TodayProtocol

/// A change of notifications for a surface.
///
/// Each event carries the new state rather than a difference, so that a later event makes an earlier one obsolete.
package struct NotificationEvent: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// The complete state, which replaces what the surface shows.
        case all(NotificationsState)
        /// A new or changed notification; it `arrives` if it shows a banner or a bubble.
        case shown(ShownNotification, arrives: Bool)
        case withdrawn(DeliveredID)
        case summary(NotificationSummary)
    }

    /// The revision up to which a surface is current after this event.
    package var revision: Revision
    package var change: Change

    package init(revision: Revision, change: Change) {
        self.revision = revision
        self.change = change
    }
}

/// The notification state that every page shows: badges, questions to the person, failed responses and the alert.
package struct NotificationSummary: Codable, Hashable, Sendable {
    package struct Question: Codable, Hashable, Sendable {
        package var app: AppID
        package var title: String
        /// The requested options that the person has not decided about.
        package var wanted: Set<NotificationAuthorizationOption>
        /// The options in force.
        ///
        /// Consent allows these and ``wanted``; refusal leaves these, and denies the app if there are none.
        package var allowed: Set<NotificationAuthorizationOption>

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

    package struct Failure: Codable, Hashable, Sendable {
        package var id: String
        package var app: AppID
        package var title: String
        /// The title of the chosen action.
        package var action: String
        package var reason: LocalizableText

        package init(id: String, app: AppID, title: String, action: String, reason: LocalizableText) {
            self.id = id
            self.app = app
            self.title = title
            self.action = action
            self.reason = reason
        }
    }

    /// The non-zero badges in force, by app.
    package var badges: [AppID: Int]
    package var count: Int
    /// The open questions, oldest first.
    package var questions: [Question]
    /// The failed responses, oldest first.
    package var failures: [Failure]
    /// The newest alert that waits for an answer; a page shows one at a time.
    package var alert: ShownNotification?
    /// The number of alerts that wait for an answer.
    package var alertCount: Int

    package init(
        badges: [AppID: Int],
        count: Int,
        questions: [Question],
        failures: [Failure],
        alert: ShownNotification? = nil,
        alertCount: Int = 0
    ) {
        self.badges = badges
        self.count = count
        self.questions = questions
        self.failures = failures
        self.alert = alert
        self.alertCount = alertCount
    }

    package var badgeSum: Int { badges.values.reduce(0, +) }
}

/// All notifications that a surface shows, at one revision.
package struct NotificationsState: Codable, Hashable, Sendable {
    package struct Group: Codable, Hashable, Sendable {
        package var app: AppID
        package var title: String
        /// The app's notifications, newest first.
        package var notifications: [ShownNotification]

        package init(app: AppID, title: String, notifications: [ShownNotification]) {
            self.app = app
            self.title = title
            self.notifications = notifications
        }
    }

    /// The number of notifications of an app that may not notify the person, without their contents.
    package struct HeldBack: Codable, Hashable, Sendable {
        package var app: AppID
        package var title: String
        /// Number of notifications that are kept until the person allows them, or that were not shown in the last
        /// ``heldBackDuration``.
        package var count: Int
        /// `true` if they appear once the person allows them; those of a denied app are not kept.
        package var isKept: Bool

        package init(app: AppID, title: String, count: Int, isKept: Bool) {
            self.app = app
            self.title = title
            self.count = count
            self.isKept = isKept
        }
    }

    /// Time for which a notification that was not shown is counted, in seconds.
    package static let heldBackDuration = 86_400.0
    /// Maximum number of listed notifications, which are the newest ones.
    package static let limit = 200

    package var revision: Revision
    /// The listed notifications by app; the app with the newest one is first.
    package var groups: [Group]
    /// The number of older notifications that are not included.
    package var older: Int
    /// The notifications of apps that may not notify the person, sorted by name.
    package var heldBack: [HeldBack]
    package var summary: NotificationSummary

    package init(
        revision: Revision,
        groups: [Group],
        older: Int,
        heldBack: [HeldBack] = [],
        summary: NotificationSummary
    ) {
        self.revision = revision
        self.groups = groups
        self.older = older
        self.heldBack = heldBack
        self.summary = summary
    }
}
