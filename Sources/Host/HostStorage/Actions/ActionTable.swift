import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
import TodayProtocol

/// The table of queued actions.
enum ActionTable {
    static func add(
        _ action: ActionsEnqueueRequest.NewAction,
        to group: GroupID,
        of app: AppID,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let text = try ActionLimits.check(action, in: group)
        guard try context.database.row("SELECT 1 FROM app WHERE id = ?", [app.rawValue]) != nil else {
            throw StoreError(.notFound, "\(app) is not installed.")
        }
        let key: StatementArguments = [app.rawValue, group.rawValue, action.id.rawValue]
        let isKnown = try context.database.row(
            """
            SELECT 1 FROM queuedAction WHERE appID = ?1 AND groupID = ?2 AND id = ?3
            UNION ALL SELECT 1 FROM processedAction WHERE appID = ?1 AND groupID = ?2 AND id = ?3
            """,
            key
        )
        guard isKnown == nil else { return .unchanged }
        try ActionQueueTable.add(1, bytes: text.utf8.count, to: app, in: context)
        try context.run(
            """
            INSERT INTO queuedAction (appID, groupID, id, payload, enqueued, state, attempts)
            VALUES (?, ?, ?, ?, ?, 'waiting', 0)
            """,
            key + [text, context.now.storedMilliseconds]
        )
        return context.record(.actions(app, group))
    }

    static func withdraw(
        _ ids: [ActionID],
        from group: GroupID,
        of app: AppID,
        requiresAll: Bool,
        enqueued: Set<ActionID>,
        in context: TransactionContext
    ) throws -> [ActionID] {
        let withdrawn = try context.reader.withdrawable(ids, from: group, of: app)
        for id in ids where requiresAll && !withdrawn.contains(id) {
            if try enqueued.contains(id) && !context.reader.hasAction(id, in: group, of: app) { continue }
            throw StoreError(.notFound, "The app has received the action \(id.rawValue.prefix(128)) meanwhile.")
        }
        for id in withdrawn {
            let row = try context.database.row(
                """
                DELETE FROM queuedAction WHERE appID = ? AND groupID = ? AND id = ?
                RETURNING length(CAST(payload AS BLOB))
                """,
                [app.rawValue, group.rawValue, id.rawValue]
            )
            try ActionQueueTable.add(-1, bytes: -(row?[0] ?? 0), to: app, in: context)
        }
        guard !withdrawn.isEmpty else { return [] }
        _ = context.record(.actions(app, group))
        return withdrawn
    }

