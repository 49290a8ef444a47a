package import FoundationEssentials
import SQLStore
import SQLiteSupport

/// The data for deciding whether a request may read an inbox.
package struct InboxAccess: Hashable, Sendable {
    package struct Credential: Hashable, Sendable {
        /// The SHA-256 of the password.
        package let hash: Data
        /// The channel that the password was issued to, if any.
        package let channel: ChannelNumber?
    }

    package let inbox: InboxNumber
    package let app: AppNumber
    /// The app's bundle identifier.
    package let appName: String
    /// The version of its list, a number that grows with each change; it is close to the seconds since 1970.
    package let modified: Int64
    package let credentials: [Credential]
}

package struct ListedMessage: Hashable, Sendable {
    package let id: CloudMessageID
    package let title: String
    package let contentType: String
    package let sent: Date
    package let expires: Date?
    /// Further fields of the sender, a JSON object of strings.
    package let extra: String?
    /// Its icons, a JSON object.
    package let icons: String?
    package let isUnread: Bool
}

extension CloudStore {
    /// The largest number of messages in the list of an inbox; only the newest are listed.
    package static let listLimit = 10_000

    // MARK: - Making and attaching

    /// Adds an inbox with the SHA-256 of its password, and moves a channel to it; returns `false` if the channel does
    /// not exist or is a host's.
    package func addInbox(
        _ id: InboxID,
        passwordHash: Data,
        channel: ChannelID,
        of app: AppNumber
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            guard let record = try context.channel(channel, of: app), record.device == nil else {
                return false
            }
            let date = context.now.storedMilliseconds
            let number = try context.insert(
                "INSERT INTO inbox (id, appNumber, created, modified, nextLook) VALUES (?, ?, ?, ?, ?)",
                [id, app, date, date / 1000, context.nextLook]
            )
            try context.run("INSERT INTO credential (inboxNumber, hash) VALUES (?, ?)", [number, passwordHash])
            try context.run("UPDATE channel SET inboxNumber = ? WHERE number = ?", [number, record.number])
            return true
        }
    }

    /// Attaches channels to an inbox, and detaches others, unless some cannot be attached: then only returns their ids.
    ///
    /// A channel of another inbox, or of a host, cannot be attached: otherwise anyone who knows only its id could read
    /// its messages.
    package func attach(
        _ added: [ChannelID],
        detach removed: [ChannelID],
        inbox: InboxNumber,
        of app: AppNumber
    ) async throws(CloudStoreError) -> [ChannelID] {
        try await write { context in
            let refused = try added.filter { id in
                guard let record = try context.channel(id, of: app) else { return true }
                return record.inbox != inbox && (record.inbox != nil || record.device != nil)
            }
            guard refused.isEmpty else { return refused }
            if !added.isEmpty { try context.run("UPDATE inbox SET looseSince = NULL WHERE number = ?", [inbox]) }
            for id in added { try context.run("UPDATE channel SET inboxNumber = ? WHERE id = ?", [inbox, id]) }
            for id in removed {
                try context.run(
                    "UPDATE channel SET inboxNumber = NULL WHERE id = ? AND inboxNumber = ? AND deviceNumber IS NULL",
                    [id, inbox]
                )
            }
            return []
        }
    }

    // MARK: - Reading

    package func inboxAccess(_ id: InboxID) async throws(CloudStoreError) -> InboxAccess? {
        try await read { database in
            let row = try database.row(
                """
                SELECT inbox.*, app.name AS appName FROM inbox JOIN app ON app.number = inbox.appNumber
                WHERE inbox.id = ?
                """,
                [id]
            )
            guard let row, let number: InboxNumber = row["number"] else { return nil }
            return InboxAccess(
                inbox: number,
                app: row["appNumber"],
                appName: row["appName"],
                modified: row["modified"],
                credentials: try database.map(
                    "SELECT hash, channelNumber FROM credential WHERE inboxNumber = ? ORDER BY number LIMIT 1000",
                    [number]
                ) { InboxAccess.Credential(hash: $0["hash"], channel: $0["channelNumber"]) }
            )
        }
    }

    /// Returns the messages of an inbox that have not expired, the newest first, and the version of the list.
    package func messages(
        in inbox: InboxNumber,
        limit: Int = CloudStore.listLimit
    ) async throws(CloudStoreError) -> (modified: Int64, messages: [ListedMessage]) {
        let now = currentDate.storedMilliseconds
        return try await read { database in
            let modified: Int64? = try database.value("SELECT modified FROM inbox WHERE number = ?", [inbox])
            // Columns are read by index: with so many rows, finding them by name takes longer.
            let messages = try database.map(
                """
                SELECT message.id, title, contentType, sent, expires, extra, icons, isUnread
                FROM inboxEntry JOIN message ON message.number = inboxEntry.messageNumber
                WHERE inboxEntry.inboxNumber = ? AND (expires IS NULL OR expires > ?)
                ORDER BY inboxEntry.messageNumber DESC LIMIT ?
                """,
                [inbox, now, limit]
            ) { row in
                let expires: Int64? = row[4]
                return ListedMessage(
                    id: row[0],
                    title: row[1],
                    contentType: row[2],
                    sent: Date(storedMilliseconds: row[3]),
                    expires: expires.map(Date.init(storedMilliseconds:)),
                    extra: row[5],
                    icons: row[6],
                    isUnread: row[7]
                )
            }
            return (modified ?? 0, messages)
        }
    }

    /// Returns the body of a message; `nil` if it is not in the inbox or has expired.
    package func body(
        of message: CloudMessageID,
        in inbox: InboxNumber
    ) async throws(CloudStoreError) -> (contentType: String, bytes: Data)? {
        try await first(
            """
            SELECT contentType, body FROM message
            JOIN inboxEntry ON inboxEntry.messageNumber = message.number
            JOIN messageBody ON messageBody.messageNumber = message.number
            WHERE message.id = ? AND inboxEntry.inboxNumber = ? AND (expires IS NULL OR expires > ?)
            """,
            [message, inbox, currentDate.storedMilliseconds]
        ) { ($0["contentType"], $0["body"]) }
    }

    // MARK: - Changing

    /// The changes that a reader makes to messages.
    package enum InboxChange: Sendable { case read, unread, delete }

    /// Changes messages of an inbox, at most ``pageLimit``; ids of other messages are ignored.
    ///
    /// The devices of the inbox receive the notice of a change, except for that of `actor`, the channel of the request.
    package func apply(
        _ change: InboxChange,
        to messages: [CloudMessageID],
        in inbox: InboxNumber,
        by actor: ChannelNumber?,
        notice: EventContent
    ) async throws(CloudStoreError) {
        try await write(.rowLocks) { context in
            try context.lockRows("SELECT 1 FROM inbox WHERE number = ?", [inbox])
            var changes = 0
            for message in messages { changes += try context.apply(change, to: message, in: inbox) }
            guard changes > 0 else { return }
            try context.inboxChanged(inbox, by: actor, notice: notice, gained: change == .delete ? -changes : 0)
        }
    }
}

extension WriteContext {
    fileprivate func apply(
        _ change: CloudStore.InboxChange,
        to message: CloudMessageID,
        in inbox: InboxNumber
    ) throws -> Int {
        let number = "(SELECT number FROM message WHERE id = ?)"
        guard change != .delete else {
            let query = "DELETE FROM inboxEntry WHERE inboxNumber = ? AND messageNumber = \(number)"
            let count = try run(query, [inbox, message])
            try add(PushCount(deletions: count), toMessage: message)
            return count
        }
        let isUnread = change == .unread
        let count = try run(
            "UPDATE inboxEntry SET isUnread = ? WHERE inboxNumber = ? AND isUnread <> ? AND messageNumber = \(number)",
            [isUnread, inbox, isUnread, message]
        )
        try add(PushCount(responses: isUnread ? -count : count), toMessage: message)
        return count
    }
}
