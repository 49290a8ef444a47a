import GRDB
import SQLiteSupport
import TodayProtocol

/// How much an app has, kept beside the rows so that no limit needs to count them.
struct NotificationUsage {
    /// How many requests are pending.
    var pending = 0
    /// How many bytes of JSON the pending requests have.
    var pendingBytes = 0
    /// How many notifications are delivered.
    var delivered = 0
    /// How many of these stand in the list.
    var listed = 0

    /// Reads what an app has.
    static func of(_ app: AppID, in database: Database) throws -> NotificationUsage {
        guard
            let row = try database.row(
                "SELECT pending, pendingBytes, delivered, listed FROM notificationUsage WHERE appID = ?",
                [app.rawValue]
            )
        else { return NotificationUsage() }
        return NotificationUsage(pending: row[0], pendingBytes: row[1], delivered: row[2], listed: row[3])
    }

    /// Adds to what an app has; negative numbers take away.
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

/// Keeps the numbers on the apps' icons: the only place where they stand.
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
        return count > 0 ? context.note(.badge(app)) : .unchanged
    }
}
