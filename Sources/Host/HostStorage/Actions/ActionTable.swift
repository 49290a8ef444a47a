import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
import TodayProtocol

/// The table of queued actions.
extension TransactionContext {
    func enqueue(
        _ action: ActionsEnqueueRequest.NewAction,
        to group: GroupID,
        of app: AppID
    ) throws -> OperationOutcome {
        let text = try ActionLimits.check(action, in: group)
        try requireInstalled(app)
        let count = try run(
            """
            INSERT INTO queuedAction (appID, groupID, id, payload, enqueued, state, attempts)
            SELECT ?1, ?2, ?3, ?4, ?5, 'waiting', 0
            WHERE NOT EXISTS (SELECT 1 FROM processedAction WHERE appID = ?1 AND groupID = ?2 AND id = ?3)
            ON CONFLICT (appID, groupID, id) DO NOTHING
            """,
            [app, group, action.id, text, now]
        )
        guard count > 0 else { return .unchanged }
        try countActions(1, bytes: text.utf8.count, to: app)
        return record(.actions(app, group))
    }

    func withdraw(
        _ ids: [ActionID],
        from group: GroupID,
        of app: AppID,
        requiresAll: Bool,
        enqueued: Set<ActionID>
    ) throws -> [ActionID] {
        let withdrawn = try reader.withdrawable(ids, from: group, of: app)
        for id in ids where requiresAll && !withdrawn.contains(id) {
            if try enqueued.contains(id) && !reader.hasAction(id, in: group, of: app) { continue }
            throw StoreError(.notFound, "The app has received the action \(id.rawValue.prefix(128)) meanwhile.")
        }
        for id in withdrawn {
            let row = try first(
                """
                DELETE FROM queuedAction WHERE appID = ? AND groupID = ? AND id = ?
                RETURNING length(CAST(payload AS BLOB))
                """,
                [app, group, id]
            )
            try countActions(-1, bytes: -(row?[0] ?? 0), to: app)
        }
        guard !withdrawn.isEmpty else { return [] }
        record(.actions(app, group))
        return withdrawn
    }

    func deliver(_ numbers: [Int64]) throws -> Set<Int64> {
        var delivered: Set<Int64> = []
        for number in numbers {
            let count = try run(
                """
                INSERT OR REPLACE INTO temp.actionInFlight (number)
                SELECT number FROM queuedAction WHERE number = ? AND state = 'waiting'
                """,
                [number]
            )
            if count > 0 { delivered.insert(number) }
        }
        return delivered
    }

    @discardableResult
    func release(_ numbers: [Int64]) throws -> OperationOutcome {
        for number in numbers {
            try run("DELETE FROM temp.actionInFlight WHERE number = ?", [number])
        }
        return .unchanged
    }

    func finish(
        _ batch: ActionBatch,
        _ processedIDs: Set<ActionID>,
        _ failures: [ActionID: LocalizableText]
    ) throws -> OperationOutcome {
        try release(batch.numbers)
        var rest: [Int64] = []
        var failed = 0
        var processed = 0
        for number in batch.numbers {
            guard let id = try id(of: number) else { continue }
            if let reason = failures[id] {
                try countAttempt(of: number, reason)
                failed += 1
            } else if processedIDs.contains(id) {
                try remove(number)
                processed += 1
            } else {
                rest.append(number)
            }
        }
        guard failed + processed + rest.count > 0 else {
            throw StoreError(.alreadyFinished, "The actions of \(batch.app) were finished or removed before.")
        }
        if failed + processed == 0, let first = rest.first {
            try countAttempt(of: first, "The app did not say that it processed the action.")
        }
        if processed > 0 { _ = try recordRun(of: batch.app, hasProcessed: true) }
        return record(.actions(batch.app, batch.group))
    }

    func fail(_ batch: ActionBatch, _ reason: LocalizableText) throws -> OperationOutcome {
        try release(batch.numbers)
        for number in batch.numbers where try id(of: number) != nil {
            try countAttempt(of: number, reason)
            break
        }
        return record(.actions(batch.app, batch.group))
    }

    func retryAction(_ number: Int64) throws -> OperationOutcome {
        let (app, group) = try requireIdle(number)
        try run(
            "UPDATE queuedAction SET state = 'waiting', attempts = 0, nextAttempt = NULL, error = NULL WHERE number = ?",
            [number]
        )
        return record(.actions(app, group))
    }

    func discardAction(_ number: Int64) throws -> OperationOutcome {
        let (app, group) = try requireIdle(number)
        try remove(number)
        return record(.actions(app, group))
    }

    func removeActions(of app: AppID) throws {
        let groups = try all("SELECT DISTINCT groupID FROM queuedAction WHERE appID = ?", [app]).map { GroupID($0[0]) }
        try run("DELETE FROM queuedAction WHERE appID = ?", [app])
        try run("DELETE FROM processedAction WHERE appID = ?", [app])
        // The row stays until the request to open the app is removed.
        try run("DELETE FROM actionQueue WHERE appID = ? AND isRequested = 0", [app])
        try run(
            """
            UPDATE actionQueue SET actions = 0, bytes = 0, remembered = 0, lastProcessed = NULL, lastRun = NULL
            WHERE appID = ?
            """,
            [app]
        )
        for group in groups { record(.actions(app, group)) }
    }

