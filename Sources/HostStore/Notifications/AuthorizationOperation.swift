import GRDB
import StoreSupport
package import TodayProtocol

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
                new.app.rawValue, new.authorization.rawValue, OptionList.text(new.wanted), OptionList.text(new.allowed),
                OptionList.text(new.answered), context.revision.number, isQuestion ? 1 : 0,
            ]
        )
        return context.note(.authorization(new.app))
    }
}
