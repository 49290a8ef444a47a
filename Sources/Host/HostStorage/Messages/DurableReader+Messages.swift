package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// A page of the messages of one inbox or of all, newest first.
package struct StoredMessagePage: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var app: AppID
        package var message: Message
    }

    package var entries: [Entry]
    package var next: MessageID?
    package var unread: Int

    package var messages: [Message] { entries.map(\.message) }
}

/// Reads of messages, which skip and log damaged rows.
extension DurableReader {
    private static let messageColumns = """
        message.appID, message.id, title, subtitle, message.sent, message.expires, isRead, icon, contentType,
        body, extra
        """

    /// Reads a page of one inbox or of all after a message, newest first.
    ///
    /// A page has at most ``MessageLimits/page`` messages and ``MessageLimits/pageBytes`` of JSON. The title, the
    /// second line or the text of the body must contain each word of a query. A query may read every message; use
    /// ``DurableStore/search(_:)``.
    ///
    /// - Throws: ``StoreError`` with code `notFound` if `after` was deleted, or `limitExceeded` if it takes too long.
    package func messages(
        of app: AppID?,
        after: MessageID? = nil,
        limit: Int,
        matching query: String? = nil,
        within time: Duration = MessageLimits.searchTime
    ) throws -> StoredMessagePage {
        let words = MessageText.words(query)
        var conditions = ["deleteAt IS NULL"]
        var arguments: StoredValues = []
        if let app {
            conditions.append("message.appID = ?")
            arguments.append(app.rawValue)
        }
        if let after {
            let position = try position(of: after, in: app)
            conditions.append("(message.sent, message.number) < (?, ?)")
            arguments += [position.sent, position.number]
        }
        // Rows that do not match are returned too, so that the time is checked after each row.
        let match = words.map { _ in "(instr(folded, ?) > 0 OR instr(coalesce(text, ''), ?) > 0)" }
        let end = ContinuousClock.now + time
        let limit = max(0, min(limit, MessageLimits.page))
        // One message more than requested shows that there is another page.
        let found = try readableRows(
            """
            SELECT \(Self.messageColumns), \(words.isEmpty ? "1" : match.joined(separator: " AND ")) FROM message
            \(words.isEmpty ? "" : "LEFT JOIN messageText ON messageText.number = message.number")
            WHERE \(conditions.joined(separator: " AND "))
            ORDER BY message.sent DESC, message.number DESC
            """,
            words.flatMap { [$0, $0] } + arguments,
            limit: limit + 1,
            where: { row in
                if !words.isEmpty, ContinuousClock.now >= end {
                    throw StoreError(.limitExceeded, "The search takes too long; search for fewer words.")
                }
                return row[11]
            },
            Self.message
        )
        var bytes = 0
        let entries = found.prefix(limit).prefix { found in
            bytes += found.bytes
            return bytes == found.bytes || bytes <= MessageLimits.pageBytes
        }
        return StoredMessagePage(
            entries: entries.map(\.entry),
            next: entries.count < found.count ? entries.last?.entry.message.id : nil,
            unread: try app.map(unread) ?? unreadTotal()
        )
    }

    package func messageIDs(beginning text: String, of app: AppID) throws -> [MessageID] {
        try all(
            "SELECT id FROM message WHERE appID = ?1 AND substr(id, 1, length(?2)) = ?2 ORDER BY id",
            [app, text]
        ).map { MessageID($0[0]) }
    }

    package func message(_ id: MessageID, of app: AppID) throws -> Message? {
        try readableRow(
            "SELECT \(Self.messageColumns) FROM message WHERE appID = ? AND id = ? AND deleteAt IS NULL",
            [app, id],
            Self.message
        )?.entry.message
    }

    /// Reads the number of an app's unread messages, which is its badge while it has messages.
    package func unread(of app: AppID) throws -> Int {
        try number("SELECT unread FROM inbox WHERE appID = ?", [app])
    }

    package func unreadTotal() throws -> Int {
        try number("SELECT coalesce(sum(unread), 0) FROM inbox")
    }

    package func inbox(of app: AppID) throws -> InboxState {
        let row = try first(
            "SELECT lastModified, dirtySince IS NOT NULL, messages, unread FROM inbox WHERE appID = ?",
            [app]
        )
        guard let row else { return InboxState() }
        return InboxState(lastModified: row[0], isStale: row[1], messages: row[2], unread: row[3])
    }

