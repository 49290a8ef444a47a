package import FoundationEssentials
import GRDB
import SQLiteSupport

/// The position of a sweep over the events of all devices.
package struct EventSweepCursor: Hashable, Sendable {
    /// The last device whose events were swept.
    package let device: DeviceNumber

    /// The position before the first device.
    package static let start = EventSweepCursor(device: DeviceNumber(0))
}

extension CloudStore {
    /// The time for which finished pushes, and messages and inboxes without references, are kept, in seconds.
    static let retention = 30.0 * 86_400

    /// Removes one expired message from a page of inboxes, and the message itself after the last page.
    ///
    /// Devices remove expired messages on their own; only the withdrawal of a message appends events to their logs.
    ///
    /// - Parameter notice: Makes the event for the devices of an inbox from the name of its app.
    /// - Returns: `true` if there may be more; then call it again.
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

    /// Returns the time at which the next message expires; `nil` if none does.
    package func nextMessageEnd() async throws(CloudStoreError) -> Date? {
        try await read { database in
            try database.row("SELECT expires FROM message WHERE expires IS NOT NULL ORDER BY expires LIMIT 1")?
                .date("expires")
        }
    }

    /// Removes a page of expired rows: contents of events, tokens, nonces and finished pushes.
    ///
    /// - Returns: `true` if there may be more; then call it again.
    package func expireOthers() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let now = context.now.storedMilliseconds
            let limit = Self.pageLimit
            var largestCount = 0
            for (table, key) in [
                ("channelToken", "hash"), ("goneChannelToken", "hash"), ("joinToken", "hash"), ("content", "number"),
            ] {
                largestCount = max(
                    largestCount,
                    try context.database.run(
                        "DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE expires <= ? LIMIT ?)",
                        [now, limit]
                    )
                )
            }
            largestCount = max(
                largestCount,
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
                    [now - Int64(Self.retention * 1000), limit]
                )
            )
            return largestCount >= limit
        }
    }

    /// Removes one device's events without content, and its oldest events beyond ``eventLimit``.
    ///
    /// - Parameter cursor: The position of the sweep.
    /// - Returns: The next position; `nil` after the last device.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func sweepEvents(after cursor: EventSweepCursor) async throws(CloudStoreError) -> EventSweepCursor? {
        try await write { context in
            let database = context.database
            let row = try database.row(
                "SELECT deviceNumber FROM event WHERE deviceNumber > ? ORDER BY deviceNumber LIMIT 1",
                [cursor.device]
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
