package import FoundationEssentials
import GRDB
import SQLiteSupport

/// The content of an event, the same for every device that receives it.
package struct EventContent: Hashable, Sendable {
    /// The kind of event.
    package let kind: String
    /// A JSON object on one line.
    package let body: String
    /// The time at which the event expires.
    package let expires: Date

    package init(kind: String, body: String, expires: Date) {
        self.kind = kind
        self.body = body
        self.expires = expires
    }
}

/// An event in the log of one device.
package struct DeviceEvent: Hashable, Sendable {
    /// The device whose log contains it.
    package let device: DeviceNumber
    /// Its position in the log; the numbers of a device's events increase, with gaps.
    package let sequence: Int64
    package let content: EventContent
}

extension CloudStore {
    /// The largest number of events that wait for a device; the oldest beyond it are dropped.
    package static let eventLimit = 10_000

    /// Appends an event to the logs of devices.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - devices: The devices, at most ``pageLimit``; removed ones are ignored.
    ///   - mergeKey: A key; the event replaces waiting events of the device with the same key. `nil` to replace
    ///     nothing.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func append(
        _ content: EventContent,
        to devices: [DeviceNumber],
        mergeKey: String? = nil
    ) async throws(CloudStoreError) {
        try await write { context in try context.append(content, to: devices, mergeKey: mergeKey) }
    }

    /// Appends events to the logs of the other devices of a device's person that have a channel of an app, or of
    /// all of them.
    ///
    /// - Parameters:
    ///   - contents: The contents; each replaces a waiting event with the same content.
    ///   - device: The device.
    ///   - app: The app; `nil` for all devices.
    /// - Returns: `false`, without any event, if the device has no channel of the app.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func appendToOtherDevices(
        _ contents: [EventContent],
        of device: DeviceNumber,
        app: AppNumber?
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            let devices = try context.database.rows(
                """
                SELECT device.number AS deviceNumber FROM device
                WHERE device.personNumber = (SELECT personNumber FROM device WHERE number = ?2) AND (?1 IS NULL
                    OR EXISTS (SELECT 1 FROM channel WHERE deviceNumber = device.number AND appNumber = ?1))
                """,
                [app, device]
            ).map { $0["deviceNumber"] as DeviceNumber }
            guard devices.contains(device) else { return false }
            let others = devices.filter { $0 != device }
            for content in contents {
                try context.append(content, to: others, mergeKey: "\(content.kind) \(content.body)")
            }
            return true
        }
    }

    /// Returns a page of a device's events that are neither acknowledged nor expired, in order.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - sequence: The last event that the device has received.
    ///   - limit: The largest number of elements.
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

    /// Returns the greatest sequence number of any event so far.
    package func lastSequence() async throws(CloudStoreError) -> Int64 {
        try await read { try $0.row("SELECT sequence FROM counter")?["sequence"] ?? 0 }
    }

    /// Removes a device's events up to a number, because it has stored them.
    package func acknowledge(_ device: DeviceNumber, upTo sequence: Int64) async throws(CloudStoreError) {
        try await write { context in try context.forgetEvents(of: device, upTo: sequence) }
    }
}
