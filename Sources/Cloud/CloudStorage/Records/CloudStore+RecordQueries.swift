import GRDB

/// A page of the results of a query.
package struct CloudRecordPage: Hashable, Sendable {
    package let records: [CloudRecord]
    /// The position of the next page; `nil` after the last page.
    ///
    /// A page that is not the last one may have fewer records than requested, even none.
    package let position: String?
}

extension CloudStore {
    /// Performs a query and returns one page of its results.
    ///
    /// Every page reads part of one index: that of the field whose filter matches the fewest records, that of the sort
    /// field, or that of the record type. It examines at most ``CloudRecordLimits/examined`` records and about
    /// ``CloudRecordLimits/examinedSize`` bytes, and ends earlier when it is full. Records without the sort field come
    /// last.
    ///
    /// The limit is at most ``CloudRecordLimits/operations``. The position is the one that the previous page of the same
    /// query returned; `nil` for the first page.
    ///
    /// - Returns: The page; or a failure if the zone does not exist, if the query contradicts the schema, or if it
    ///   would have to sort more records than these limits in memory. Only a query that sorts by several fields, by a
    ///   system field or by distance sorts in memory.
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
