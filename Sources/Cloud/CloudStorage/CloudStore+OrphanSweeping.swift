import GRDB
import SQLiteSupport

extension CloudStore {
    /// How many messages, whose bodies may be large, are removed in one write.
    private static let messagePage = 100

    /// Removes a page of the messages that are in no inbox, since they reached nobody or everybody removed them.
    ///
    /// Each is looked at once in thirty days, the first time thirty days after it was sent, so that no round looks at all of
    /// them, and its sender can take it back until then.
    ///
    /// - Returns: Whether there may be more to do.
    package func sweepMessages() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let database = context.database
            let due = try database.rows(
                """
                SELECT number, messageNumber, place IS NULL AND NOT EXISTS
                (SELECT 1 FROM inboxEntry WHERE inboxEntry.messageNumber = push.messageNumber) AS isLoose
                FROM push WHERE messageNumber IS NOT NULL AND nextLook <= ? ORDER BY nextLook LIMIT ?
                """,
                [context.now.storedMilliseconds, Self.messagePage]
            )
            for row in due {
                if row["isLoose"] {
                    let message: MessageNumber = row["messageNumber"]
                    try database.run("DELETE FROM message WHERE number = ?", [message])
                } else {
                    let push: PushNumber = row["number"]
                    try database.run("UPDATE push SET nextLook = ? WHERE number = ?", [context.nextLook, push])
                }
            }
            return due.count >= Self.messagePage
        }
    }

    /// Looks at a page of the inboxes that may have neither a channel nor a user, and removes those that have had none for
    /// thirty days, a page of their messages at a time.
    ///
    /// A channel leaves its inbox when another one is made for it. Each inbox is looked at once in thirty days.
    ///
    /// - Returns: Whether there may be more to do.
    package func sweepInboxes() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let database = context.database
            let now = context.now.storedMilliseconds
            let due = try database.rows(
                """
                SELECT number, looseSince,
                EXISTS (SELECT 1 FROM channel WHERE channel.inboxNumber = inbox.number) AS hasChannel
                FROM inbox WHERE namedUserNumber IS NULL AND nextLook <= ? ORDER BY nextLook LIMIT ?
                """,
                [now, Self.messagePage]
            )
            for row in due {
                let inbox: InboxNumber = row["number"]
                let since: Int64? = row["looseSince"]
                if row["hasChannel"] {
                    try context.lookAgain(at: inbox, looseSince: nil)
                } else if let since, since <= now - Int64(Self.memory * 1000) {
                    // One with many messages is enough for a write.
                    guard try context.remove(inbox) else { return true }
                } else {
                    try context.lookAgain(at: inbox, looseSince: since ?? now)
                }
            }
            return due.count >= Self.messagePage
        }
    }
}

extension WriteContext {
    /// When what is made or looked at now is looked at again, in milliseconds.
    var nextLook: Int64 { now.storedMilliseconds + Int64(CloudStore.memory * 1000) }

    /// Removes an inbox if it has at most a page of messages, else a page of its messages.
    ///
    /// - Returns: Whether the inbox is gone.
    fileprivate func remove(_ inbox: InboxNumber) throws -> Bool {
        let count = try database.run(
            """
            DELETE FROM inboxEntry WHERE inboxNumber = ? AND messageNumber IN
            (SELECT messageNumber FROM inboxEntry WHERE inboxNumber = ? LIMIT ?)
            """,
            [inbox, inbox, CloudStore.pageLimit]
        )
        guard count < CloudStore.pageLimit else {
            try database.run("UPDATE inbox SET entries = entries - ? WHERE number = ?", [count, inbox])
            return false
        }
        try database.run("DELETE FROM inbox WHERE number = ?", [inbox])
        return true
    }

    fileprivate func lookAgain(at inbox: InboxNumber, looseSince: Int64?) throws {
        try database.run(
            "UPDATE inbox SET nextLook = ?, looseSince = ? WHERE number = ?",
            [nextLook, looseSince, inbox]
        )
    }
}
