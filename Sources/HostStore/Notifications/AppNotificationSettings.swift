package import TodayProtocol

/// What an app asked for and what the person allows it.
package struct AppNotificationSettings: Codable, Hashable, Sendable {
    /// Whose they are.
    package var app: AppID
    /// What the person said.
    package var authorization: NotificationSettings.Authorization
    /// What the app asked for, over time.
    package var wanted: Set<NotificationAuthorizationOption>
    /// What the person switched on; in force while authorized.
    package var allowed: Set<NotificationAuthorizationOption>
    /// What the person was asked for and decided, one way or the other.
    package var answered: Set<NotificationAuthorizationOption>

    /// Describes settings.
    package init(
        app: AppID,
        authorization: NotificationSettings.Authorization,
        wanted: Set<NotificationAuthorizationOption>,
        allowed: Set<NotificationAuthorizationOption>,
        answered: Set<NotificationAuthorizationOption> = []
    ) {
        self.app = app
        self.authorization = authorization
        self.wanted = wanted
        self.allowed = allowed
        self.answered = answered
    }

    /// What the app asked for and the person has not decided.
    package var unanswered: Set<NotificationAuthorizationOption> { wanted.subtracting(answered) }

    /// What is in force.
    package var inForce: NotificationSettings {
        NotificationSettings(
            authorization: authorization,
            allowed: authorization == .authorized ? allowed : []
        )
    }
}
