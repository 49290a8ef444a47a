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
    /// Devices remove expired messages on their own; only the withdrawal of a message appends events to their logs, which
    /// `notice` makes from the name of the app.
    ///
    /// - Returns: `true` if there may be more; then call it again.
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

    /// Returns the time at which the next message expires; `nil` if none does.
    package func nextMessageEnd() async throws(CloudStoreError) -> Date? {
        try await date("SELECT expires FROM message WHERE expires IS NOT NULL ORDER BY expires LIMIT 1")
    }

    /// Removes a page of expired rows: contents of events, tokens, nonces and finished pushes.
    ///
    /// - Returns: `true` if there may be more; then call it again.
    package func expireOthers() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let now = context.now.storedMilliseconds
            var counts: [Int] = []
            for (table, key) in [
                ("channelToken", "hash"), ("goneChannelToken", "hash"), ("joinToken", "hash"), ("content", "number"),
                ("usedNonce", "appNumber, nonce"),
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
            return counts.contains { $0 >= Self.pageLimit }
        }
    }

    /// Removes one device's events without content, and its oldest events beyond ``eventLimit``.
    ///
    /// - Returns: The next position of the sweep; `nil` after the last device.
    package func sweepEvents(after cursor: EventSweepCursor) async throws(CloudStoreError) -> EventSweepCursor? {
        try await write { context in
            let next: DeviceNumber? = try context.value(
                "SELECT deviceNumber FROM event WHERE deviceNumber > ? ORDER BY deviceNumber LIMIT 1",
                [cursor.device]
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
            if let excess { try context.forgetEvents(of: device, upTo: excess) }
            return EventSweepCursor(device: device)
        }
    }
}
