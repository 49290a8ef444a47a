import FoundationEssentials
import GRDB
import SQLiteSupport

extension WriteContext {
    /// Stores a content once for all devices.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - isOpen: `true` if later writes append events with it, until ``closeContent(_:)``.
    /// - Returns: The number of the content.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    func addContent(_ content: EventContent, isOpen: Bool) throws -> Int64 {
        try database.insert(
            "INSERT INTO content (kind, body, expires, waiting, isOpen) VALUES (?, ?, ?, 0, ?)",
            [content.kind, content.body, content.expires.storedMilliseconds, isOpen]
        )
    }

    /// Declares that no further events are appended with a content.
    func closeContent(_ number: Int64) throws {
        try database.run("UPDATE content SET isOpen = 0 WHERE number = ?", [number])
        try database.run("DELETE FROM content WHERE number = ? AND waiting = 0", [number])
    }

    /// Appends one event to the log of each device.
    ///
    /// - Parameters:
    ///   - number: The number of the stored content.
    ///   - content: The same content, for the observers.
    ///   - devices: The devices; removed ones are ignored.
    ///   - mergeKey: A key; the event replaces waiting events of the device with the same key. `nil` to replace
    ///     nothing.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    func append(_ number: Int64, _ content: EventContent, to devices: [DeviceNumber], mergeKey: String? = nil) throws {
        guard !devices.isEmpty else { return }
        if let mergeKey {
            for device in devices { try forgetEvents(of: device, mergeKey: mergeKey) }
        }
        // Removed devices leave gaps in the numbers.
        let first = try takeSequences(devices.count)
        let events = try database.map(
            """
            INSERT INTO event (deviceNumber, sequence, contentNumber, mergeKey)
            SELECT device.number, ? + list.key, ?, ?
            FROM json_each(?) AS list CROSS JOIN device ON device.number = list.value
            RETURNING deviceNumber, sequence
            """,
            [first, number, mergeKey, devices.sorted().jsonNumbers()]
        ) { DeviceEvent(device: $0[0], sequence: $0[1], content: content) }
        for event in events { record(event) }
        try database.run("UPDATE content SET waiting = waiting + ? WHERE number = ?", [events.count, number])
    }

    /// Appends one event to the logs of devices that are all known within this write.
    func append(_ content: EventContent, to devices: [DeviceNumber], mergeKey: String? = nil) throws {
        guard !devices.isEmpty else { return }
        let number = try addContent(content, isOpen: true)
        try append(number, content, to: devices, mergeKey: mergeKey)
        try closeContent(number)
    }

    /// Removes a device's events up to a number.
    func forgetEvents(of device: DeviceNumber, upTo sequence: Int64) throws {
        let removed = try database.rows(
            "DELETE FROM event WHERE deviceNumber = ? AND sequence <= ? RETURNING contentNumber",
            [device, sequence]
        )
        try release(removed)
    }

    private func forgetEvents(of device: DeviceNumber, mergeKey: String) throws {
        let removed = try database.rows(
            "DELETE FROM event WHERE deviceNumber = ? AND mergeKey = ? RETURNING contentNumber",
            [device, mergeKey]
        )
        try release(removed)
    }

    /// Subtracts removed events from the reference counts of their contents, and removes contents without references.
    func release(_ removed: [Row]) throws {
        var counts: [Int64: Int] = [:]
        for row in removed { counts[row["contentNumber"], default: 0] += 1 }
        for (number, count) in counts {
            try database.run("UPDATE content SET waiting = waiting - ? WHERE number = ?", [count, number])
            try database.run("DELETE FROM content WHERE number = ? AND waiting <= 0 AND isOpen = 0", [number])
        }
    }
}
