import FoundationEssentials
import GRDB
import SQLiteSupport

extension CloudStore {
    /// Removes a page of obsolete rows: expired notifications, unused logins, old deletions, and the records of deleted
    /// zones.
    ///
    /// - Returns: `true` if there may be more; then call it again.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func sweepRecords() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let frames = try context.database.run(
                "DELETE FROM courierFrame WHERE number IN (SELECT number FROM courierFrame WHERE expires <= ? LIMIT ?)",
                [context.now.storedMilliseconds, Self.pageLimit]
            )
            let logins = try context.database.run(
                "DELETE FROM recordLogin WHERE number IN (SELECT number FROM recordLogin WHERE seen <= ? LIMIT ?)",
                [
                    context.now.addingTimeInterval(-CloudRecordLimits.loginLifetime).storedMilliseconds,
                    Self.pageLimit,
                ]
            )
            let hasDeletions = try context.forgetDeletions()
            let hasGarbage = try context.removeRecordsOfDeletedZones()
            return frames >= Self.pageLimit || logins >= Self.pageLimit || hasDeletions || hasGarbage
        }
    }
}

extension WriteContext {
    /// Forgets a page of old deletions; earlier sync tokens are refused from now on.
    ///
    /// - Returns: `true` if there may be more.
    fileprivate func forgetDeletions() throws -> Bool {
        let rows = try database.rows(
            """
            DELETE FROM record WHERE number IN
            (SELECT number FROM record WHERE isDeleted = 1 AND modified <= ? ORDER BY modified LIMIT ?)
            RETURNING zoneNumber, change
            """,
            [
                now.addingTimeInterval(-CloudRecordLimits.deletionLifetime).storedMilliseconds, CloudStore.pageLimit,
            ]
        )
        var forgotten: [RecordZoneNumber: Int64] = [:]
        for row in rows {
            let zone: RecordZoneNumber = row["zoneNumber"]
            forgotten[zone] = max(forgotten[zone] ?? 0, row["change"])
        }
        for (zone, change) in forgotten {
            try database.run(
                "UPDATE recordZone SET forgotten = MAX(forgotten, ?) WHERE number = ?",
                [change, zone]
            )
        }
        return rows.count >= CloudStore.pageLimit
    }

    /// Removes a page of the records of a deleted zone, then a page of their values in the index.
    ///
    /// - Returns: `true` if there may be more.
    fileprivate func removeRecordsOfDeletedZones() throws -> Bool {
        let row = try database.row("SELECT zoneNumber FROM recordZoneGarbage LIMIT 1")
        guard let zone: RecordZoneNumber = row?["zoneNumber"] else { return false }
        let records = try database.run(
            "DELETE FROM record WHERE number IN (SELECT number FROM record WHERE zoneNumber = ? LIMIT ?)",
            [zone, CloudStore.pageLimit]
        )
        let values = try database.run(
            """
            DELETE FROM recordFieldValue WHERE zoneNumber = ?1 AND (fieldNumber, value, recordNumber) IN
            (SELECT fieldNumber, value, recordNumber FROM recordFieldValue WHERE zoneNumber = ?1 LIMIT ?2)
            """,
            [zone, CloudStore.pageLimit]
        )
        let references = try database.run(
            """
            DELETE FROM recordReference WHERE zoneNumber = ?1 AND (target, recordNumber) IN
            (SELECT target, recordNumber FROM recordReference WHERE zoneNumber = ?1 LIMIT ?2)
            """,
            [zone, CloudStore.pageLimit]
        )
        if records == 0, values == 0, references == 0 {
            try database.run("DELETE FROM recordZoneGarbage WHERE zoneNumber = ?", [zone])
        }
        return true
    }
}
