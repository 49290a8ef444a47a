import GRDB
import SQLiteSupport
import TodayProtocol

/// Stored counts of an app's notifications, so that checking a limit needs no counting.
struct NotificationUsage {
    /// The number of pending requests.
    var pending = 0
    /// The total size of the pending requests, in bytes of JSON.
    var pendingBytes = 0
    /// The number of delivered notifications.
    var delivered = 0
    /// The number of listed notifications.
    var listed = 0

    /// Reads the counts of an app.
    static func of(_ app: AppID, in database: Database) throws -> NotificationUsage {
        guard
            let row = try database.row(
                "SELECT pending, pendingBytes, delivered, listed FROM notificationUsage WHERE appID = ?",
                [app.rawValue]
            )
        else { return NotificationUsage() }
        return NotificationUsage(pending: row[0], pendingBytes: row[1], delivered: row[2], listed: row[3])
    }

    /// Adds these numbers, which may be negative, to the counts of an app.
    func add(to app: AppID, in context: TransactionContext) throws {
        let count = try context.run(
            """
            UPDATE notificationUsage SET pending = pending + ?, pendingBytes = pendingBytes + ?,
                delivered = delivered + ?, listed = listed + ? WHERE appID = ?
            """,
            [pending, pendingBytes, delivered, listed, app.rawValue]
        )
        guard count == 0 else { return }
        try context.run(
            """
            INSERT INTO notificationUsage (pending, pendingBytes, delivered, listed, appID) VALUES (?, ?, ?, ?, ?)
            """,
            [pending, pendingBytes, delivered, listed, app.rawValue]
        )
    }
}

/// The table of the apps' badges.
enum BadgeTable {
    /// Sets an app's badge; 0 clears it.
    static func set(_ number: Int, of app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        let count =
            number == 0
            ? try context.run("DELETE FROM badge WHERE appID = ?", [app.rawValue])
            : try context.run(
                """
                INSERT INTO badge (appID, number) VALUES (?, ?)
                ON CONFLICT (appID) DO UPDATE SET number = excluded.number WHERE number <> excluded.number
                """,
                [app.rawValue, number]
            )
        return count > 0 ? context.record(.badge(app)) : .unchanged
    }
}
