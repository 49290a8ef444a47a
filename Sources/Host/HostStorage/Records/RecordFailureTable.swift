import GRDB
import SQLiteSupport
import TodayProtocol

/// The table of failures that wait for their apps.
enum RecordFailureTable {
    static func add(_ failure: RecordFailure, of app: AppID, in context: TransactionContext) throws {
        // An app that is not installed cannot receive failures.
        guard try context.reader.app(app) != nil else { return }
        let text = try StoredJSON.text(failure, of: "The failure of the record \(failure.name)")
        try context.run(
            "INSERT INTO recordFailure (appID, failure, size) VALUES (?, ?, ?)",
            [app.rawValue, text, text.utf8.count]
        )
        if try dropOldest(of: app, in: context) > 0 {
            let error = StoreError(
                .limitExceeded,
                """
                \(app) does not handle its failed records; of more than \(RecordLimits.failures), or 16 MiB, the oldest \
                are lost.
                """
            )
            context.logOnce(error, "Failures of records are dropped")
        }
        _ = context.record(.recordFailures(app))
    }

    /// Deletes the oldest failures of an app beyond the limits, but never the newest one.
    ///
    /// - Returns: The number of deleted failures.
    private static func dropOldest(of app: AppID, in context: TransactionContext) throws -> Int {
        let row = try context.database.row(
            "SELECT count(*), coalesce(sum(size), 0) FROM recordFailure WHERE appID = ?",
            [app.rawValue]
        )
        let isOver = row.map { $0[0] as Int > RecordLimits.failures || $0[1] as Int > RecordLimits.failureBytes }
        guard isOver ?? false else { return 0 }
        return try context.run(
            """
            DELETE FROM recordFailure WHERE number IN (
                SELECT number FROM (
                    SELECT number, row_number() OVER newest AS position, sum(size) OVER newest AS bytes
                    FROM recordFailure WHERE appID = ? WINDOW newest AS (ORDER BY number DESC))
                WHERE position > ? OR bytes > ? AND position > 1)
            """,
            [app.rawValue, RecordLimits.failures, RecordLimits.failureBytes]
        )
    }

    static func finish(_ app: AppID, through last: Int64, in context: TransactionContext) throws -> OperationOutcome {
        let count = try context.run(
            "DELETE FROM recordFailure WHERE appID = ? AND number <= ?",
            [app.rawValue, last]
        )
        guard count > 0 else {
            throw StoreError(.alreadyFinished, "The failed records of \(app) were acknowledged before.")
        }
        return context.record(.recordFailures(app))
    }

    static func forget(_ app: AppID, in context: TransactionContext) throws {
        let count = try context.run("DELETE FROM recordFailure WHERE appID = ?", [app.rawValue])
        if count > 0 { _ = context.record(.recordFailures(app)) }
    }
}
