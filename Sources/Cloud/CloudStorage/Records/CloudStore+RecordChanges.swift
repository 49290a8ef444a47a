import SQLStore
import SQLiteSupport

package struct CloudChangePage: Hashable, Sendable {
    package let records: [CloudRecord]
    /// The last change of the page; for a page in reverse order, the first one.
    package let position: Int64
    /// The number of the last change in the zone.
    package let last: Int64
    package let hasMore: Bool
}

extension CloudStore {
    /// Returns the records of a zone that were changed after a change, without duplicates, the earliest change first;
    /// `nil` if deletions after it were forgotten, or if it does not exist.
    ///
    /// `change` is the last one that the client knows; with 0 for none, deleted records are left out. During a client's
    /// first read of the zone, `start` is ``CloudChangePage/last`` of its first page: it never saw records that were
    /// deleted earlier, so those deletions may have been forgotten. With `end`, `Int64.max` for the latest change, the
    /// page is in reverse order and begins with the change before. The page ends before its fields exceed `size` bytes,
    /// but has at least one record.
    package func changedRecords(
        of zone: RecordZoneNumber,
        after change: Int64,
        startedAt start: Int64? = nil,
        before end: Int64? = nil,
        limit: Int,
        size: Int = CloudRecordLimits.answerSize
    ) async throws(CloudStoreError) -> CloudChangePage? {
        try await read { connection in
            guard let last = try connection.lastChange(of: zone, knowing: change, start) else { return nil }
            let cursor = try connection.cursor(
                """
                \(CloudRecord.query) WHERE record.zoneNumber = ? AND change > ? AND change < ?
                AND (isDeleted = 0 OR ? > 0) ORDER BY change \(end == nil ? "" : "DESC")
                """,
                [zone, change, end ?? .max, change],
                readsFew: true
            )
            let position = end == nil ? last : change
            var records: [CloudRecord] = []
            var sum = 0
            while let row = try cursor.next() {
                let record = CloudRecord(row)
                sum += record.fieldText.utf8.count
                guard records.count < limit, sum <= size || records.isEmpty else {
                    let reached = records.last?.change ?? position
                    return CloudChangePage(records: records, position: reached, last: last, hasMore: true)
                }
                records.append(record)
            }
            return CloudChangePage(records: records, position: position, last: last, hasMore: false)
        }
    }
}

extension SQLConnection {
    /// Returns the number of the last change in a zone; `nil` if a client that knows `change`, and began to read the
    /// zone at `start`, cannot continue from there.
    fileprivate func lastChange(of zone: RecordZoneNumber, knowing change: Int64, _ start: Int64?) throws -> Int64? {
        let row = try row("SELECT change, forgotten FROM recordZone WHERE number = ? AND isDeleted = 0", [zone])
        guard let row, change == 0 || max(change, start ?? 0) >= row["forgotten"], change <= row["change"] else {
            return nil
        }
        return row["change"]
    }
}