    package func staleInboxes() throws -> [AppID] {
        try all("SELECT appID FROM inbox WHERE dirtySince IS NOT NULL ORDER BY appID").map { AppID($0[0]) }
    }

    /// Reads at most 1,000 changes that the cloud has not received, in their order.
    package func unsyncedChanges(of app: AppID) throws -> [MessageChange] {
        try all(
            """
            SELECT generation, messageID, kind FROM messageChange WHERE appID = ? AND synced IS NULL
            ORDER BY generation LIMIT 1000
            """,
            [app]
        ).compactMap { row in
            guard let kind = MessageChange.Kind(rawValue: row[2]) else { return nil }
            return MessageChange(app: app, message: MessageID(row[1]), kind: kind, generation: row[0])
        }
    }

    /// Reads missing bodies by the time of their next attempt; those dropped to free space count once requested again.
    package func missingBodies(of app: AppID, limit: Int = 1000) throws -> [MissingBody] {
        try all(
            """
            SELECT id, contentType, bodyURL, attempts, nextAttempt FROM message INDEXED BY messageWithoutBody
            WHERE appID = ? AND body = 'missing' ORDER BY nextAttempt, number DESC LIMIT ?
            """,
            [app, limit]
        ).map { row in
            MissingBody(
                app: app,
                message: MessageID(row[0]),
                contentType: row[1],
                url: row[2],
                attempts: row[3],
                nextAttempt: Date(storedMilliseconds: row[4])
            )
        }
    }

    package func nextBodyAttempt(after time: Date) throws -> Date? {
        // An attempt less than a millisecond ahead counts too, although `time` is then rounded up to it.
        let rounded = time.storedMilliseconds
        return try date(
            "SELECT min(nextAttempt) FROM message INDEXED BY messageAttempt WHERE body = 'missing' AND nextAttempt > ?",
            [Date(storedMilliseconds: rounded) > time ? rounded - 1 : rounded]
        )
    }

    package func nextMessageExpiry() throws -> Date? {
        [
            try date("SELECT min(expires) FROM message WHERE expires IS NOT NULL"),
            try date("SELECT min(deleteAt) FROM message WHERE deleteAt IS NOT NULL"),
        ].compactMap(\.self).min()
    }

    package func isDeletionHeld(of id: MessageID, in app: AppID) throws -> Bool {
        try exists("SELECT 1 FROM message WHERE appID = ? AND id = ? AND deleteAt IS NOT NULL", [app, id])
    }

    private func date(_ sql: String, _ values: StoredValues = []) throws -> Date? {
        try first(sql, values)?.date(0)
    }

    private func position(of id: MessageID, in app: AppID?) throws -> (sent: Int64, number: Int64) {
        let row =
            if let app {
                try first("SELECT sent, number FROM message WHERE appID = ? AND id = ?", [app, id])
            } else {
                try first("SELECT sent, number FROM message WHERE id = ?", [id])
            }
        guard let row else {
            throw StoreError(
                .notFound,
                "The message \(id.rawValue.prefix(128)) no longer exists; start the list from the beginning."
            )
        }
        return (row[0], row[1])
    }

    private static func message(_ row: Row) throws(StoreError) -> (entry: StoredMessagePage.Entry, bytes: Int) {
        let app: String = row[0]
        let id: String = row[1]
        let extra: String = row[10]
        let body: String = row[9]
        let message = Message(
            id: MessageID(id),
            title: row[2],
            subtitle: row[3],
            sent: Date(storedMilliseconds: row[4]),
            expires: row.date(5),
            isRead: row[6],
            icon: row[7],
            contentType: row[8],
            hasBody: body == "here",
            extra: try StoredJSON.value(extra, of: "the message \(id) of \(app)")
        )
        // As JSON these texts are at most twice as long, because they have no control characters.
        let texts = [message.title, message.subtitle, message.icon, message.contentType].compactMap(\.self)
        let bytes = 512 + extra.utf8.count + texts.reduce(0) { $0 + 2 * $1.utf8.count }
        return (StoredMessagePage.Entry(app: AppID(app), message: message), bytes)
    }

    /// Returns `true` if a message exists whose body is on disk or may be being written.
    func keepsBody(of id: MessageID, in app: AppID) throws -> Bool {
        try exists("SELECT 1 FROM message WHERE appID = ? AND id = ? AND body <> 'dropped'", [app, id])
    }
}
