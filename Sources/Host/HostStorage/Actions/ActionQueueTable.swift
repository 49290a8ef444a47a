import FoundationEssentials
import GRDB
import SQLiteSupport
import TodayProtocol

/// The table with one row for each app that has had actions.
enum ActionQueueTable {
    /// Adjusts the number and the size of an app's actions.
    ///
    /// - Throws: ``StoreError`` with code `limitExceeded` beyond ``ActionOperation/queueLimit`` or
    ///   ``ActionOperation/queueBytes``.
    static func add(_ change: Int, bytes: Int, to app: AppID, in context: TransactionContext) throws {
        let row = try context.database.row(
            """
            INSERT INTO actionQueue (appID, actions, bytes, isRequested) VALUES (?1, max(?2, 0), max(?3, 0), 0)
            ON CONFLICT (appID) DO UPDATE SET actions = max(actions + ?2, 0), bytes = max(bytes + ?3, 0)
            RETURNING actions, bytes
            """,
            [app.rawValue, change, bytes]
        )
        guard let row, change > 0 else { return }
        let isFull = row[0] as Int > ActionOperation.queueLimit
        guard isFull || row[1] as Int > ActionOperation.queueBytes else { return }
        throw StoreError(
            .limitExceeded,
            """
            \(isFull ? "\(ActionOperation.queueLimit) actions" : "32 MiB of actions") of \(app) wait already; open the \
            app to have them processed, or discard those that failed.
            """
        )
    }

    /// Adjusts the number of an app's remembered ids.
    ///
    /// - Returns: The new number.
    @discardableResult
    static func addRemembered(_ change: Int, to app: String, in context: TransactionContext) throws -> Int {
        let row = try context.database.row(
            "UPDATE actionQueue SET remembered = max(remembered + ?, 0) WHERE appID = ? RETURNING remembered",
            [change, app]
        )
        return row?[0] ?? 0
    }

    static func recordRun(
        of app: AppID,
        hasProcessed: Bool,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard hasProcessed else {
            let count = try context.run(
                "UPDATE actionQueue SET lastRun = ? WHERE appID = ? AND actions > 0",
                [context.now.storedMilliseconds, app.rawValue]
            )
            return count > 0 ? .changed : .unchanged
        }
        try ScheduledWakeOperation.finishDue(of: app, in: context)
        let waits = try context.database.row(
            "SELECT 1 FROM queuedAction WHERE appID = ? AND state = 'waiting' LIMIT 1",
            [app.rawValue]
        )
        let now = context.now.storedMilliseconds
        try context.run(
            """
            INSERT INTO actionQueue (appID, actions, isRequested, lastRun, lastProcessed)
            VALUES (?1, 0, 0, ?2, iif(?3, NULL, ?2))
            ON CONFLICT (appID) DO UPDATE SET lastRun = ?2, lastProcessed = iif(?3, lastProcessed, ?2)
            """,
            [app.rawValue, now, waits != nil]
        )
        return .changed
    }

    static func setRequested(
        _ isRequested: Bool,
        of app: AppID,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let count = try context.run(
            "UPDATE actionQueue SET isRequested = ?2 WHERE appID = ?1 AND isRequested <> ?2",
            [app.rawValue, isRequested]
        )
        return count > 0 ? .changed : .unchanged
    }
}
