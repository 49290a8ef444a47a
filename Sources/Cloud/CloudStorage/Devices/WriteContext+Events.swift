import FoundationEssentials
import GRDB
import SQLiteSupport

extension WriteContext {
    /// Keeps a content, once for all devices.
    ///
    /// - Parameters:
    ///   - content: What it says.
    ///   - isOpen: Whether events will be added to it by later writes; then ``closeContent(_:)`` ends it.
    /// - Returns: The number of the content.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    func addContent(_ content: EventContent, isOpen: Bool) throws -> Int64 {
        try database.insert(
            "INSERT INTO content (kind, body, expires, waiting, isOpen) VALUES (?, ?, ?, 0, ?)",
            [content.kind, content.body, content.expires.storedMilliseconds, isOpen]
        )
    }

    /// Says that no events will be added to a content any more.
    func closeContent(_ number: Int64) throws {
        try database.run("UPDATE content SET isOpen = 0 WHERE number = ?", [number])
        try database.run("DELETE FROM content WHERE number = ? AND waiting = 0", [number])
    }

    /// Appends one event to the log of each device.
    ///
    /// - Parameters:
    ///   - number: The content's number.
    ///   - content: The same content.
    ///   - devices: The devices; one that is gone is passed over.
    ///   - mergeKey: What the event is about, if it takes the place of an earlier one about the same that still waits.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    func append(_ number: Int64, _ content: EventContent, to devices: [DeviceNumber], mergeKey: String? = nil) throws {
        guard !devices.isEmpty else { return }
        if let mergeKey {
            for device in devices { try forgetEvents(of: device, mergeKey: mergeKey) }
        }
        // Those that are gone leave a gap in the numbers.
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
        for event in events { note(event) }
        try database.run("UPDATE content SET waiting = waiting + ? WHERE number = ?", [events.count, number])
    }

    /// Appends one event that is complete with this write.
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

    /// Notes that events are gone; a content that no event needs goes with the last of them.
    func release(_ removed: [Row]) throws {
        var counts: [Int64: Int] = [:]
        for row in removed { counts[row["contentNumber"], default: 0] += 1 }
        for (number, count) in counts {
            try database.run("UPDATE content SET waiting = waiting - ? WHERE number = ?", [count, number])
            try database.run("DELETE FROM content WHERE number = ? AND waiting <= 0 AND isOpen = 0", [number])
        }
    }
}
