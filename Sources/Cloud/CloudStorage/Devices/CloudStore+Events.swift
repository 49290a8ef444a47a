package import FoundationEssentials
import SQLStore
import SQLiteSupport

/// The content of an event, the same for every device that receives it.
package struct EventContent: Hashable, Sendable {
    package let kind: String
    /// A JSON object on one line.
    package let body: String
    package let expires: Date
    /// When it was stored, such as when its push was accepted; `nil` before, or if an older version stored it.
    package internal(set) var created: Date?

    package init(kind: String, body: String, expires: Date) {
        self.kind = kind
        self.body = body
        self.expires = expires
    }
}

package struct DeviceEvent: Hashable, Sendable {
    package let device: DeviceNumber
    /// Its position in the log; the numbers of a device's events increase, with gaps.
    package let sequence: Int64
    package let content: EventContent
}

extension CloudStore {
    /// The largest number of events that wait for a device; the oldest beyond it are dropped.
    package static let eventLimit = 10_000

    /// Appends an event to the logs of at most ``pageLimit`` devices; removed ones are ignored.
    ///
    /// The event replaces waiting events of the device with the same merge key; none without a key.
    package func append(
        _ content: EventContent,
        to devices: [DeviceNumber],
        mergeKey: String? = nil
    ) async throws(CloudStoreError) {
        try await write(.rowLocks) { context in try context.append(content, to: devices, mergeKey: mergeKey) }
    }

    /// Appends events to the logs of the other devices of a device's person that have a channel of an app, or of all
    /// for `nil`, in place of waiting ones with the same content; returns `false` if the device has no such channel.
    package func appendToOtherDevices(
        _ contents: [EventContent],
        of device: DeviceNumber,
        app: AppNumber?
    ) async throws(CloudStoreError) -> Bool {
        try await write(.rowLocks) { context in
            let devices: [DeviceNumber] = try context.values(
                """
                SELECT device.number FROM device
                WHERE device.personNumber = (SELECT personNumber FROM device WHERE number = ?2)
                    AND (CAST(?1 AS BIGINT) IS NULL
                    OR EXISTS (SELECT 1 FROM channel WHERE deviceNumber = device.number AND appNumber = ?1))
                """,
                [app, device]
            )
            guard devices.contains(device) else { return false }
            let others = devices.filter { $0 != device }
            for content in contents {
                try context.append(content, to: others, mergeKey: "\(content.kind) \(content.body)")
            }
            return true
        }
    }

    /// Returns a device's events that are neither acknowledged nor expired, in order, after the last one that it has.
    package func events(
        of device: DeviceNumber,
        after sequence: Int64,
        limit: Int
    ) async throws(CloudStoreError) -> [DeviceEvent] {
        try await list(
            """
            SELECT event.sequence, content.kind, content.body, content.expires, content.created FROM event
            JOIN content ON content.number = event.contentNumber
            WHERE event.deviceNumber = ? AND event.sequence > ? AND content.expires > ?
            ORDER BY event.sequence LIMIT ?
            """,
            [device, sequence, currentDate.storedMilliseconds, limit]
        ) { DeviceEvent(device: device, sequence: $0["sequence"], content: EventContent($0)) }
    }

    /// Returns events of devices with the next numbers after the given ones, at most `limit` of each, in order.
    package func events(
        after positions: [DeviceNumber: Int64],
        limit: Int
    ) async throws(CloudStoreError) -> [DeviceNumber: [DeviceEvent]] {
        guard !positions.isEmpty else { return [:] }
        let pairs = positions.sorted { $0.key < $1.key }
        let events = try await list(
            """
            SELECT event.deviceNumber, event.sequence, content.kind, content.body, content.expires, content.created
            FROM \(isShared ? Self.nextEventsInPostgreSQL : Self.nextEvents)
            CROSS JOIN content ON content.number = event.contentNumber
            WHERE content.expires > ? ORDER BY event.deviceNumber, event.sequence
            """,
            [pairs.map(\.key).jsonNumbers(), pairs.map(\.value).jsonNumbers(), limit, currentDate.storedMilliseconds]
        ) { DeviceEvent(device: $0["deviceNumber"], sequence: $0["sequence"], content: EventContent($0)) }
        return Dictionary(grouping: events, by: \.device)
    }

    private static let nextEvents = """
        json_each(?) AS device CROSS JOIN json_each(?) AS start ON start.key = device.key
        CROSS JOIN event ON event.deviceNumber = device.value AND event.sequence > start.value
        AND event.sequence <= start.value + ?
        """

    /// Finds the events by the index for each device, whatever statistics PostgreSQL has; without any it would scan the
    /// table.
    private static let nextEventsInPostgreSQL = """
        unnest(CAST(translate(?, '[]', '{}') AS BIGINT[]), CAST(translate(?, '[]', '{}') AS BIGINT[]))
        AS device (value, start),
        LATERAL (SELECT * FROM event WHERE deviceNumber = device.value AND sequence > device.start
        ORDER BY sequence LIMIT ?) AS event
        """

    package func lastSequence(of device: DeviceNumber) async throws(CloudStoreError) -> Int64 {
        try await value("SELECT sequence FROM deviceSequence WHERE deviceNumber = ?", [device]) ?? 0
    }

