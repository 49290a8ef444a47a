import GRDB
package import HostModel
import JSON
import SQLiteSupport
package import TodayProtocol

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
    /// Records how the person wants notifications to appear; `nil` keeps a setting; `unchanged` if all stay the same.
    ///
    /// Alerts stop waiting for an answer if the app's notifications no longer appear as alerts.
    case present(AppID, NotificationAlertStyle?, isQuiet: Bool?)
}

extension TransactionContext {
    func apply(_ operation: AuthorizationOperation) throws -> OperationOutcome {
        switch operation {
        case .want(let app, let options):
            let old = try reader.notificationSettings(of: app)
            var new = old
            new.wanted.formUnion(options)
            return try replace(old, by: new, isQuestion: true)
        case .decide(let app, let authorization, let allowed):
            let old = try reader.notificationSettings(of: app)
            var new = old
            new.authorization = authorization
            new.allowed = allowed
            new.answered = authorization == .notDetermined ? [] : old.wanted.union(allowed)
            return try replace(old, by: new, isQuestion: false)
        case .answer(let app, let isAllowed, let options):
            let old = try reader.notificationSettings(of: app)
            let answered = options.intersection(old.unanswered)
            guard old.authorization != .denied, !answered.isEmpty else { return .unchanged }
            var new = old
            new.answered.formUnion(answered)
            let isDenied = !isAllowed && old.inForce.allowed.isEmpty
            new.authorization = isDenied ? .denied : .authorized
            // Denied options are recorded as allowed, so that they are on if the person later allows the app.
            if isAllowed || isDenied { new.allowed.formUnion(answered) }
            return try replace(old, by: new, isQuestion: false)
        case .present(let app, let style, let isQuiet):
            let old = try reader.notificationSettings(of: app)
            var new = old
            new.alertStyle = style ?? old.alertStyle
            new.isQuiet = isQuiet ?? old.isQuiet
            if new.alertStyle != .alert || new.isQuiet {
                let sql =
                    "UPDATE deliveredNotification SET alertStyle = 'banner' WHERE alertStyle = 'alert' AND appID = ?"
                try run(sql, [app])
            }
            return try replace(old, by: new, isQuestion: false)
        }
    }

    private func replace(
        _ old: AppNotificationSettings,
        by new: AppNotificationSettings,
        isQuestion: Bool
    ) throws -> OperationOutcome {
        guard new != old else { return .unchanged }
        try run(
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
                new.app, new.authorization.rawValue, StoredOptions.text(new.wanted),
                StoredOptions.text(new.allowed),
                StoredOptions.text(new.answered), revision, isQuestion,
                new.alertStyle.rawValue, new.isQuiet,
            ]
        )
        return record(.authorization(new.app))
    }
}

/// Stored counts of an app's notifications, so that checking a limit needs no counting.
struct NotificationUsage {
    var pending = 0
    /// The total size of the pending requests, in bytes of JSON.
    var pendingBytes = 0
    var delivered = 0
    var listed = 0
}

/// The tables of counts and badges.
extension TransactionContext {
    /// Adds numbers, which may be negative, to the counts of an app.
    func count(_ change: NotificationUsage, of app: AppID) throws {
        try run(
            """
            INSERT INTO notificationUsage (appID, pending, pendingBytes, delivered, listed)
            VALUES (?1, max(?2, 0), max(?3, 0), max(?4, 0), max(?5, 0))
            ON CONFLICT (appID) DO UPDATE SET pending = pending + ?2, pendingBytes = pendingBytes + ?3,
                delivered = delivered + ?4, listed = listed + ?5
            """,
            [app, change.pending, change.pendingBytes, change.delivered, change.listed]
        )
    }

    func storeBadge(_ number: Int, of app: AppID) throws -> OperationOutcome {
        if number == 0 { return try run("DELETE FROM badge WHERE appID = ?", [app], recording: .badge(app)) }
        return try run(
            """
            INSERT INTO badge (appID, number) VALUES (?, ?)
            ON CONFLICT (appID) DO UPDATE SET number = excluded.number WHERE number <> excluded.number
            """,
            [app, number],
            recording: .badge(app)
        )
    }
}

extension DurableReader {
    private static let settingsColumns = "appID, authorization, wanted, allowed, answered, alertStyle, isQuiet"

    /// Reads an app's categories in the order in which the app set them; damaged ones are skipped and logged.
    package func categories(of app: AppID) throws -> [NotificationCategory] {
        let values = try readableRow(
            "SELECT categories FROM notificationCategories WHERE appID = ?",
            [app]
        ) { row throws(StoreError) in
            try StoredJSON.value(row[0], as: [JSONValue].self, of: "the categories of \(app)")
        }
        return (values ?? []).enumerated().compactMap { index, value in
            readable { () throws(StoreError) in
                do {
                    return try value.decode(NotificationCategory.self)
                } catch {
                    throw StoreError.damaged("category \(index + 1) of \(app)")
                }
            }
        }
    }

    func notificationUsage(of app: AppID) throws -> NotificationUsage {
        let row = try first(
            "SELECT pending, pendingBytes, delivered, listed FROM notificationUsage WHERE appID = ?",
            [app]
        )
        guard let row else { return NotificationUsage() }
        return NotificationUsage(pending: row[0], pendingBytes: row[1], delivered: row[2], listed: row[3])
    }

    package func badge(of app: AppID) throws -> Int {
        try number("SELECT number FROM badge WHERE appID = ?", [app])
    }

    package func badges() throws -> [AppID: Int] {
        let rows = try all("SELECT appID, number FROM badge")
        return Dictionary(uniqueKeysWithValues: rows.map { (AppID($0[0]), $0[1]) })
    }

    /// Reads an app's settings, which are `notDetermined` until the app requests authorization.
    package func notificationSettings(of app: AppID) throws -> AppNotificationSettings {
        try first(
            "SELECT \(Self.settingsColumns) FROM notificationSettings WHERE appID = ?",
            [app]
        ).map(Self.notificationSettings)
            ?? AppNotificationSettings(app: app, authorization: .notDetermined, wanted: [], allowed: [])
    }

    /// Reads the settings of all apps that have any, in the order of their last requests for new options.
    package func notificationSettings() throws -> [AppNotificationSettings] {
        try all(
            "SELECT \(Self.settingsColumns) FROM notificationSettings ORDER BY asked, appID"
        ).map(Self.notificationSettings)
    }

    private static func notificationSettings(_ row: Row) -> AppNotificationSettings {
        AppNotificationSettings(
            app: AppID(row[0]),
            authorization: NotificationSettings.Authorization(rawValue: row[1]) ?? .notDetermined,
            wanted: StoredOptions.value(row[2]),
            allowed: StoredOptions.value(row[3]),
            answered: StoredOptions.value(row[4]),
            alertStyle: NotificationAlertStyle(rawValue: row[5]) ?? .banner,
            isQuiet: row[6]
        )
    }
}
