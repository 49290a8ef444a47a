import GRDB
import StoreSupport

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

    /// Looks at the next inbox that may have neither a channel nor a user, and removes a page of its messages, or the inbox
    /// itself after the last of them, if it has had none for thirty days.
    ///
    /// A channel leaves its inbox when another one is made for it. Each inbox is looked at once in thirty days.
    ///
    /// - Returns: Whether there may be more to do.
    package func sweepInboxes() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let database = context.database
            let now = context.now.storedMilliseconds
            let row = try database.row(
                """
                SELECT number, looseSince,
                EXISTS (SELECT 1 FROM channel WHERE channel.inboxNumber = inbox.number) AS hasChannel
                FROM inbox WHERE namedUserNumber IS NULL AND nextLook <= ? ORDER BY nextLook LIMIT 1
                """,
                [now]
            )
            guard let row else { return false }
            let inbox: InboxNumber = row["number"]
            let since: Int64? = row["looseSince"]
            if row["hasChannel"] {
                try context.lookAgain(at: inbox, looseSince: nil)
            } else if let since, since <= now - Int64(Self.memory * 1000) {
                let count = try database.run(
                    """
                    DELETE FROM inboxEntry WHERE inboxNumber = ? AND messageNumber IN
                    (SELECT messageNumber FROM inboxEntry WHERE inboxNumber = ? LIMIT ?)
                    """,
                    [inbox, inbox, Self.pageLimit]
                )
                if count < Self.pageLimit {
                    try database.run("DELETE FROM inbox WHERE number = ?", [inbox])
                } else {
                    try database.run("UPDATE inbox SET entries = entries - ? WHERE number = ?", [count, inbox])
                }
            } else {
                try context.lookAgain(at: inbox, looseSince: since ?? now)
            }
            return true
        }
    }
}

extension WriteContext {
    /// When what is made or looked at now is looked at again, in milliseconds.
    var nextLook: Int64 { now.storedMilliseconds + Int64(CloudStore.memory * 1000) }

    fileprivate func lookAgain(at inbox: InboxNumber, looseSince: Int64?) throws {
        try database.run(
            "UPDATE inbox SET nextLook = ?, looseSince = ? WHERE number = ?",
            [nextLook, looseSince, inbox]
        )
    }
}
