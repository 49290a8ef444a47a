import GRDB
import StoreSupport
import TodayProtocol

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
