package import TodayProtocol

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
