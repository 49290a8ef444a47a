import GRDB
import SQLiteSupport
package import TodayProtocol

/// The notification settings of an app: what it requested, and what the person allows.
package struct AppNotificationSettings: Codable, Hashable, Sendable {
    package var app: AppID
    /// The person's decision.
    package var authorization: NotificationSettings.Authorization
    /// All options that the app has ever requested.
    package var wanted: Set<NotificationAuthorizationOption>
    /// The options that the person allows; in force while authorized.
    package var allowed: Set<NotificationAuthorizationOption>
    /// The options that the person has decided about.
    package var answered: Set<NotificationAuthorizationOption>

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

    /// The requested options that the person has not decided about.
    package var unanswered: Set<NotificationAuthorizationOption> { wanted.subtracting(answered) }

    /// The settings in force.
    package var inForce: NotificationSettings {
        NotificationSettings(
            authorization: authorization,
            allowed: authorization == .authorized ? allowed : []
        )
    }
}

/// Changes the notification settings of an app.
package enum AuthorizationOperation: Hashable, Sendable {
    /// Adds requested options; `unchanged` if all were requested before.
    case want(AppID, Set<NotificationAuthorizationOption>)
    /// Records the person's decision about all requested options; `unchanged` if it is the current one.
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
        return context.record(.authorization(new.app))
    }
}
