package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// A pending request with its due time.
package struct ScheduledNotification: Hashable, Sendable {
    package var app: AppID
    package var request: NotificationRequest
    /// The notification's own actions, which replace its category's.
    package var actions: [NotificationAction]
    package var due: Date
    /// `true` if its due time follows the person's time zone.
    package var floats: Bool
    /// Ascending number that changes whenever the request is replaced; 0 before it is stored.
    package var generation: Int64

    package init(
        app: AppID,
        request: NotificationRequest,
        actions: [NotificationAction] = [],
        due: Date,
        floats: Bool = false,
        generation: Int64 = 0
    ) {
        self.app = app
        self.request = request
        self.actions = actions
        self.due = due
        self.floats = floats
        self.generation = generation
    }
}

/// The table of pending requests.
extension TransactionContext {
    func schedule(_ scheduled: ScheduledNotification, perMinute: Int = .max) throws -> OperationOutcome {
        let app = scheduled.app
        let identifier = scheduled.request.identifier
        let due = try stored(scheduled.due, of: identifier, app: app)
        let request = try StoredJSON.text(scheduled.request, of: "The notification \(identifier) of \(app)")
        let actions = try StoredActions.text(scheduled.actions, of: identifier, app: app)
        let size = request.utf8.count + (actions?.utf8.count ?? 0)
        _ = try removePending(identifier, of: app)
        let usage = try reader.notificationUsage(of: app)
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
        if perMinute < .max, try count(of: app, around: scheduled.due, upTo: perMinute) >= perMinute {
            throw StoreError(
                .limitExceeded,
                "\(app) has \(perMinute) notifications for this minute already; put several into one."
            )
        }
        try run(
            """
            INSERT INTO pendingNotification (appID, identifier, request, actions, size, due, floats)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [app, identifier, request, actions, size, due, scheduled.floats]
        )
        try count(NotificationUsage(pending: 1, pendingBytes: size), of: app)
        return record(.schedule)
    }

    /// Counts the requests of an app that are due within a minute of a time, up to a limit.
    private func count(of app: AppID, around due: Date, upTo limit: Int) throws -> Int {
        let half = NotificationOperation.minute
        return try number(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM pendingNotification WHERE appID = ? AND due > ? AND due < ? LIMIT ?)
            """,
            [app, due - half, due + half, limit]
        )
    }

    func reschedule(_ identifier: String, of app: AppID, generation: Int64, due: Date) throws -> OperationOutcome {
        try run(
            """
            UPDATE pendingNotification SET due = ?1
            WHERE appID = ?2 AND identifier = ?3 AND generation = ?4 AND due <> ?1
            """,
            [try stored(due, of: identifier, app: app), app, identifier, generation],
            recording: .schedule
        )
    }

    /// Moves a due request to its next due time, or removes it if there is none; `false` if it is no longer current.
    func advance(_ scheduled: ScheduledNotification, to next: Date?) throws -> Bool {
        let app = scheduled.app
        let identifier = scheduled.request.identifier
        let isCurrent = try exists(
            "SELECT 1 FROM pendingNotification WHERE appID = ? AND identifier = ? AND generation = ? AND due = ?",
            [app, identifier, scheduled.generation, try stored(scheduled.due, of: identifier, app: app)]
        )
        guard isCurrent else { return false }
        if let next {
            try run(
                "UPDATE pendingNotification SET due = ? WHERE appID = ? AND identifier = ?",
                [try stored(next, of: identifier, app: app), app, identifier]
            )
        } else {
            _ = try removePending(identifier, of: app)
        }
        record(.schedule)
        return true
    }

    func removePending(_ identifiers: [String], of app: AppID) throws -> OperationOutcome {
        var isChanged = false
        for identifier in identifiers where try removePending(identifier, of: app) { isChanged = true }
        return isChanged ? record(.schedule) : .unchanged
    }

    func removeAllPending(of app: AppID) throws -> OperationOutcome {
        let usage = try reader.notificationUsage(of: app)
        guard usage.pending > 0 else { return .unchanged }
        try run("DELETE FROM pendingNotification WHERE appID = ?", [app])
        try count(NotificationUsage(pending: -usage.pending, pendingBytes: -usage.pendingBytes), of: app)
        return record(.schedule)
    }

