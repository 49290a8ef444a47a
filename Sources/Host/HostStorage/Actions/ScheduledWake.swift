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
}

extension TransactionContext {
    func apply(_ operation: ScheduledWakeOperation) throws -> OperationOutcome {
        switch operation {
        case .set(let app, let date):
            try requireInstalled(app)
            let date = max(date, now.addingTimeInterval(WakeScheduleRequest.minimumDelay))
            try run(
                """
                INSERT INTO scheduledWake (appID, date) VALUES (?, ?)
                ON CONFLICT (appID) DO UPDATE SET date = excluded.date
                """,
                [app, date]
            )
            return record(.scheduledWake(app))
        case .remove(let app):
            return try run("DELETE FROM scheduledWake WHERE appID = ?", [app], recording: .scheduledWake(app))
        }
    }

    /// Removes an app's time if it is due, because the app has run.
    func finishDueWake(of app: AppID) throws {
        try run("DELETE FROM scheduledWake WHERE appID = ? AND date <= ?", [app, now], recording: .scheduledWake(app))
    }
}

extension DurableReader {
    /// Reads the times at which apps are to be started, earliest first.
    package func scheduledWakes() throws -> [(app: AppID, date: Date)] {
        try all("SELECT appID, date FROM scheduledWake ORDER BY date, appID").map { row in
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
