package import FoundationEssentials
import GRDB
import SQLiteSupport

/// A push that is to be sent later, once or again and again.
package struct ScheduleRecord: Hashable, Sendable {
    /// The store's number of it; later ones are greater.
    package let number: Int64
    /// Its id.
    package let id: ScheduleID
    /// Whose it is.
    package let app: AppNumber
    /// What its sender sees of it, a JSON object that the store does not read.
    package let definition: String
    /// What to do and when, in the words of whoever does it; the store does not read it.
    package let work: String
    /// When it is due.
    package let next: Date?
    /// Whether it waits to be resumed.
    package let isPaused: Bool
    /// Counts its changes.
    package let version: Int64
}

/// A schedule to be kept.
package struct NewSchedule: Hashable, Sendable {
    /// Its id.
    package var id: ScheduleID
    /// What its sender sees of it.
    package var definition: String
    /// What to do and when.
    package var work: String
    /// When it is due first.
    package var next: Date?
    /// Whether it waits to be resumed.
    package var isPaused: Bool

    /// Describes a schedule.
    package init(id: ScheduleID, definition: String, work: String, next: Date?, isPaused: Bool) {
        self.id = id
        self.definition = definition
        self.work = work
        self.next = next
        self.isPaused = isPaused
    }
}

extension CloudStore {
    /// How many schedules an app has at most.
    package static let scheduleLimit = 100_000

    /// Keeps new schedules: all or none.
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

    /// A schedule of an app, if it has that one.
    package func schedule(_ id: ScheduleID, of app: AppNumber) async throws(CloudStoreError) -> ScheduleRecord? {
        try await read { database in
            try database.row("SELECT * FROM schedule WHERE id = ? AND appNumber = ?", [id, app]).map(
                ScheduleRecord.init
            )
        }
    }

    /// A page of an app's schedules, the oldest first, and how many it has in all.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - after: The last one of the page before.
    ///   - limit: How many at most.
    /// - Returns: How many there are, and the page.
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

    /// Replaces a schedule by another one with the same id.
    ///
    /// - Parameters:
    ///   - schedule: What it is from now on.
    ///   - version: The version that was read; none to replace any.
    ///   - app: The app.
    /// - Returns: Whether it was replaced; not if it is gone or another version.
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

    /// Removes a schedule.
    ///
    /// - Returns: Whether there was one.
    package func removeSchedule(_ id: ScheduleID, of app: AppNumber) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.database.run("DELETE FROM schedule WHERE id = ? AND appNumber = ?", [id, app]) > 0
        }
    }

    /// The schedules that are due, the longest first.
    package func dueSchedules(at date: Date, limit: Int) async throws(CloudStoreError) -> [ScheduleRecord] {
        try await read { database in
            try database.rows(
                "SELECT * FROM schedule WHERE next <= ? AND next IS NOT NULL AND isPaused = 0 ORDER BY next LIMIT ?",
                [date.storedMilliseconds, limit]
            ).map(ScheduleRecord.init)
        }
    }

    /// When the next schedule is due, if any is.
    package func nextScheduleDate() async throws(CloudStoreError) -> Date? {
        try await read { database in
            try database.row(
                "SELECT next FROM schedule WHERE next IS NOT NULL AND isPaused = 0 ORDER BY next LIMIT 1"
            )?.date("next")
        }
    }

    /// Does what a schedule is for: accepts its pushes and notes when it is due again; both or neither.
    ///
    /// - Parameters:
    ///   - schedule: Which one, as it was read.
    ///   - pushes: What it sends this time.
    ///   - work: What to do from now on.
    ///   - next: When it is due again; none removes it.
    /// - Returns: Whether it was done; not if the schedule was changed meanwhile.
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
