import GRDB
import HostModel
package import TodayProtocol

/// Changes the notification settings of an app.
package enum AuthorizationOperation: Hashable, Sendable {
    /// Adds requested options; `unchanged` if all were requested before.
    case want(AppID, Set<NotificationAuthorizationOption>)
    /// Records the person's decision about all requested options; `unchanged` if it is the current one.
    case decide(AppID, NotificationSettings.Authorization, allowed: Set<NotificationAuthorizationOption>)
    /// Records the person's answer to a question of the app; `unchanged` if the question was already answered.
    ///
    /// Only options of the question that are still undecided change: consent adds them to the allowed ones, and options
    /// that the person switched off stay off. Refusal keeps the allowed options, and denies the app if there are none.
    case answer(AppID, isAllowed: Bool, Set<NotificationAuthorizationOption>)
    /// Records how the person wants notifications to appear; `nil` keeps a setting, and `unchanged` means that none
    /// changed.
    ///
    /// Alerts stop waiting for an answer if the app's notifications no longer appear as alerts.
    case present(AppID, NotificationAlertStyle?, isQuiet: Bool?)

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
        case .answer(let app, let isAllowed, let options):
            let old = try context.reader.notificationSettings(of: app)
            let answered = options.intersection(old.unanswered)
            guard old.authorization != .denied, !answered.isEmpty else { return .unchanged }
            var new = old
            new.answered.formUnion(answered)
            let isDenied = !isAllowed && old.inForce.allowed.isEmpty
            new.authorization = isDenied ? .denied : .authorized
            // Denied options are recorded as allowed, so that they are on if the person later allows the app.
            if isAllowed || isDenied { new.allowed.formUnion(answered) }
            return try AuthorizationOperation.replace(old, by: new, isQuestion: false, in: context)
        case .present(let app, let style, let isQuiet):
            let old = try context.reader.notificationSettings(of: app)
            var new = old
            new.alertStyle = style ?? old.alertStyle
            new.isQuiet = isQuiet ?? old.isQuiet
            if new.alertStyle != .alert || new.isQuiet { try DeliveredTable.endAlerts(of: app, in: context) }
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
            INSERT INTO notificationSettings
                (appID, authorization, wanted, allowed, answered, asked, alertStyle, isQuiet)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?8, ?9)
            ON CONFLICT (appID) DO UPDATE SET authorization = excluded.authorization, wanted = excluded.wanted,
                allowed = excluded.allowed, answered = excluded.answered,
                asked = CASE WHEN ?7 THEN excluded.asked ELSE asked END,
                alertStyle = excluded.alertStyle, isQuiet = excluded.isQuiet
            """,
            [
                new.app.rawValue, new.authorization.rawValue, StoredOptions.text(new.wanted),
                StoredOptions.text(new.allowed),
                StoredOptions.text(new.answered), context.revision.number, isQuestion ? 1 : 0,
                new.alertStyle.rawValue, new.isQuiet ? 1 : 0,
            ]
        )
        return context.record(.authorization(new.app))
    }
}