    private func id(of number: Int64) throws -> ActionID? {
        try first("SELECT id FROM queuedAction WHERE number = ?", [number]).map { ActionID($0[0]) }
    }

    private func countAttempt(of number: Int64, _ reason: LocalizableText) throws {
        guard let row = try first("SELECT attempts FROM queuedAction WHERE number = ?", [number]) else {
            return
        }
        let attempts: Int = row[0] + 1
        let isOver = attempts >= ActionBackoff.attemptLimit
        let next = now.addingTimeInterval(ActionBackoff.delay(after: attempts)).storedMilliseconds
        try run(
            "UPDATE queuedAction SET attempts = ?, state = ?, nextAttempt = ?, error = ? WHERE number = ?",
            [
                attempts, isOver ? "failed" : "waiting", isOver ? nil : next,
                reason.stored(bytes: ActionOperation.reasonBytes), number,
            ]
        )
    }

    private func remove(_ number: Int64) throws {
        guard
            let row = try first(
                "DELETE FROM queuedAction WHERE number = ? RETURNING appID, groupID, id, length(CAST(payload AS BLOB))",
                [number]
            )
        else { return }
        let (app, group, id): (String, String, String) = (row[0], row[1], row[2])
        try countActions(-1, bytes: -(row[3] as Int), to: AppID(app))
        try remember(id, group, app)
    }

    /// Remembers the id of an action, and deletes remembered ids that are too old or exceed the limit of the app.
    private func remember(_ id: String, _ group: String, _ app: String) throws {
        let count = try run(
            "INSERT OR IGNORE INTO processedAction (appID, groupID, id, date) VALUES (?, ?, ?, ?)",
            [app, group, id, now]
        )
        let oldest = now.addingTimeInterval(-ActionOperation.processedLifetime).storedMilliseconds
        for row in try all("DELETE FROM processedAction WHERE date < ? RETURNING appID", [oldest]) {
            try addRemembered(-1, to: row[0])
        }
        let excess = try addRemembered(count, to: app) - ActionOperation.processedLimit
        guard excess > 0 else { return }
        let dropped = try run(
            """
            DELETE FROM processedAction WHERE number IN (
                SELECT number FROM processedAction WHERE appID = ? ORDER BY number LIMIT ?)
            """,
            [app, excess]
        )
        try addRemembered(-dropped, to: app)
    }

    private func requireIdle(_ number: Int64) throws -> (AppID, GroupID) {
        guard
            let row = try first(
                """
                SELECT appID, groupID, EXISTS (SELECT 1 FROM temp.actionInFlight AS flight WHERE flight.number = ?1)
                FROM queuedAction WHERE number = ?1
                """,
                [number]
            )
        else {
            throw StoreError(.notFound, .noSuchAction(String(number)))
        }
        guard !row[2] else { throw StoreError(.invalid, .actionBeingProcessed(String(number))) }
        return (AppID(row[0]), GroupID(row[1]))
    }
}

/// The table with one row for each app that has had actions.
extension TransactionContext {
    /// Adjusts the number and the size of an app's actions; refused with code `limitExceeded` beyond a limit.
    func countActions(_ change: Int, bytes: Int, to app: AppID) throws {
        let row = try first(
            """
            INSERT INTO actionQueue (appID, actions, bytes, isRequested) VALUES (?1, max(?2, 0), max(?3, 0), 0)
            ON CONFLICT (appID) DO UPDATE SET actions = max(actions + ?2, 0), bytes = max(bytes + ?3, 0)
            RETURNING actions, bytes
            """,
            [app, change, bytes]
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

    /// Adjusts the number of an app's remembered ids, and returns it.
    @discardableResult
    func addRemembered(_ change: Int, to app: String) throws -> Int {
        try number(
            "UPDATE actionQueue SET remembered = max(remembered + ?, 0) WHERE appID = ? RETURNING remembered",
            [change, app]
        )
    }

    func recordRun(of app: AppID, hasProcessed: Bool) throws -> OperationOutcome {
        guard hasProcessed else {
            let count = try run("UPDATE actionQueue SET lastRun = ? WHERE appID = ? AND actions > 0", [now, app])
            return count > 0 ? .changed : .unchanged
        }
        try run("DELETE FROM scheduledWake WHERE appID = ? AND date <= ?", [app, now], recording: .scheduledWake(app))
        let waits = try exists("SELECT 1 FROM queuedAction WHERE appID = ? AND state = 'waiting' LIMIT 1", [app])
        let now = now.storedMilliseconds
        try run(
            """
            INSERT INTO actionQueue (appID, actions, isRequested, lastRun, lastProcessed)
            VALUES (?1, 0, 0, ?2, iif(?3, NULL, ?2))
            ON CONFLICT (appID) DO UPDATE SET lastRun = ?2, lastProcessed = iif(?3, lastProcessed, ?2)
            """,
            [app, now, waits]
        )
        return .changed
    }

    func setRequested(_ isRequested: Bool, of app: AppID) throws -> OperationOutcome {
        let count = try run(
            "UPDATE actionQueue SET isRequested = ?2 WHERE appID = ?1 AND isRequested <> ?2",
            [app, isRequested]
        )
        return count > 0 ? .changed : .unchanged
    }
}
