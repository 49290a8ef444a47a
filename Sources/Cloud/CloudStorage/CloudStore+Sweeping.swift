package import FoundationEssentials
import GRDB
import SQLiteSupport

/// How far a round over all events has come.
package struct EventSweepCursor: Hashable, Sendable {
    /// The device whose events were looked at last.
    package let device: DeviceNumber

    /// The place before every event.
    package static let start = EventSweepCursor(device: DeviceNumber(0))
}

extension CloudStore {
    /// How long a push that is done, and a message or an inbox that nobody has, is remembered, in seconds.
    static let memory = 30.0 * 86_400

    /// Removes one expired message from a page of inboxes, and the message itself after the last of them.
    ///
    /// Devices know when a message expires; of one that was taken back they are told.
    ///
    /// - Parameter notice: What the devices of an inbox of an app, which has this name, are told.
    /// - Returns: Whether there may be more to do.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func expireMessages(
        notice: @escaping @Sendable (String) -> EventContent
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            let database = context.database
            let row = try database.row(
                """
                SELECT message.number, isWithdrawn, app.name AS appName
                FROM message CROSS JOIN app ON app.number = message.appNumber
                WHERE expires <= ? ORDER BY expires LIMIT 1
                """,
                [context.now.storedMilliseconds]
            )
            guard let row else { return false }
            let message: MessageNumber = row["number"]
            let inboxes = try database.rows(
                "SELECT inboxNumber FROM inboxEntry WHERE messageNumber = ? LIMIT ?",
                [message, Self.pageLimit]
            ).map { $0["inboxNumber"] as InboxNumber }
            for inbox in inboxes {
                try database.run(
                    "DELETE FROM inboxEntry WHERE inboxNumber = ? AND messageNumber = ?",
                    [inbox, message]
                )
            }
            try context.touchInboxes(inboxes, gained: -1)
            if row["isWithdrawn"] {
                let content = notice(row["appName"])
                try context.append(content, to: try context.devices(showing: inboxes), mergeKey: content.body)
            }
            if inboxes.count < Self.pageLimit {
                try database.run("DELETE FROM message WHERE number = ?", [message])
            }
            return true
        }
    }

    /// When the next message expires, if one does.
    package func nextMessageEnd() async throws(CloudStoreError) -> Date? {
        try await read { database in
            try database.row("SELECT expires FROM message WHERE expires IS NOT NULL ORDER BY expires LIMIT 1")?
                .date("expires")
        }
    }

    /// Removes a page of what is too old: contents of events, tokens, nonces, pushes that are done.
    ///
    /// - Returns: Whether there may be more to do.
    package func expireOthers() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let now = context.now.storedMilliseconds
            let limit = Self.pageLimit
            var most = 0
            for (table, key) in [
                ("channelToken", "hash"), ("goneChannelToken", "hash"), ("joinToken", "hash"), ("content", "number"),
            ] {
                most = max(
                    most,
                    try context.database.run(
                        "DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE expires <= ? LIMIT ?)",
                        [now, limit]
                    )
                )
            }
            most = max(
                most,
                try context.database.run(
                    """
                    DELETE FROM usedNonce WHERE (appNumber, nonce) IN
                    (SELECT appNumber, nonce FROM usedNonce WHERE expires <= ? LIMIT ?)
                    """,
                    [now, limit]
                ),
                try context.database.run(
                    """
                    DELETE FROM push WHERE number IN (SELECT number FROM push
                    WHERE place IS NULL AND messageNumber IS NULL AND created <= ? LIMIT ?)
                    """,
                    [now - Int64(Self.memory * 1000), limit]
                )
            )
            return most >= limit
        }
    }

    /// Removes the events of one device whose content is gone, and the oldest of more than ``eventLimit``.
    ///
    /// - Parameter place: How far the round has come.
    /// - Returns: How far it has come then; none at the end of the round.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func sweepEvents(after place: EventSweepCursor) async throws(CloudStoreError) -> EventSweepCursor? {
        try await write { context in
            let database = context.database
            let row = try database.row(
                "SELECT deviceNumber FROM event WHERE deviceNumber > ? ORDER BY deviceNumber LIMIT 1",
                [place.device]
            )
            guard let device: DeviceNumber = row?["deviceNumber"] else { return nil }
            try database.run(
                """
                DELETE FROM event WHERE deviceNumber = ?
                AND NOT EXISTS (SELECT 1 FROM content WHERE content.number = event.contentNumber)
                """,
                [device]
            )
            let excess = try database.row(
                "SELECT sequence FROM event WHERE deviceNumber = ? ORDER BY sequence DESC LIMIT 1 OFFSET ?",
                [device, Self.eventLimit]
            )
            if let sequence: Int64 = excess?["sequence"] { try context.forgetEvents(of: device, upTo: sequence) }
            return EventSweepCursor(device: device)
        }
    }
}
