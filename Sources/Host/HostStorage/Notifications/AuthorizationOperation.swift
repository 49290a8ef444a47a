import GRDB
import SQLiteSupport
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

/// Changes what an app's notifications may do.
package enum AuthorizationOperation: Hashable, Sendable {
    /// Notes what an app asks for; what it asked for before stays. `unchanged` if that is nothing new.
    case want(AppID, Set<NotificationAuthorizationOption>)
    /// Notes what the person decides; it answers everything that the app asked for so far. `unchanged` if that is nothing
    /// new.
    case decide(AppID, NotificationSettings.Authorization, allowed: Set<NotificationAuthorizationOption>)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .want(let app, let options):
            let old = try context.reader.notificationSettings(of: app)
            var new = old
            new.wanted.formUnion(options)
            return try AuthorizationOperation.replace(old, by: new, isQuestion: true, in: context)
        case .decide(let app, let authorization, let allowed):
            let old = try context.reader.notificationSettings(of: app)
            var new = old
            new.authorization = authorization
            new.allowed = allowed
            new.answered = authorization == .notDetermined ? [] : old.wanted.union(allowed)
            return try AuthorizationOperation.replace(old, by: new, isQuestion: false, in: context)
        }
    }

    private static func replace(
        _ old: AppNotificationSettings,
        by new: AppNotificationSettings,
        isQuestion: Bool,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard new != old else { return .unchanged }
        try context.run(
            """
            INSERT INTO notificationSettings (appID, authorization, wanted, allowed, answered, asked)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (appID) DO UPDATE SET authorization = excluded.authorization, wanted = excluded.wanted,
                allowed = excluded.allowed, answered = excluded.answered,
                asked = CASE WHEN ?7 THEN excluded.asked ELSE asked END
            """,
            [
                new.app.rawValue, new.authorization.rawValue, StoredOptions.text(new.wanted),
                StoredOptions.text(new.allowed),
                StoredOptions.text(new.answered), context.revision.number, isQuestion ? 1 : 0,
            ]
        )
        return context.note(.authorization(new.app))
    }
}
