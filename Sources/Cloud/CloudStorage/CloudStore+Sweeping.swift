package import FoundationEssentials
import SQLStore
import SQLiteSupport

/// The sweeps; while one returns `true`, there may be more, and it must be called again.
extension CloudStore {
    /// The time for which finished pushes, and messages and inboxes without references, are kept, in seconds.
    static let retention = 30.0 * 86_400

    /// Removes one expired message from a page of inboxes, and the message itself after the last page.
    ///
    /// Devices remove expired messages on their own; only the withdrawal of a message appends events to their logs,
    /// which `notice` makes from the name of the app.
    package func expireMessages(
        notice: @escaping @Sendable (String) -> EventContent
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            let row = try context.row(
                """
                SELECT message.number, isWithdrawn, app.name AS appName
                FROM message CROSS JOIN app ON app.number = message.appNumber
                WHERE expires <= ? ORDER BY expires LIMIT 1
                """,
                [context.now.storedMilliseconds]
            )
            guard let row else { return false }
            let message: MessageNumber = row["number"]
            let inboxes: [InboxNumber] = try context.values(
                "SELECT inboxNumber FROM inboxEntry WHERE messageNumber = ? LIMIT ?",
                [message, Self.pageLimit]
            )
            for inbox in inboxes {
                try context.run("DELETE FROM inboxEntry WHERE inboxNumber = ? AND messageNumber = ?", [inbox, message])
            }
            try context.touchInboxes(inboxes, gained: -1)
            if row["isWithdrawn"] {
                let content = notice(row["appName"])
                try context.append(content, to: try context.devices(showing: inboxes), mergeKey: content.body)
            }
            if inboxes.count < Self.pageLimit {
                try context.run("DELETE FROM message WHERE number = ?", [message])
            }
            return true
        }
    }

    package func nextMessageEnd() async throws(CloudStoreError) -> Date? {
        try await date("SELECT expires FROM message WHERE expires IS NOT NULL ORDER BY expires LIMIT 1")
    }

    /// Removes a page of expired rows: contents of events, tokens, nonces, limits and finished pushes.
    package func expireOthers() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let now = context.now.storedMilliseconds
            var counts: [Int] = []
            for (table, key) in [
                ("channelToken", "hash"), ("goneChannelToken", "hash"), ("joinToken", "hash"), ("content", "number"),
                ("usedNonce", "nonce, appNumber"),
            ] {
                counts.append(try context.deletePage(of: table, by: key, where: "expires <= ?", [now]))
            }
            counts.append(
                try context.deletePage(
                    of: "push",
                    where: "place IS NULL AND messageNumber IS NULL AND created <= ?",
                    [now - Int64(Self.retention * 1000)]
                )
            )
            counts.append(try context.deletePage(of: "allowance", by: "name", where: "regained <= ?", [now * 1000]))
            return counts.contains { $0 >= Self.pageLimit }
        }
    }

    /// Removes the events without content and those beyond ``eventLimit`` of the first device after one, 0 for none;
    /// returns the device, or `nil` after the last one.
    package func sweepEvents(after last: DeviceNumber) async throws(CloudStoreError) -> DeviceNumber? {
        try await write { context in
            let next: DeviceNumber? = try context.value(
                "SELECT deviceNumber FROM event WHERE deviceNumber > ? ORDER BY deviceNumber LIMIT 1",
                [last]
            )
            guard let device = next else { return nil }
            try context.run(
                """
                DELETE FROM event WHERE deviceNumber = ?
                AND NOT EXISTS (SELECT 1 FROM content WHERE content.number = event.contentNumber)
                """,
                [device]
            )
            let excess: Int64? = try context.value(
                "SELECT sequence FROM event WHERE deviceNumber = ? ORDER BY sequence DESC LIMIT 1 OFFSET ?",
                [device, Self.eventLimit]
            )
            if let excess { try context.forgetEvents(upTo: [device: excess]) }
            return device
        }
    }

    /// The largest number of messages that one write removes; their bodies may be large.
    private static let messagePage = 100

    /// Removes a page of the messages that no inbox refers to.
    ///
    /// Each message is checked every thirty days, for the first time thirty days after it was sent. So no sweep has to
    /// check all messages, and a sender can withdraw a message for at least that time.
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

    /// Checks a page of the inboxes without a named user, each every thirty days, and removes those that have had no
    /// channel for thirty days, a page of their messages at a time.
    ///
    /// An inbox loses its channel when another inbox is made for the channel.
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

    /// Removes an inbox, or only a page of its messages if it has more; returns `true` if the inbox was removed.
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
