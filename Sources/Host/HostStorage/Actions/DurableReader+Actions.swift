package import FoundationEssentials
import GRDB
import HostModel
import JSON
import SQLiteSupport
package import TodayProtocol

extension DurableReader {
    /// Largest number of actions in a page, and largest size of their payloads; a page has at least one action.
    private static let actionPage = 100
    private static let actionPageBytes = 256 << 10

    private static let actionColumns = """
        number, appID, groupID, id, payload, enqueued, state, attempts, nextAttempt, error,
        EXISTS (SELECT 1 FROM temp.actionInFlight AS flight WHERE flight.number = queuedAction.number)
        """

    /// Reads the actions of an app and a group in order, starting after the ``ActionPage/next`` of the previous page.
    package func actions(of app: AppID, in group: GroupID, after: Int64? = nil) throws -> ActionPage {
        try page(
            """
            SELECT \(Self.actionColumns) FROM queuedAction WHERE appID = ? AND groupID = ? AND number > ?
            ORDER BY number LIMIT \(Self.actionPage + 1)
            """,
            [app.rawValue, group.rawValue, after ?? 0]
        )
    }

    /// Reads the actions of an app, or of all apps, in the same pages.
    package func actions(of app: AppID?, after: Int64? = nil) throws -> ActionPage {
        try page(
            """
            SELECT \(Self.actionColumns) FROM queuedAction WHERE number > ?1 AND (?2 IS NULL OR appID = ?2)
            ORDER BY number LIMIT \(Self.actionPage + 1)
            """,
            [after ?? 0, app?.rawValue]
        )
    }

    package func action(_ number: Int64) throws -> ActionRecord? {
        try readableRow("SELECT \(Self.actionColumns) FROM queuedAction WHERE number = ?", [number], Self.action)
    }

    /// Reads the actions that match a name that a person typed: the one with that number, or else those with that id,
    /// or else those whose ids begin with the name, if it has at least `shortestPrefix` characters.
    package func actions(
        named name: String,
        of app: AppID?,
        shortestPrefix: Int
    ) throws -> [(number: Int64, id: String)] {
        if let number = Int64(name), String(number) == name {
            let row = try first(
                "SELECT id FROM queuedAction WHERE number = ?1 AND (?2 IS NULL OR appID = ?2)",
                [number, app]
            )
            if let row { return [(number, row[0])] }
        }
        for condition in ["id = ?1", "substr(id, 1, length(?1)) = ?1"] {
            let found: [(number: Int64, id: String)] = try all(
                "SELECT number, id FROM queuedAction WHERE \(condition) AND (?2 IS NULL OR appID = ?2) ORDER BY number",
                [name, app]
            ).map { ($0[0], $0[1]) }
            if !found.isEmpty || name.count < shortestPrefix { return found }
        }
        return []
    }

    /// Reads the state of an app's queue for a group; an action waits `wait` seconds before its app should be opened.
    package func actionState(
        of app: AppID,
        in group: GroupID,
        now: Date,
        wait: Double = ActionOperation.requestDelay
    ) throws -> ActionQueueState {
        let row = try first(
            """
            SELECT count(*) FILTER (WHERE state = 'waiting'), count(*) FILTER (WHERE state = 'failed')
            FROM queuedAction WHERE appID = ? AND groupID = ?
            """,
            [app, group]
        )
        return ActionQueueState(
            pending: row?[0] ?? 0,
            failed: row?[1] ?? 0,
            lastProcessed: try lastProcessed(of: app),
            overdueSince: try actionSchedules(now: now, wait: wait, of: app).first?.request.flatMap {
                $0 <= now ? $0 : nil
            }
        )
    }

    /// Reads the time at which an app last emptied its queue; `nil` if it never did.
    package func lastProcessed(of app: AppID) throws -> Date? {
        try first("SELECT lastProcessed FROM actionQueue WHERE appID = ?", [app])?.date(0)
    }

    /// Reads which of the actions can be withdrawn because they were never delivered.
    package func withdrawable(_ ids: [ActionID], from group: GroupID, of app: AppID) throws -> [ActionID] {
        var known: Set<ActionID> = []
        return try ids.filter { id in
            guard known.insert(id).inserted else { return false }
            return try exists(
                """
                SELECT 1 FROM queuedAction
                WHERE appID = ? AND groupID = ? AND id = ? AND state = 'waiting' AND attempts = 0
                    AND NOT EXISTS (
                        SELECT 1 FROM temp.actionInFlight AS flight WHERE flight.number = queuedAction.number)
                """,
                [app, group, id]
            )
        }
    }

    package func hasAction(_ id: ActionID, in group: GroupID, of app: AppID) throws -> Bool {
        try exists("SELECT 1 FROM queuedAction WHERE appID = ? AND groupID = ? AND id = ?", [app, group, id])
    }

    /// Returns `true` if an app has ever had an action.
    package func hasActionQueue(_ app: AppID) throws -> Bool {
        try exists("SELECT 1 FROM actionQueue WHERE appID = ?", [app])
    }

    package func appsWithActions() throws -> Set<AppID> {
        Set(try all("SELECT appID FROM actionQueue WHERE actions > 0").map { AppID($0[0]) })
    }