    /// Removes the events of a device up to a number.
    ///
    /// Acknowledgements that come during the write of earlier ones share the next one: each content is counted once for
    /// all of them, so that they do not wait for each other.
    package func acknowledge(_ device: DeviceNumber, upTo sequence: Int64) async throws(CloudStoreError) {
        let result = await withCheckedContinuation { continuation in
            let acknowledgement = Acknowledgement(device: device, sequence: sequence) { result in
                continuation.resume(returning: result)
            }
            switch acknowledgements.add(acknowledgement) {
            case .startsWriter: Task { await acknowledgements.drain { await self.perform($0) } }
            case .waits: break
            case .refused(let error): acknowledgement.finish(.failure(error))
            }
        }
        try result.get()
    }

    private func perform(_ group: [Acknowledgement]) async {
        let positions = Dictionary(group.map { ($0.device, $0.sequence) }, uniquingKeysWith: max)
        let result: Result<Void, CloudStoreError>
        do {
            result = .success(try await write(.rowLocks) { try $0.forgetEvents(upTo: positions) })
        } catch {
            result = .failure(error)
        }
        for acknowledgement in group { acknowledgement.finish(result) }
    }
}

/// A device has received its events up to a number.
struct Acknowledgement: Sendable {
    let device: DeviceNumber
    let sequence: Int64
    let finish: @Sendable (Result<Void, CloudStoreError>) -> Void
}

extension EventContent {
    init(_ row: SQLRow) {
        self.init(kind: row["kind"], body: row["body"], expires: row.date("expires"))
        created = row.optionalDate("created")
    }
}

// MARK: - Inside a write

extension WriteContext {
    /// Stores a content, and returns its number; if open, later writes append events with it until
    /// ``closeContent(_:)``.
    func addContent(_ content: EventContent, isOpen: Bool) throws -> Int64 {
        try insert(
            "INSERT INTO content (kind, body, expires, created, waiting, isOpen) VALUES (?, ?, ?, ?, 0, ?)",
            [content.kind, content.body, content.expires.storedMilliseconds, now.storedMilliseconds, isOpen]
        )
    }

    func closeContent(_ number: Int64) throws {
        try run("UPDATE content SET isOpen = 0 WHERE number = ?", [number])
        try run("DELETE FROM content WHERE number = ? AND waiting = 0", [number])
    }

    /// Appends an event with a stored content to the logs of devices, as ``CloudStore/append(_:to:mergeKey:)`` does.
    func append(_ number: Int64, _ content: EventContent, to devices: [DeviceNumber], mergeKey: String? = nil) throws {
        guard !devices.isEmpty else { return }
        // The lock on a device's row lasts until the commit, so a lower number never appears after a higher one.
        let list = devices.jsonNumbers()
        let condition = "deviceNumber IN (SELECT value FROM json_each(?))"
        try lockRows("SELECT 1 FROM deviceSequence WHERE \(condition) ORDER BY deviceNumber", [list])
        if let mergeKey {
            try forgetContents(
                devices.flatMap { device in
                    try values(
                        "DELETE FROM event WHERE deviceNumber = ? AND mergeKey = ? RETURNING contentNumber",
                        [device, mergeKey]
                    )
                }
            )
        }
        try run("UPDATE deviceSequence SET sequence = sequence + 1 WHERE \(condition)", [list])
        let inserted = try cursor(
            """
            INSERT INTO event (deviceNumber, sequence, contentNumber, mergeKey)
            SELECT deviceNumber, sequence, ?, ? FROM deviceSequence WHERE \(condition)
            RETURNING deviceNumber, sequence
            """,
            [number, mergeKey, list]
        )
        var count = 0
        while let row = try inserted.next() {
            let device = DeviceNumber(row.integer(0))
            news.events.append(DeviceEvent(device: device, sequence: row.integer(1), content: content))
            count += 1
        }
        try run("UPDATE content SET waiting = waiting + ? WHERE number = ?", [count, number])
    }

    /// Appends one event to the logs of devices that are all known within this write.
    func append(_ content: EventContent, to devices: [DeviceNumber], mergeKey: String? = nil) throws {
        guard !devices.isEmpty else { return }
        let number = try addContent(content, isOpen: true)
        var content = content
        content.created = Date(storedMilliseconds: now.storedMilliseconds)
        try append(number, content, to: devices, mergeKey: mergeKey)
        try closeContent(number)
    }

    /// Removes the events of devices up to a number each.
    func forgetEvents(upTo positions: [DeviceNumber: Int64]) throws {
        try forgetContents(
            positions.sorted { $0.key < $1.key }.flatMap { device, sequence in
                try values(
                    "DELETE FROM event WHERE deviceNumber = ? AND sequence <= ? RETURNING contentNumber",
                    [device, sequence]
                )
            }
        )
    }

    /// Counts the contents of deleted events, which are locked in order, so that two writes do not wait for each other.
    private func forgetContents(_ removed: [Int64]) throws {
        guard !removed.isEmpty else { return }
        let counts = Dictionary(removed.map { ($0, 1) }, uniquingKeysWith: +)
        let condition = "number IN (SELECT value FROM json_each(?))"
        let all = counts.keys.sorted().jsonNumbers()
        try lockRows("SELECT 1 FROM content WHERE \(condition) ORDER BY number", [all])
        for (count, contents) in Dictionary(grouping: counts, by: \.value) {
            let list = contents.map(\.key).jsonNumbers()
            try run("UPDATE content SET waiting = waiting - ? WHERE \(condition)", [count, list])
        }
        try run("DELETE FROM content WHERE \(condition) AND waiting <= 0 AND isOpen = 0", [all])
    }
}
