package import FoundationEssentials
import GRDB
import SQLiteSupport

/// What an event says; the same for every device that gets it.
package struct EventContent: Hashable, Sendable {
    /// The kind of event.
    package let kind: String
    /// What it says, a JSON object on one line.
    package let body: String
    /// From when on nobody needs to know it.
    package let expires: Date

    /// Describes a content.
    package init(kind: String, body: String, expires: Date) {
        self.kind = kind
        self.body = body
        self.expires = expires
    }
}

/// One event of one device.
package struct DeviceEvent: Hashable, Sendable {
    /// Whose it is.
    package let device: DeviceNumber
    /// Its place: of two events of a device, the later one has the greater number; numbers are left out.
    package let sequence: Int64
    /// What it says.
    package let content: EventContent
}

extension CloudStore {
    /// How many events wait for a device at most; of more the oldest are dropped.
    package static let eventLimit = 10_000

    /// Appends an event to the logs of devices.
    ///
    /// - Parameters:
    ///   - content: What it says.
    ///   - devices: Whose; at most ``pageLimit``. One that is gone is passed over.
    ///   - mergeKey: What it is about, if it takes the place of an earlier event about the same that still waits.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func append(
        _ content: EventContent,
        to devices: [DeviceNumber],
        mergeKey: String? = nil
    ) async throws(CloudStoreError) {
        try await write { context in try context.append(content, to: devices, mergeKey: mergeKey) }
    }

    /// A page of a device's events that are neither acknowledged nor too old, in order.
    ///
    /// - Parameters:
    ///   - device: Whose.
    ///   - sequence: The last one that it has seen.
    ///   - limit: How many at most.
    /// - Returns: The page.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func events(
        of device: DeviceNumber,
        after sequence: Int64,
        limit: Int
    ) async throws(CloudStoreError) -> [DeviceEvent] {
        let now = currentDate.storedMilliseconds
        return try await read { database in
            try database.rows(
                """
                SELECT event.sequence, content.kind, content.body, content.expires FROM event
                JOIN content ON content.number = event.contentNumber
                WHERE event.deviceNumber = ? AND event.sequence > ? AND content.expires > ?
                ORDER BY event.sequence LIMIT ?
                """,
                [device, sequence, now, limit]
            ).map { row in
                DeviceEvent(
                    device: device,
                    sequence: row["sequence"],
                    content: EventContent(kind: row["kind"], body: row["body"], expires: row.date("expires"))
                )
            }
        }
    }

    /// The last number that was given to any event.
    package func lastSequence() async throws(CloudStoreError) -> Int64 {
        try await read { try $0.row("SELECT sequence FROM counter")?["sequence"] ?? 0 }
    }

    /// Forgets a device's events up to a number, since it has taken them in.
    package func acknowledge(_ device: DeviceNumber, upTo sequence: Int64) async throws(CloudStoreError) {
        try await write { context in try context.forgetEvents(of: device, upTo: sequence) }
    }
}
