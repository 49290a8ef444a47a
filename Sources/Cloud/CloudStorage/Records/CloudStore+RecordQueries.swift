package struct CloudRecordPage: Hashable, Sendable {
    package let records: [CloudRecord]
    /// The position of the next page, `nil` after the last one; any other page may have fewer records than requested.
    package let position: String?
}

extension CloudStore {
    /// Performs a query and returns one page of its results, after the position that the previous page returned.
    ///
    /// Every page reads part of one index: that of the field whose filter matches the fewest records, that of the sort
    /// field, or that of the record type. It has at most ``CloudRecordLimits/operations`` records, examines at most
    /// ``CloudRecordLimits/examined`` records and about ``CloudRecordLimits/examinedSize`` bytes, and ends earlier when
    /// it is full. Records without the sort field come last.
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
                let runner = RecordQueryRunner(
                    query: query,
                    schema: schema,
                    zone: found.number,
                    limit: limit,
                    connection: connection,
                    conditions: try RecordQueryRunner.conditions(of: query, schema)
                )
                return .success(try runner.run(after: position))
            } catch let failure as CloudRecordFailure {
                return .failure(failure)
            }
        }
    }
}
