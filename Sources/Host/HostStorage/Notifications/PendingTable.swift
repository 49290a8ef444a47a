import FoundationEssentials
import GRDB
import SQLiteSupport
import TodayProtocol

/// The table of pending requests.
enum PendingTable {
    static func schedule(
        _ scheduled: ScheduledNotification,
        perMinute: Int = .max,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let app = scheduled.app
        let identifier = scheduled.request.identifier
        let due = try stored(scheduled.due, of: identifier, app: app)
        let request = try StoredJSON.text(scheduled.request, of: "The notification \(identifier) of \(app)")
        let actions = try StoredActions.text(scheduled.actions, of: identifier, app: app)
        let size = request.utf8.count + (actions?.utf8.count ?? 0)
        _ = try remove(identifier, of: app, in: context)
        let usage = try NotificationUsage.of(app, in: context.database)
        guard usage.pending < NotificationOperation.pendingLimit else {
            throw StoreError(
                .limitExceeded,
                "\(app) has \(NotificationOperation.pendingLimit) pending notifications already; take some back first."
            )
        }
        guard usage.pendingBytes + size <= NotificationOperation.pendingBytes else {
            throw StoreError(
                .limitExceeded,
                """
                The pending notifications of \(app) would have more than \(NotificationOperation.pendingBytes) bytes; \
                take some back first.
                """
            )
        }
        if perMinute < .max, try count(of: app, around: scheduled.due, upTo: perMinute, in: context) >= perMinute {
            throw StoreError(
                .limitExceeded,
                "\(app) has \(perMinute) notifications for this minute already; put several into one."
            )
        }
        try context.run(
            """
            INSERT INTO pendingNotification (appID, identifier, request, actions, size, due, floats)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [app.rawValue, identifier, request, actions, size, due, scheduled.floats ? 1 : 0]
        )
        try NotificationUsage(pending: 1, pendingBytes: size).add(to: app, in: context)
        return context.record(.schedule)
    }

    /// Counts the requests of an app that are due within a minute of a time, up to a limit.
    private static func count(
        of app: AppID,
        around due: Date,
        upTo limit: Int,
        in context: TransactionContext
    ) throws -> Int {
        let half = NotificationOperation.minute
        let row = try context.database.row(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM pendingNotification WHERE appID = ? AND due > ? AND due < ? LIMIT ?)
            """,
            [
                app.rawValue, (due - half).storedMilliseconds, (due + half).storedMilliseconds,
                limit,
            ]
        )
        return row?[0] ?? 0
    }

    static func reschedule(
        _ identifier: String,
        of app: AppID,
        generation: Int64,
        due: Date,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let count = try context.run(
            """
            UPDATE pendingNotification SET due = ?1
            WHERE appID = ?2 AND identifier = ?3 AND generation = ?4 AND due <> ?1
            """,
            [try stored(due, of: identifier, app: app), app.rawValue, identifier, generation]
        )
        return count > 0 ? context.record(.schedule) : .unchanged
    }

    /// Moves a due request to its next due time, or removes it if there is none.
    ///
    /// - Returns: `false` if the request was replaced, rescheduled or removed since it was read.
    static func advance(
        _ scheduled: ScheduledNotification,
        to next: Date?,
        in context: TransactionContext
    ) throws -> Bool {
        let app = scheduled.app
        let identifier = scheduled.request.identifier
        let isCurrent = try context.database.row(
            "SELECT 1 FROM pendingNotification WHERE appID = ? AND identifier = ? AND generation = ? AND due = ?",
            [
                app.rawValue, identifier, scheduled.generation,
                try stored(scheduled.due, of: identifier, app: app),
            ]
        )
        guard isCurrent != nil else { return false }
        if let next {
            try context.run(
                "UPDATE pendingNotification SET due = ? WHERE appID = ? AND identifier = ?",
                [try stored(next, of: identifier, app: app), app.rawValue, identifier]
            )
        } else {
            _ = try remove(identifier, of: app, in: context)
        }
        _ = context.record(.schedule)
        return true
    }

    static func remove(
        _ identifiers: [String],
        of app: AppID,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        var isChanged = false
        for identifier in identifiers where try remove(identifier, of: app, in: context) { isChanged = true }
        return isChanged ? context.record(.schedule) : .unchanged
    }

    static func removeAll(of app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        let usage = try NotificationUsage.of(app, in: context.database)
        guard usage.pending > 0 else { return .unchanged }
        try context.run("DELETE FROM pendingNotification WHERE appID = ?", [app.rawValue])
        try NotificationUsage(pending: -usage.pending, pendingBytes: -usage.pendingBytes).add(to: app, in: context)
        return context.record(.schedule)
    }

    /// Removes one request without recording a change.
    ///
    /// - Returns: `true` if there was one.
    private static func remove(_ identifier: String, of app: AppID, in context: TransactionContext) throws -> Bool {
        let row = try context.database.row(
            "SELECT generation, size FROM pendingNotification WHERE appID = ? AND identifier = ?",
            [app.rawValue, identifier]
        )
        guard let row else { return false }
        let generation: Int64 = row[0]
        let size: Int = row[1]
        try context.run("DELETE FROM pendingNotification WHERE generation = ?", [generation])
        try NotificationUsage(pending: -1, pendingBytes: -size).add(to: app, in: context)
        return true
    }

    private static func stored(_ due: Date, of identifier: String, app: AppID) throws(StoreError) -> Int64 {
        guard NotificationOperation.dueTimes.contains(due) else {
            throw StoreError(
                .invalid,
                "The notification \(identifier) of \(app) would fall due beyond the years 1 to 9999."
            )
        }
        return due.storedMilliseconds
    }
}