    /// Removes one request without recording a change; `true` if there was one.
    private func removePending(_ identifier: String, of app: AppID) throws -> Bool {
        let row = try first(
            "SELECT generation, size FROM pendingNotification WHERE appID = ? AND identifier = ?",
            [app, identifier]
        )
        guard let row else { return false }
        let generation: Int64 = row[0]
        let size: Int = row[1]
        try run("DELETE FROM pendingNotification WHERE generation = ?", [generation])
        try count(NotificationUsage(pending: -1, pendingBytes: -size), of: app)
        return true
    }

    private func stored(_ due: Date, of identifier: String, app: AppID) throws(StoreError) -> Int64 {
        guard NotificationOperation.dueTimes.contains(due) else {
            throw StoreError(
                .invalid,
                "The notification \(identifier) of \(app) would fall due beyond the years 1 to 9999."
            )
        }
        return due.storedMilliseconds
    }
}

/// Reads of pending requests, which skip and log damaged rows.
extension DurableReader {
    /// The largest number of notifications or requests that one read returns.
    package static let largestNotificationPage = 1000

    private static let pendingColumns = "appID, identifier, request, actions, due, floats, generation"

    package func nextDue() throws -> Date? {
        try pendingNotifications(of: nil, soonest: 1).first?.due
    }

    /// Reads the requests that are due by a time, sorted by due time, then by the order of scheduling.
    package func due(before date: Date, limit: Int) throws -> [ScheduledNotification] {
        try scheduled("WHERE due <= ? ORDER BY due, generation", [date], limit: limit)
    }

    /// Reads a page of the requests that follow the person's time zone after one, sorted by app and identifier; a page
    /// with fewer than `limit` and ``largestNotificationPage`` is the last.
    package func floatingNotifications(
        after: (app: AppID, identifier: String)?,
        limit: Int
    ) throws -> [ScheduledNotification] {
        try scheduled(
            """
            INDEXED BY pendingNotificationFloating
            WHERE floats = 1 AND (appID, identifier) > (?, ?) ORDER BY appID, identifier
            """,
            [after?.app.rawValue ?? "", after?.identifier ?? ""],
            limit: limit
        )
    }

    package func scheduled(_ app: AppID, identifier: String) throws -> ScheduledNotification? {
        try scheduled("WHERE appID = ? AND identifier = ?", [app, identifier], limit: 1).first
    }

    /// Reads a page of an app's pending requests, like ``deliveredNotifications(of:after:limit:)``.
    package func pendingNotifications(of app: AppID, after: String?, limit: Int) throws -> [ScheduledNotification] {
        try scheduled("WHERE appID = ? AND identifier > ? ORDER BY identifier", [app, after ?? ""], limit: limit)
    }

    /// Reads the first pending requests of one app or of all, sorted by due time, then by the order of scheduling.
    package func pendingNotifications(of app: AppID?, soonest limit: Int) throws -> [ScheduledNotification] {
        guard let app else { return try scheduled("ORDER BY due, generation", limit: limit) }
        return try scheduled("WHERE appID = ? ORDER BY due, generation", [app], limit: limit)
    }

    private func scheduled(_ rest: String, _ values: StoredValues = [], limit: Int) throws -> [ScheduledNotification] {
        try readableRows(
            "SELECT \(Self.pendingColumns) FROM pendingNotification \(rest)",
            values,
            limit: min(limit, Self.largestNotificationPage),
            Self.scheduled
        )
    }

    package func pendingCount(of app: AppID) throws -> Int {
        try notificationUsage(of: app).pending
    }

    private static func scheduled(_ row: Row) throws(StoreError) -> ScheduledNotification {
        let app: String = row[0]
        let identifier: String = row[1]
        let what = { "the pending notification \(identifier) of \(app)" }
        return ScheduledNotification(
            app: AppID(app),
            request: try StoredJSON.value(row[2], of: what()),
            actions: try StoredActions.value(row[3], of: what()),
            due: Date(storedMilliseconds: row[4]),
            floats: row[5],
            generation: row[6]
        )
    }
}
