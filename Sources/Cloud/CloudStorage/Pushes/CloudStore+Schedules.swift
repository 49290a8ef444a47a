package import FoundationEssentials
import SQLStore
import SQLiteSupport

/// A push to be sent later, once or repeatedly.
package struct ScheduleRecord: Hashable, Sendable {
    /// Later schedules have greater numbers.
    package let number: Int64
    package let id: ScheduleID
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

    init(_ row: SQLRow) {
        number = row["number"]
        id = row["id"]
        app = row["appNumber"]
        definition = row["definition"]
        work = row["work"]
        next = row.optionalDate("next")
        isPaused = row["isPaused"]
        version = row["version"]
    }
}

/// A schedule to store; its members mean what those of ``ScheduleRecord`` do.
package struct NewSchedule: Hashable, Sendable {
    package var id: ScheduleID
    package var definition: String
    package var work: String
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
    package static let scheduleLimit = 100_000

    /// Adds schedules, either all or none; `conflict` if the app would have more than ``scheduleLimit``.
    package func add(_ schedules: [NewSchedule], to app: AppNumber) async throws(CloudStoreError) {
        try await write { context in
            let count = try context.count("schedule WHERE appNumber = ?", [app])
            guard count + schedules.count <= Self.scheduleLimit else {
                throw CloudStoreError(.conflict, "An app has at most \(Self.scheduleLimit) schedules.")
            }
            for schedule in schedules {
                try context.run(
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

    package func schedule(_ id: ScheduleID, of app: AppNumber) async throws(CloudStoreError) -> ScheduleRecord? {
        try await first("SELECT * FROM schedule WHERE id = ? AND appNumber = ?", [id, app], ScheduleRecord.init)
    }

    /// Returns at most `limit` of an app's schedules after another one, the oldest first, and their total number.
    package func schedules(
        of app: AppNumber,
        after: Int64?,
        limit: Int
    ) async throws(CloudStoreError) -> (total: Int, page: [ScheduleRecord]) {
        try await read { database in
            let page = try database.map(
                "SELECT * FROM schedule WHERE appNumber = ? AND number > ? ORDER BY number LIMIT ?",
                [app, after ?? 0, limit],
                ScheduleRecord.init
            )
            return (try database.count("schedule WHERE appNumber = ?", [app]), page)
        }
    }

    /// Replaces the schedule with the same id; `false` if it was removed, or has another version than a given one.
    package func replace(
        _ schedule: NewSchedule,
        version: Int64? = nil,
        of app: AppNumber
    ) async throws(CloudStoreError) -> Bool {
        try await run(
            """
            UPDATE schedule SET definition = ?, work = ?, next = ?, isPaused = ?, version = version + 1
            WHERE id = ? AND appNumber = ? AND version = COALESCE(?, version)
            """,
            [
                schedule.definition, schedule.work, schedule.next?.storedMilliseconds, schedule.isPaused, schedule.id,
                app, version,
            ]
        ) > 0
    }

    /// - Returns: `true` if it existed.
    package func removeSchedule(_ id: ScheduleID, of app: AppNumber) async throws(CloudStoreError) -> Bool {
        try await run("DELETE FROM schedule WHERE id = ? AND appNumber = ?", [id, app]) > 0
    }

    /// Returns the schedules that are due, the longest due first.
    package func dueSchedules(at date: Date, limit: Int) async throws(CloudStoreError) -> [ScheduleRecord] {
        try await list(
            "SELECT * FROM schedule WHERE next <= ? AND next IS NOT NULL AND isPaused = 0 ORDER BY next LIMIT ?",
            [date.storedMilliseconds, limit],
            ScheduleRecord.init
        )
    }

    package func nextScheduleDate() async throws(CloudStoreError) -> Date? {
        try await date("SELECT next FROM schedule WHERE next IS NOT NULL AND isPaused = 0 ORDER BY next LIMIT 1")
    }

    /// Runs a schedule in one transaction: accepts its pushes, and stores its new content and times and its next due
    /// time, or removes it without one; returns `false` if the schedule was changed since it was read.
    package func run(
        _ schedule: ScheduleRecord,
        pushes: [NewPush],
        work: String,
        next: Date?
    ) async throws(CloudStoreError) -> Bool {
        try await write(.rowLocks) { context in
            let changes =
                if let next {
                    try context.run(
                        "UPDATE schedule SET work = ?, next = ?, version = version + 1 WHERE number = ? AND version = ?",
                        [work, next.storedMilliseconds, schedule.number, schedule.version]
                    )
                } else {
                    try context.run(
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
