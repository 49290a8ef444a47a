import GRDB
import SQLiteSupport

extension CloudStore {
    /// The largest number of messages that one write removes; their bodies may be large.
    private static let messagePage = 100

    /// Removes a page of the messages that no inbox refers to.
    ///
    /// Each message is checked every thirty days, for the first time thirty days after it was sent. So no sweep has to
    /// check all messages, and a sender can withdraw a message for at least that time.
    ///
    /// - Returns: `true` if there may be more; then call it again.
    package func sweepMessages() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let due = try context.rows(
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
                    try context.run("DELETE FROM message WHERE number = ?", [message])
                } else {
                    let push: PushNumber = row["number"]
                    try context.run("UPDATE push SET nextLook = ? WHERE number = ?", [context.nextLook, push])
                }
            }
            return due.count >= Self.messagePage
        }
    }

    /// Checks a page of the inboxes without a named user, and removes those that have had no channel for thirty days, a
    /// page of their messages at a time.
    ///
    /// An inbox loses its channel when another inbox is made for the channel. Each inbox is checked every thirty days.
    ///
    /// - Returns: `true` if there may be more; then call it again.
    package func sweepInboxes() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let now = context.now.storedMilliseconds
            let due = try context.rows(
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
                } else if let since, since <= now - Int64(Self.retention * 1000) {
                    // An inbox with many messages takes a write of its own.
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
    /// The time of the next check of a row that is added or checked now, in milliseconds.
    var nextLook: Int64 { now.storedMilliseconds + Int64(CloudStore.retention * 1000) }

    /// Removes an inbox if it has at most a page of messages; otherwise removes a page of its messages.
    ///
    /// - Returns: `true` if the inbox was removed.
    fileprivate func remove(_ inbox: InboxNumber) throws -> Bool {
        let count = try deletePage(
            of: "inboxEntry",
            by: "inboxNumber, messageNumber",
            where: "inboxNumber = ?",
            [inbox]
        )
        guard count < CloudStore.pageLimit else {
            try run("UPDATE inbox SET entries = entries - ? WHERE number = ?", [count, inbox])
            return false
        }
        try run("DELETE FROM inbox WHERE number = ?", [inbox])
        return true
    }

    fileprivate func lookAgain(at inbox: InboxNumber, looseSince: Int64?) throws {
        try run("UPDATE inbox SET nextLook = ?, looseSince = ? WHERE number = ?", [nextLook, looseSince, inbox])
    }
}
