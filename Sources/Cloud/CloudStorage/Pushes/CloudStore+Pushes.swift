import FoundationEssentials
import SQLStore
import SQLiteSupport

extension CloudStore {
    /// Accepts pushes, either all or none; then they are on disk, and reach their audience even if the cloud crashes.
    package func accept(_ pushes: [NewPush], of app: AppNumber) async throws(CloudStoreError) {
        try await write(.rowLocks) { context in try context.accept(pushes, of: app) }
    }

    /// Delivers pages of pushes in order, and stores their cursors, in one transaction; `true` if the outbox has work.
    ///
    /// A page is ignored if the cursor of its push has changed since the push was read.
    @discardableResult
    package func deliver(_ pages: [PushPage]) async throws(CloudStoreError) -> Bool {
        try await write(.rowLocks) { context in
            try pages.reduce(false) { isWaiting, page in try context.deliver(page) || isWaiting }
        }
    }

    /// Withdraws a message, by its id or that of its push, from every inbox; returns `true` if the app has it.
    ///
    /// From now on it cannot be read; ``expireMessages(notice:)`` removes it and appends events for the devices.
    package func withdrawMessage(_ id: String, of app: AppNumber) async throws(CloudStoreError) -> Bool {
        try await write { context in
            let number: MessageNumber? = try context.value(
                """
                SELECT number FROM message WHERE appNumber = ? AND id = ?
                UNION SELECT messageNumber FROM push WHERE appNumber = ? AND id = ? AND messageNumber IS NOT NULL
                """,
                [app, id, app, id]
            )
            guard let number else { return false }
            let now = context.now.storedMilliseconds
            return try context.run(
                "UPDATE message SET expires = ?, isWithdrawn = 1 WHERE number = ? AND COALESCE(expires, ?) > ?",
                [now, number, Int64.max, now]
            ) > 0
        }
    }
}

extension WriteContext {
    private static let hostType = "open::today"

    func accept(_ pushes: [NewPush], of app: AppNumber) throws {
        for push in pushes {
            let content = try addContent(push.content, isOpen: true)
            let message = try push.message.map { try add($0, of: app) }
            let number = try insert(
                """
                INSERT INTO push (id, appNumber, created, place, selection, contentNumber, messageNumber, nextLook)
                VALUES (?, ?, ?, 0, ?, ?, ?, ?)
                """,
                [push.id, app, now.storedMilliseconds, push.selection, content, message, nextLook]
            )
            try addOutboxContents(push.outbox, of: number, app: app)
        }
    }

    private func add(_ message: NewMessage, of app: AppNumber) throws -> Int64 {
        let number = try insert(
            """
            INSERT INTO message (id, appNumber, title, contentType, sent, expires, extra, icons)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                message.id, app, message.title, message.contentType, message.sent.storedMilliseconds,
                message.expires?.storedMilliseconds, message.extra, message.icons,
            ]
        )
        try run("INSERT INTO messageBody (messageNumber, body) VALUES (?, ?)", [number, message.body])
        return number
    }

    fileprivate func deliver(_ page: PushPage) throws -> Bool {
        let push = page.push
        try lockRows("SELECT 1 FROM push WHERE number = ?", [push.number])
        let row = try row(
            "SELECT contentNumber, messageNumber FROM push WHERE number = ? AND place = ?",
            [push.number, push.cursor]
        )
        guard let row else { return false }
        let devices = Set(page.recipients.compactMap(\.device))
        if let content: Int64 = row["contentNumber"], let kept = try storedContent(content) {
            try append(content, kept, to: Array(devices))
            try add(PushCount(sends: devices.count), to: push.number, type: Self.hostType)
        }
        if let message: MessageNumber = row["messageNumber"] {
            let inboxes = try put(message, into: Set(page.recipients.compactMap(\.inbox)))
            try add(PushCount(sends: inboxes.count), toMessageOf: push.number)
            let others = try self.devices(showing: inboxes).filter { !devices.contains($0) }
            try append(page.notice, to: others, mergeKey: page.notice.body)
        }
        let isWaiting = try queueForOutbox(push.number, page.recipients.map(\.channel))
        if let cursor = page.cursor {
            try run("UPDATE push SET place = ? WHERE number = ?", [cursor, push.number])
        } else {
            try run("UPDATE push SET place = NULL, selection = NULL WHERE number = ?", [push.number])
            if let content: Int64 = row["contentNumber"] { try closeContent(content) }
        }
        return isWaiting
    }

    private func storedContent(_ number: Int64) throws -> EventContent? {
        try row("SELECT kind, body, expires, created FROM content WHERE number = ?", [number]).map(EventContent.init)
    }

    /// Puts a message into inboxes, and returns those that did not have it before.
    private func put(_ message: MessageNumber, into inboxes: Set<InboxNumber>) throws -> [InboxNumber] {
        guard !inboxes.isEmpty else { return [] }
        let changed: [InboxNumber] = try values(
            """
            INSERT INTO inboxEntry (inboxNumber, messageNumber, isUnread)
            SELECT inbox.number, message.number, 1 FROM inbox, message
            WHERE inbox.number IN (SELECT value FROM json_each(?)) AND message.number = ?
            AND message.appNumber = inbox.appNumber AND COALESCE(message.expires, ?) > ?
            ON CONFLICT DO NOTHING RETURNING inboxNumber
            """,
            [inboxes.jsonNumbers(), message, Int64.max, now.storedMilliseconds]
        )
        try touchInboxes(changed, gained: 1)
        try trimInboxes(changed)
        return changed
    }
}

extension CloudStore {
    /// The largest total size of the selections of a page of pushes, in bytes; a page always has at least one push.
    package static let selectionLimit = 1024 * 1024

    /// Returns at most `limit` of the pushes that have not reached all of their audience, ordered by app and then by
    /// age; fewer if their selections are large, and none only if all pushes are finished.
    ///
    /// The order begins with the app after the last one that had its turn, and ends with that one.
    package func pendingPushes(
        after last: AppNumber = AppNumber(0),
        limit: Int
    ) async throws(CloudStoreError) -> [UnfinishedPush] {
        try await read { database in
            var pushes: [UnfinishedPush] = []
            var size = 0
            // Two range scans of one index, since a single one cannot begin in the middle and wrap around.
            for condition in ["push.appNumber > ?", "push.appNumber <= ?"] where pushes.count < limit {
                // SQLite never reorders a cross join, so the order is that of the index.
                let query = """
                    SELECT push.number, push.appNumber, app.name AS appName, place, selection, content.expires,
                    messageNumber FROM push CROSS JOIN app ON app.number = push.appNumber
                    LEFT JOIN content ON content.number = push.contentNumber
                    WHERE place IS NOT NULL AND \(condition) ORDER BY push.appNumber, push.number LIMIT ?
                    """
                let rows = try database.cursor(query, [last, limit - pushes.count], readsFew: true)
                while let row = try rows.next() {
                    let push = UnfinishedPush(row)
                    size += push.selection.utf8.count
                    guard pushes.isEmpty || size <= Self.selectionLimit else { return pushes }
                    pushes.append(push)
                }
            }
            return pushes
        }
    }
}

extension UnfinishedPush {
    fileprivate init(_ row: SQLRow) {
        self.init(
            number: row["number"],
            app: row["appNumber"],
            appName: row["appName"],
            cursor: ChannelNumber(row["place"]),
            selection: row["selection"],
            // Without the content, the push has expired.
            expires: row.optionalDate("expires") ?? .distantPast,
            hasMessage: row["messageNumber"] != nil as Int64?
        )
    }
}
