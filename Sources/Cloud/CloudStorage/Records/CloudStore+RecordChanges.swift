import GRDB
import SQLiteSupport

/// A page of the changes of a zone.
package struct CloudChangePage: Hashable, Sendable {
    /// The changed and the deleted records.
    package let records: [CloudRecord]
    /// The last change that the page includes, or the first one if it goes backwards.
    package let position: Int64
    /// The number of the last change in the zone.
    package let last: Int64
    /// Whether there are more.
    package let hasMore: Bool
}

extension CloudStore {
    /// Returns the records of a zone that were changed after a change, each once, the earliest change first.
    ///
    /// - Parameters:
    ///   - zone: The zone.
    ///   - change: The last change that the client knows; 0 for none, then deleted records are left out.
    ///   - start: While the client reads the zone for the first time: ``CloudChangePage/last`` of its first page. It never
    ///     saw a record that was deleted before, so such deletions may be forgotten.
    ///   - limit: The largest number of records, at most ``CloudRecordLimits/changes``.
    ///   - size: The largest number of bytes of fields; the page is shorter if it would have more, but not empty.
    /// - Returns: The page; `nil` if deletions after the change are forgotten, or if there is no such change.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func changedRecords(
        of zone: RecordZoneNumber,
        after change: Int64,
        startedAt start: Int64? = nil,
        limit: Int,
        size: Int = CloudRecordLimits.answerSize
    ) async throws(CloudStoreError) -> CloudChangePage? {
        try await read { connection in
            guard let last = try connection.lastChange(of: zone, knowing: change, start) else { return nil }
            return try connection.changes(
                "\(CloudRecord.query) WHERE record.zoneNumber = ? AND change > ? AND (isDeleted = 0 OR ? > 0) ORDER BY change",
                [zone, change, change],
                last: last,
                end: last,
                limit: (limit, size)
            )
        }
    }

    /// Returns the records of a zone that were changed between two changes, the latest change first.
    ///
    /// - Parameters:
    ///   - zone: The zone.
    ///   - change: The last change that the client knew at the beginning; 0 for none.
    ///   - start: As for ``changedRecords(of:after:startedAt:limit:size:)``.
    ///   - end: The change before which the page begins; `nil` for the latest one.
    ///   - limit: As for ``changedRecords(of:after:startedAt:limit:size:)``.
    ///   - size: The same.
    /// - Returns: The page; `nil` as for ``changedRecords(of:after:startedAt:limit:size:)``.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func changedRecords(
        of zone: RecordZoneNumber,
        after change: Int64,
        startedAt start: Int64? = nil,
        before end: Int64?,
        limit: Int,
        size: Int = CloudRecordLimits.answerSize
    ) async throws(CloudStoreError) -> CloudChangePage? {
        try await read { connection in
            guard let last = try connection.lastChange(of: zone, knowing: change, start) else { return nil }
            return try connection.changes(
                """
                \(CloudRecord.query) WHERE record.zoneNumber = ? AND change > ? AND change < ? AND (isDeleted = 0 OR ? > 0)
                ORDER BY change DESC
                """,
                [zone, change, end ?? .max, change],
                last: last,
                end: change,
                limit: (limit, size)
            )
        }
    }
}

extension Database {
    /// Returns the number of the last change in a zone; `nil` if a client that knows `change`, and began to read the zone
    /// at `start`, cannot go on from there.
    fileprivate func lastChange(of zone: RecordZoneNumber, knowing change: Int64, _ start: Int64?) throws -> Int64? {
        let row = try row("SELECT change, forgotten FROM recordZone WHERE number = ? AND isDeleted = 0", [zone])
        guard let row, change == 0 || max(change, start ?? 0) >= row["forgotten"], change <= row["change"] else {
            return nil
        }
        return row["change"]
    }

    fileprivate func changes(
        _ query: String,
        _ arguments: StatementArguments,
        last: Int64,
        end: Int64,
        limit: (records: Int, size: Int)
    ) throws -> CloudChangePage {
        let cursor = try Row.fetchCursor(cachedStatement(sql: query), arguments: arguments)
        var records: [CloudRecord] = []
        var size = 0
        while let row = try cursor.next() {
            let record = CloudRecord(row)
            size += record.fieldText.utf8.count
            guard records.count < limit.records, size <= limit.size || records.isEmpty else {
                let position = records.last?.change ?? end
                return CloudChangePage(records: records, position: position, last: last, hasMore: true)
            }
            records.append(record)
        }
        return CloudChangePage(records: records, position: end, last: last, hasMore: false)
    }
}
