import SQLStore
import SQLiteSupport

package struct CloudRecordZone: Hashable, Sendable {
    package let number: RecordZoneNumber
    package let name: String
    /// The number of the last change in it.
    package let change: Int64
    /// The change up to which deletions are forgotten; a client that has an earlier change must read everything again.
    package let forgotten: Int64
    package let isDeleted: Bool
}

package struct CloudZonePage: Hashable, Sendable {
    package let zones: [CloudRecordZone]
    package let position: Int64
    /// The number of the last change in the database.
    package let last: Int64
    package let hasMore: Bool
}

extension CloudStore {
    /// Returns the zones of a database by name.
    package func zones(of database: RecordDatabaseNumber) async throws(CloudStoreError) -> [CloudRecordZone] {
        try await list(
            "SELECT * FROM recordZone WHERE databaseNumber = ? AND isDeleted = 0 ORDER BY name LIMIT ?",
            [database, CloudRecordLimits.zones + 1],
            CloudRecordZone.init
        )
    }

    package func zone(
        _ name: String,
        of database: RecordDatabaseNumber
    ) async throws(CloudStoreError) -> CloudRecordZone? {
        try await read { try $0.zone(name, of: database) }
    }

    /// Adds a zone, or returns the one with the name; a failure at ``CloudRecordLimits/zones``.
    package func addZone(
        _ name: String,
        to database: RecordDatabaseNumber
    ) async throws(CloudStoreError) -> Result<CloudRecordZone, CloudRecordFailure> {
        try await write(.rowLocks) { context in
            try context.lockRecords(of: database)
            if let zone = try context.zone(name, of: database) { return .success(zone) }
            let count = try context.count("recordZone WHERE databaseNumber = ? AND isDeleted = 0", [database])
            guard count <= CloudRecordLimits.zones else {
                return .failure(
                    CloudRecordFailure(.quotaExceeded, "The database has \(CloudRecordLimits.zones) zones already.")
                )
            }
            let change = try context.takeChanges(1, of: database)
            // A zone with the name of a deleted one is a new zone: sync tokens of the deleted one are refused.
            try context.run("DELETE FROM recordZone WHERE databaseNumber = ? AND name = ?", [database, name])
            let number = try context.insert(
                "INSERT INTO recordZone (databaseNumber, name, change) VALUES (?, ?, ?)",
                [database, name, change]
            )
            return .success(
                CloudRecordZone(
                    number: RecordZoneNumber(number),
                    name: name,
                    change: change,
                    forgotten: 0,
                    isDeleted: false
                )
            )
        }
    }

    /// Deletes a zone with its records; returns `true` if it existed.
    package func removeZone(
        _ name: String,
        of database: RecordDatabaseNumber
    ) async throws(CloudStoreError) -> Bool {
        try await write(.rowLocks) { context in
            try context.lockRecords(of: database)
            guard let zone = try context.zone(name, of: database) else { return false }
            let change = try context.takeChanges(1, of: database)
            try context.run(
                "UPDATE recordZone SET isDeleted = 1, change = ? WHERE number = ?",
                [change, zone.number]
            )
            try context.run("INSERT INTO recordZoneGarbage (zoneNumber) VALUES (?)", [zone.number])
            try context.run(
                """
                UPDATE recordDatabase SET records = recordDatabase.records - zone.records,
                bytes = recordDatabase.bytes - zone.bytes
                FROM recordZone AS zone WHERE recordDatabase.number = ? AND zone.number = ?
                """,
                [database, zone.number]
            )
            try context.forgetDeletedZones(of: database)
            return true
        }
    }

    /// Returns zones that were changed after the last change that the client knows, 0 for none, the earliest change
    /// first; `nil` if deletions after the change were forgotten, or if it does not exist.
    ///
    /// During a client's first read, `start` is ``CloudZonePage/last`` of its first page: it never saw zones that were
    /// deleted earlier, so those deletions may have been forgotten.
    package func changedZones(
        of database: RecordDatabaseNumber,
        after change: Int64,
        startedAt start: Int64? = nil,
        limit: Int
    ) async throws(CloudStoreError) -> CloudZonePage? {
        try await read { connection in
            let row = try connection.row("SELECT change, forgotten FROM recordDatabase WHERE number = ?", [database])
            guard let row, change == 0 || max(change, start ?? 0) >= row["forgotten"], change <= row["change"] else {
                return nil
            }
            let latest: Int64 = row["change"]
            let zones = try connection.rows(
                """
                SELECT * FROM recordZone WHERE databaseNumber = ? AND (change > ? OR ? = 0) AND (isDeleted = 0 OR ? > 0)
                ORDER BY change LIMIT ?
                """,
                [database, change, change, change, limit + 1]
            ).map(CloudRecordZone.init)
            guard zones.count > limit, let last = zones.prefix(limit).last else {
                return CloudZonePage(zones: zones, position: latest, last: latest, hasMore: false)
            }
            return CloudZonePage(zones: Array(zones.prefix(limit)), position: last.change, last: latest, hasMore: true)
        }
    }
}

extension SQLConnection {
    func zone(_ name: String, of database: RecordDatabaseNumber) throws -> CloudRecordZone? {
        try row("SELECT * FROM recordZone WHERE databaseNumber = ? AND name = ? AND isDeleted = 0", [database, name])
            .map(CloudRecordZone.init)
    }
}

extension WriteContext {
    /// Lets one write at a time change the zones and records of a database; nothing else changes them.
    func lockRecords(of number: RecordDatabaseNumber) throws {
        try lockRows("SELECT 1 FROM recordDatabase WHERE number = ?", [number])
    }

    /// Reserves the next change numbers of a database, and returns the first.
    func takeChanges(_ count: Int, of number: RecordDatabaseNumber) throws -> Int64 {
        let last: Int64? = try value(
            "UPDATE recordDatabase SET change = change + ? WHERE number = ? RETURNING change",
            [count, number]
        )
        guard let last else {
            throw CloudStoreError(.notFound, "The database of records does not exist.")
        }
        return last - Int64(count) + 1
    }

    /// Forgets the oldest deleted zones beyond the limit.
    fileprivate func forgetDeletedZones(of number: RecordDatabaseNumber) throws {
        let old: Int64? = try value(
            """
            SELECT change FROM recordZone WHERE databaseNumber = ? AND isDeleted = 1
            ORDER BY change DESC LIMIT 1 OFFSET ?
            """,
            [number, CloudRecordLimits.zones]
        )
        guard let change = old else { return }
        try run("DELETE FROM recordZone WHERE databaseNumber = ? AND isDeleted = 1 AND change <= ?", [number, change])
        try run("UPDATE recordDatabase SET forgotten = ? WHERE number = ?", [change, number])
    }
}

extension CloudRecordZone {
    init(_ row: SQLRow) {
        self.init(
            number: row["number"],
            name: row["name"],
            change: row["change"],
            forgotten: row["forgotten"],
            isDeleted: row["isDeleted"]
        )
    }
}
