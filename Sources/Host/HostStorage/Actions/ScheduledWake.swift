package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// Changes the times at which apps are to be started in the background.
package enum ScheduledWakeOperation: Hashable, Sendable {
    /// Sets an app's time in place of an earlier one.
    ///
    /// A time less than `WakeScheduleRequest.minimumDelay` ahead is set to that delay. Refused with code `notFound` if
    /// the app is not installed.
    case set(AppID, Date)
    /// Removes an app's time; `unchanged` if it has none.
    case remove(AppID)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .set(let app, let date):
            guard try context.database.row("SELECT 1 FROM app WHERE id = ?", [app.rawValue]) != nil else {
                throw StoreError(.notFound, "\(app) is not installed.")
            }
            let date = max(date, context.now.addingTimeInterval(WakeScheduleRequest.minimumDelay))
            try context.run(
                """
                INSERT INTO scheduledWake (appID, date) VALUES (?, ?)
                ON CONFLICT (appID) DO UPDATE SET date = excluded.date
                """,
                [app.rawValue, date.storedMilliseconds]
            )
            return context.record(.scheduledWake(app))
        case .remove(let app):
            let count = try context.run("DELETE FROM scheduledWake WHERE appID = ?", [app.rawValue])
            return count > 0 ? context.record(.scheduledWake(app)) : .unchanged
        }
    }

    /// Removes an app's time if it is due, because the app has run.
    static func finishDue(of app: AppID, in context: TransactionContext) throws {
        let count = try context.run(
            "DELETE FROM scheduledWake WHERE appID = ? AND date <= ?",
            [app.rawValue, context.now.storedMilliseconds]
        )
        if count > 0 { _ = context.record(.scheduledWake(app)) }
    }
}

extension DurableReader {
    /// Reads the times at which apps are to be started, earliest first.
    package func scheduledWakes() throws -> [(app: AppID, date: Date)] {
        try database.rows("SELECT appID, date FROM scheduledWake ORDER BY date, appID").map { row in
            (AppID(row[0]), Date(storedMilliseconds: row[1]))
        }
    }
}

extension DurableSchema {
    /// The table of the times at which apps are to be started, with a row for each app that has one.
    static let scheduledWakeTable = """
        CREATE TABLE scheduledWake (
            appID TEXT NOT NULL PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE, date INTEGER NOT NULL) STRICT;
        """
}
