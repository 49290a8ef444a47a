import GRDB
import SQLiteSupport

/// A page of the changes of a zone.
package struct CloudChangePage: Hashable, Sendable {
    package let records: [CloudRecord]
    /// The last change of the page; for a page in reverse order, the first one.
    package let position: Int64
    /// The number of the last change in the zone.
    package let last: Int64
    /// `true` if there are more.
    package let hasMore: Bool
}

extension CloudStore {
    /// Returns the records of a zone that were changed after a change, without duplicates.
    ///
    /// The earliest change comes first. With `end`, the latest change before it comes first, and the page begins there.
    ///
    /// - Parameters:
    ///   - zone: The zone.
    ///   - change: The last change that the client knows; 0 for none. With 0, deleted records are left out.
    ///   - start: During a client's first read of the zone: ``CloudChangePage/last`` of its first page; otherwise
    ///     `nil`. Such a client never saw records that were deleted earlier, so those deletions may have been
    ///     forgotten.
    ///   - end: The change before which a page in reverse order begins, `Int64.max` for the latest one; `nil` for a page
    ///     in order.
    ///   - limit: The largest number of records, at most ``CloudRecordLimits/changes``.
    ///   - size: The largest size of the fields in bytes; the page ends before exceeding it, but has at least one
    ///     record.
    /// - Returns: The page; `nil` if deletions after the change were forgotten, or if the change does not exist.
    /// - Throws: ``CloudStoreError`` if the disk failed.
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
            let cursor = try Row.fetchCursor(
                connection.cachedStatement(
                    sql: """
                        \(CloudRecord.query) WHERE record.zoneNumber = ? AND change > ? AND change < ?
                        AND (isDeleted = 0 OR ? > 0) ORDER BY change \(end == nil ? "" : "DESC")
                        """
                ),
                arguments: [zone, change, end ?? .max, change]
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

extension Database {
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