    static func deliver(_ numbers: [Int64], in context: TransactionContext) throws -> Set<Int64> {
        var delivered: Set<Int64> = []
        for number in numbers {
            let count = try context.run(
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
    static func release(_ numbers: [Int64], in context: TransactionContext) throws -> OperationOutcome {
        for number in numbers {
            try context.run("DELETE FROM temp.actionInFlight WHERE number = ?", [number])
        }
        return .unchanged
    }

    static func finish(_ result: ActionBatchResult, in context: TransactionContext) throws -> OperationOutcome {
        try release(result.numbers, in: context)
        var rest: [Int64] = []
        var failed = 0
        var processed = 0
        for number in result.numbers {
            guard let id = try id(of: number, in: context) else { continue }
            if let reason = result.failed[id] {
                try countAttempt(of: number, reason, in: context)
                failed += 1
            } else if result.processed.contains(id) {
                try remove(number, in: context)
                processed += 1
            } else {
                rest.append(number)
            }
        }
        guard failed + processed + rest.count > 0 else {
            throw StoreError(.alreadyFinished, "The actions of \(result.app) were finished or removed before.")
        }
        if failed + processed == 0, let first = rest.first {
            try countAttempt(of: first, "The app did not say that it processed the action.", in: context)
        }
        if processed > 0 { _ = try ActionQueueTable.recordRun(of: result.app, hasProcessed: true, in: context) }
        return context.record(.actions(result.app, result.group))
    }

    static func fail(
        _ batch: ActionBatch,
        _ reason: LocalizableText,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        try release(batch.numbers, in: context)
        for number in batch.numbers where try id(of: number, in: context) != nil {
            try countAttempt(of: number, reason, in: context)
            break
        }
        return context.record(.actions(batch.app, batch.group))
    }

    static func retry(_ number: Int64, in context: TransactionContext) throws -> OperationOutcome {
        let (app, group) = try requireIdle(number, in: context)
        try context.run(
            "UPDATE queuedAction SET state = 'waiting', attempts = 0, nextAttempt = NULL, error = NULL WHERE number = ?",
            [number]
        )
        return context.record(.actions(app, group))
    }

    static func discard(_ number: Int64, in context: TransactionContext) throws -> OperationOutcome {
        let (app, group) = try requireIdle(number, in: context)
        try remove(number, in: context)
        return context.record(.actions(app, group))
    }

    /// Deletes all queued actions of an app and its state.
    static func removeAll(of app: AppID, in context: TransactionContext) throws {
        let groups = try context.database.rows(
            "SELECT DISTINCT groupID FROM queuedAction WHERE appID = ?",
            [app.rawValue]
        ).map { GroupID($0[0]) }
        try context.run("DELETE FROM queuedAction WHERE appID = ?", [app.rawValue])
        try context.run("DELETE FROM processedAction WHERE appID = ?", [app.rawValue])
        // The row stays until the request to open the app is removed.
        try context.run("DELETE FROM actionQueue WHERE appID = ? AND isRequested = 0", [app.rawValue])
        try context.run(
            """
            UPDATE actionQueue SET actions = 0, bytes = 0, remembered = 0, lastProcessed = NULL, lastRun = NULL
            WHERE appID = ?
            """,
            [app.rawValue]
        )
        for group in groups { _ = context.record(.actions(app, group)) }
    }

    // MARK: - One action

    private static func id(of number: Int64, in context: TransactionContext) throws -> ActionID? {
        try context.database.row("SELECT id FROM queuedAction WHERE number = ?", [number]).map { ActionID($0[0]) }
    }

    private static func countAttempt(
        of number: Int64,
        _ reason: LocalizableText,
        in context: TransactionContext
    ) throws {
        guard let row = try context.database.row("SELECT attempts FROM queuedAction WHERE number = ?", [number]) else {
            return
        }
        let attempts: Int = row[0] + 1
        let isOver = attempts >= ActionBackoff.attemptLimit
        let next = context.now.addingTimeInterval(ActionBackoff.delay(after: attempts)).storedMilliseconds
        try context.run(
            "UPDATE queuedAction SET attempts = ?, state = ?, nextAttempt = ?, error = ? WHERE number = ?",
            [
                attempts, isOver ? "failed" : "waiting", isOver ? nil : next,
                reason.stored(bytes: ActionOperation.reasonBytes), number,
            ]
        )
    }

    /// Removes an action and remembers its id.
    private static func remove(_ number: Int64, in context: TransactionContext) throws {
        guard
            let row = try context.database.row(
                "DELETE FROM queuedAction WHERE number = ? RETURNING appID, groupID, id, length(CAST(payload AS BLOB))",
                [number]
            )
        else { return }
        let (app, group, id): (String, String, String) = (row[0], row[1], row[2])
        try ActionQueueTable.add(-1, bytes: -(row[3] as Int), to: AppID(app), in: context)
        try remember(id, group, app, in: context)
    }

    /// Remembers the id of an action, and deletes remembered ids that are too old or exceed the limit of the app.
    private static func remember(_ id: String, _ group: String, _ app: String, in context: TransactionContext) throws {
        let count = try context.run(
            "INSERT OR IGNORE INTO processedAction (appID, groupID, id, date) VALUES (?, ?, ?, ?)",
            [app, group, id, context.now.storedMilliseconds]
        )
        let oldest = context.now.addingTimeInterval(-ActionOperation.processedLifetime).storedMilliseconds
        for row in try context.database.rows("DELETE FROM processedAction WHERE date < ? RETURNING appID", [oldest]) {
            try ActionQueueTable.addRemembered(-1, to: row[0], in: context)
        }
        let excess = try ActionQueueTable.addRemembered(count, to: app, in: context) - ActionOperation.processedLimit
        guard excess > 0 else { return }
        let dropped = try context.run(
            """
            DELETE FROM processedAction WHERE number IN (
                SELECT number FROM processedAction WHERE appID = ? ORDER BY number LIMIT ?)
            """,
            [app, excess]
        )
        try ActionQueueTable.addRemembered(-dropped, to: app, in: context)
    }

    private static func requireIdle(
        _ number: Int64,
        in context: TransactionContext
    ) throws -> (AppID, GroupID) {
        guard
            let row = try context.database.row(
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
