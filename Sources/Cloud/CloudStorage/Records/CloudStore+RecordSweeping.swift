import FoundationEssentials
import SQLStore
import SQLiteSupport

extension CloudStore {
    /// Removes a page of expired notifications, unused logins, old deletions, and records of deleted zones; returns
    /// `true` if there may be more.
    package func sweepRecords() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let frames = try context.deletePage(
                of: "courierFrame",
                where: "expires <= ?",
                [context.now.storedMilliseconds]
            )
            let logins = try context.deletePage(
                of: "recordLogin",
                where: "seen <= ?",
                [(context.now - CloudRecordLimits.loginLifetime).storedMilliseconds]
            )
            let hasDeletions = try context.forgetDeletions()
            let hasGarbage = try context.removeRecordsOfDeletedZones()
            return frames >= Self.pageLimit || logins >= Self.pageLimit || hasDeletions || hasGarbage
        }
    }
}

extension WriteContext {
    /// Forgets a page of old deletions, so that earlier sync tokens are refused; returns `true` if there may be more.
    fileprivate func forgetDeletions() throws -> Bool {
        let removed = try rows(
            """
            DELETE FROM record WHERE number IN
            (SELECT number FROM record WHERE isDeleted = 1 AND modified <= ? ORDER BY modified LIMIT ?)
            RETURNING zoneNumber, change
            """,
            [(now - CloudRecordLimits.deletionLifetime).storedMilliseconds, CloudStore.pageLimit]
        )
        var forgotten: [RecordZoneNumber: Int64] = [:]
        for row in removed {
            let zone: RecordZoneNumber = row["zoneNumber"]
            forgotten[zone] = max(forgotten[zone] ?? 0, row["change"])
        }
        for (zone, change) in forgotten {
            try run("UPDATE recordZone SET forgotten = ?1 WHERE number = ?2 AND forgotten < ?1", [change, zone])
        }
        return removed.count >= CloudStore.pageLimit
    }

    /// Removes pages of a deleted zone's records, index and references; returns `true` if there may be more.
    fileprivate func removeRecordsOfDeletedZones() throws -> Bool {
        let garbage: RecordZoneNumber? = try value("SELECT zoneNumber FROM recordZoneGarbage LIMIT 1")
        guard let zone = garbage else { return false }
        var count = 0
        for (table, key) in [
            ("record", "number"), ("recordFieldValue", "value, zoneNumber, fieldNumber, recordNumber"),
            ("recordReference", "target, zoneNumber, recordNumber"),
        ] {
            count += try deletePage(of: table, by: key, where: "zoneNumber = ?", [zone])
        }
        if count == 0 { try run("DELETE FROM recordZoneGarbage WHERE zoneNumber = ?", [zone]) }
        return true
    }
}
