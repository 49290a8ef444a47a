import GRDB
import SQLiteSupport

/// A page of the results of a query.
package struct CloudRecordPage: Hashable, Sendable {
    package let records: [CloudRecord]
    /// Where the next page begins; `nil` after the last page.
    ///
    /// A page with a next one may have fewer records than asked for, even none.
    package let position: String?
}

extension CloudStore {
    /// Performs a query.
    ///
    /// Every page reads a part of an index: that of the field of the filter that matches the fewest records, that of the
    /// field by which the result is sorted, or that of the record type. It examines at most
    /// ``CloudRecordLimits/examined`` records and about ``CloudRecordLimits/examinedSize`` bytes, and ends earlier if it
    /// has enough. Records that lack a field by which the result is sorted come last.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - zone: The name of the zone.
    ///   - database: The database.
    ///   - limit: The largest number of records, at most ``CloudRecordLimits/operations``.
    ///   - position: The position that the previous page of the same query returned; `nil` for the first page.
    /// - Returns: The page. A failure if the zone does not exist, if the query contradicts the schema, or if it would
    ///   have to sort more than these in memory, which only a query can that sorts by several fields, by a system field or
    ///   by distance.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func query(
        _ query: CloudRecordQuery,
        in zone: String,
        of database: CloudRecordDatabase,
        limit: Int,
        after position: String? = nil
    ) async throws(CloudStoreError) -> Result<CloudRecordPage, CloudRecordFailure> {
        try await read { connection in
            guard let found = try connection.zone(zone, of: database.number) else { return .failure(.noZone(zone)) }
            do {
                guard let schema = try RecordTypeSchema(query.type, of: database, in: connection) else {
                    return .success(CloudRecordPage(records: [], position: nil))
                }
                let runner = try RecordQueryRunner(
                    query,
                    schema: schema,
                    zone: found.number,
                    limit: limit,
                    connection: connection
                )
                return .success(try runner.run(after: position))
            } catch let failure as CloudRecordFailure {
                return .failure(failure)
            }
        }
    }
}
