package import FoundationEssentials
import GRDB
import SQLiteSupport

/// A push to be sent later, once or repeatedly.
package struct ScheduleRecord: Hashable, Sendable {
    /// The store's row number; later ones are greater.
    package let number: Int64
    package let id: ScheduleID
    /// The app that it belongs to.
    package let app: AppNumber
    /// The schedule as its sender wrote it, a JSON object that the store does not interpret.
    package let definition: String
    /// The content and the times of the push in the scheduler's own form, which the store does not interpret.
    package let work: String
    /// The time at which it is due next; `nil` if it is not due again.
    package let next: Date?
    package let isPaused: Bool
    /// The number of its changes.
    package let version: Int64
}

/// A schedule to store.
package struct NewSchedule: Hashable, Sendable {
    package var id: ScheduleID
    /// The schedule as its sender wrote it, a JSON object.
    package var definition: String
    /// The content and the times of the push, in the scheduler's own form.
    package var work: String
    /// The time at which it is first due; `nil` if it is not due.
    package var next: Date?
    package var isPaused: Bool

    package init(id: ScheduleID, definition: String, work: String, next: Date?, isPaused: Bool) {
        self.id = id
        self.definition = definition
        self.work = work
        self.next = next
        self.isPaused = isPaused
    }
}

extension CloudStore {
    /// The largest number of schedules of an app.
    package static let scheduleLimit = 100_000

    /// Adds schedules; either all or none.
    ///
    /// - Throws: ``CloudStoreError`` with code `conflict` if the app would have more than ``scheduleLimit``.
    package func add(_ schedules: [NewSchedule], to app: AppNumber) async throws(CloudStoreError) {
        try await write { context in
            let row = try context.database.row("SELECT COUNT(*) AS count FROM schedule WHERE appNumber = ?", [app])
            guard (row?["count"] ?? 0) + schedules.count <= Self.scheduleLimit else {
                throw CloudStoreError(.conflict, "An app has at most \(Self.scheduleLimit) schedules.")
            }
            for schedule in schedules {
                try context.database.run(
                    """
                    INSERT INTO schedule (id, appNumber, definition, work, next, isPaused, version)
                    VALUES (?, ?, ?, ?, ?, ?, 1)
                    """,
                    [
                        schedule.id, app, schedule.definition, schedule.work, schedule.next?.storedMilliseconds,
                        schedule.isPaused,
                    ]
                )
            }
        }
    }

    /// Returns a schedule of an app; `nil` if it does not exist.
    package func schedule(_ id: ScheduleID, of app: AppNumber) async throws(CloudStoreError) -> ScheduleRecord? {
        try await read { database in
            try database.row("SELECT * FROM schedule WHERE id = ? AND appNumber = ?", [id, app]).map(
                ScheduleRecord.init
            )
        }
    }

    /// Returns a page of an app's schedules, the oldest first, and their total number.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - after: The last element of the previous page; `nil` for the first page.
    ///   - limit: The largest number of elements.
    /// - Returns: The total number, and the page.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func schedules(
        of app: AppNumber,
        after: Int64?,
        limit: Int
    ) async throws(CloudStoreError) -> (total: Int, page: [ScheduleRecord]) {
        try await read { database in
            let count = try database.row("SELECT COUNT(*) AS count FROM schedule WHERE appNumber = ?", [app])
            let page = try database.rows(
                """
                SELECT * FROM schedule WHERE appNumber = ?
                AND number > ?
                ORDER BY number LIMIT ?
                """,
                [app, after ?? 0, limit]
            )
            return (count?["count"] ?? 0, page.map(ScheduleRecord.init))
        }
    }

    /// Replaces the schedule with the same id.
    ///
    /// - Parameters:
    ///   - schedule: The new schedule.
    ///   - version: The version that it replaces; `nil` for any.
    ///   - app: The app.
    /// - Returns: `true` if it was replaced; `false` if it was removed or has another version.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func replace(
        _ schedule: NewSchedule,
        version: Int64? = nil,
        of app: AppNumber
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.database.run(
                """
                UPDATE schedule SET definition = ?, work = ?, next = ?, isPaused = ?, version = version + 1
                WHERE id = ? AND appNumber = ? AND version = COALESCE(?, version)
                """,
                [
                    schedule.definition, schedule.work, schedule.next?.storedMilliseconds, schedule.isPaused,
                    schedule.id, app, version,
                ]
            ) > 0
        }
    }

    /// - Returns: `true` if it existed.
    package func removeSchedule(_ id: ScheduleID, of app: AppNumber) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.database.run("DELETE FROM schedule WHERE id = ? AND appNumber = ?", [id, app]) > 0
        }
    }

    /// Returns the schedules that are due, the longest due first.
    package func dueSchedules(at date: Date, limit: Int) async throws(CloudStoreError) -> [ScheduleRecord] {
        try await read { database in
            try database.rows(
                "SELECT * FROM schedule WHERE next <= ? AND next IS NOT NULL AND isPaused = 0 ORDER BY next LIMIT ?",
                [date.storedMilliseconds, limit]
            ).map(ScheduleRecord.init)
        }
    }

    /// Returns the time at which the next schedule is due; `nil` if none is.
    package func nextScheduleDate() async throws(CloudStoreError) -> Date? {
        try await read { database in
            try database.row(
                "SELECT next FROM schedule WHERE next IS NOT NULL AND isPaused = 0 ORDER BY next LIMIT 1"
            )?.date("next")
        }
    }

    /// Runs a schedule: accepts its pushes and stores its next due time, in one transaction.
    ///
    /// - Parameters:
    ///   - schedule: The schedule as it was read.
    ///   - pushes: The pushes to accept.
    ///   - work: The new content and times.
    ///   - next: The next due time; `nil` to remove the schedule.
    /// - Returns: `true` if it was run; `false` if the schedule was changed meanwhile.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func run(
        _ schedule: ScheduleRecord,
        pushes: [NewPush],
        work: String,
        next: Date?
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            let changes =
                if let next {
                    try context.database.run(
                        "UPDATE schedule SET work = ?, next = ?, version = version + 1 WHERE number = ? AND version = ?",
                        [work, next.storedMilliseconds, schedule.number, schedule.version]
                    )
                } else {
                    try context.database.run(
                        "DELETE FROM schedule WHERE number = ? AND version = ?",
                        [schedule.number, schedule.version]
                    )
                }
            guard changes > 0 else { return false }
            try context.accept(pushes, of: schedule.app)
            return true
        }
    }
}

extension ScheduleRecord {
    init(_ row: Row) {
        self.init(
            number: row["number"],
            id: row["id"],
            app: row["appNumber"],
            definition: row["definition"],
            work: row["work"],
            next: row.optionalDate("next"),
            isPaused: row["isPaused"],
            version: row["version"]
        )
    }
}