    /// Reads the actions to deliver to an app next; `nil` if none is due.
    ///
    /// All belong to one group: among the groups that are due, the one with the oldest first action. A group is due
    /// when its first action is due, and an action that failed before is delivered alone. Actions whose last attempt
    /// failed before `requested` are due at once, and those of held groups wait.
    package func nextActions(
        of app: AppID,
        now: Date,
        ignoringBackoffBefore requested: Date? = nil,
        except heldGroups: Set<GroupID> = [],
        limit: Int = ActionOperation.batchLimit
    ) throws -> ActionBatch? {
        let due = try firstActions(of: app).filter {
            $0.isDue(at: now, ignoringBackoffBefore: requested) && !heldGroups.contains($0.group)
        }
        for first in due.sorted(by: { $0.number < $1.number }) {
            var bytes = 0
            var actions: [ActionRecord] = []
            let limit = first.attempts > 0 ? 1 : max(1, min(limit, ActionOperation.batchLimit))
            let cursor = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT \(Self.actionColumns) FROM queuedAction
                        WHERE appID = ? AND groupID = ? AND state = 'waiting' ORDER BY number
                        """
                ),
                arguments: [app.rawValue, first.group.rawValue]
            )
            while actions.count < limit, let row = try cursor.next() {
                let size = (row[4] as String).utf8.count
                guard actions.isEmpty || bytes + size <= ActionOperation.batchBytes else { break }
                guard let record = readable({ () throws(StoreError) in try Self.action(row) }) else { continue }
                actions.append(record)
                bytes += size
            }
            if !actions.isEmpty { return ActionBatch(app: app, group: first.group, actions: actions) }
        }
        return nil
    }

    package func waitingActionCount(of app: AppID) throws -> Int {
        try number("SELECT count(*) FROM queuedAction WHERE appID = ? AND state = 'waiting'", [app])
    }

    /// Reads the pending work of one app, or of every app that has actions or a request to open it.
    package func actionSchedules(
        now: Date,
        wait: Double = ActionOperation.requestDelay,
        of app: AppID? = nil
    ) throws -> [ActionSchedule] {
        try all(
            """
            SELECT appID, lastProcessed, lastRun, isRequested FROM actionQueue
            WHERE (actions > 0 OR isRequested = 1) AND (?1 IS NULL OR appID = ?1)
            """,
            [app]
        ).map { row in
            let app = AppID(row[0])
            let times = [row[1] as Int64?, row[2] as Int64?].compactMap(\.self)
            let firsts = try firstActions(of: app)
            let oldest = firsts.map(\.enqueued).min()
            return ActionSchedule(
                app: app,
                nextAttempt: firsts.compactMap { $0.isDue(at: now) ? nil : $0.nextAttempt }.min(),
                isDue: firsts.contains { $0.isDue(at: now) },
                request: oldest.map { oldest in
                    Date(storedMilliseconds: (times + [oldest]).max() ?? oldest)
                        .addingTimeInterval(wait)
                },
                isRequested: row[3]
            )
        }
    }

    private struct FirstAction {
        var group: GroupID
        var number: Int64
        var attempts: Int
        var enqueued: Int64
        var nextAttempt: Date?

        func isDue(at now: Date, ignoringBackoffBefore requested: Date? = nil) -> Bool {
            guard let nextAttempt else { return true }
            let lastAttempt = nextAttempt.addingTimeInterval(-ActionBackoff.delay(after: attempts))
            if let requested, lastAttempt < requested { return true }
            // A time further ahead than the longest wait means that the clock was set back.
            return nextAttempt <= now || nextAttempt > now.addingTimeInterval(ActionBackoff.longest)
        }
    }

    /// Reads the first waiting action of each group of an app, with one index step for each group.
    private func firstActions(of app: AppID) throws -> [FirstAction] {
        var firsts: [FirstAction] = []
        while true {
            let row = try first(
                """
                SELECT groupID, number, attempts, enqueued, nextAttempt FROM queuedAction
                WHERE appID = ? AND state = 'waiting' AND groupID > ? ORDER BY groupID, number LIMIT 1
                """,
                [app, firsts.last?.group.rawValue ?? ""]
            )
            guard let row else { return firsts }
            firsts.append(
                FirstAction(
                    group: GroupID(row[0]),
                    number: row[1],
                    attempts: row[2],
                    enqueued: row[3],
                    nextAttempt: row.date(4)
                )
            )
        }
    }

    private func page(_ sql: String, _ arguments: StoredValues) throws -> ActionPage {
        var bytes = 0
        var last: Int64 = 0
        var count = 0
        var isFull = false
        let actions = try readableRows(
            sql,
            arguments,
            where: { row in
                guard !isFull else { return false }
                bytes += (row[4] as String).utf8.count
                guard count < Self.actionPage, count == 0 || bytes <= Self.actionPageBytes else {
                    isFull = true
                    return false
                }
                count += 1
                last = row[0]
                return true
            },
            Self.action
        )
        return ActionPage(actions: actions, next: isFull ? last : nil)
    }

    private static func action(_ row: Row) throws(StoreError) -> ActionRecord {
        let id: String = row[3]
        let state: String = row[6]
        let attempts: Int = row[7]
        let error = (row[9] as String?).map { LocalizableText(stored: $0) }
        let isInFlight: Bool = row[10]
        let app = AppID(row[1])
        return ActionRecord(
            number: row[0],
            app: app,
            group: GroupID(row[2]),
            action: PendingAction(
                id: ActionID(id),
                payload: try StoredJSON.value(row[4], as: JSONValue.self, of: "the action \(id) of \(app)"),
                enqueued: Date(storedMilliseconds: row[5]),
                state: state == "failed" ? .failed : isInFlight ? .delivered : attempts > 0 ? .retrying : .waiting,
                attempts: attempts,
                error: error?.english
            ),
            error: error,
            nextAttempt: row.date(8)
        )
    }
}
