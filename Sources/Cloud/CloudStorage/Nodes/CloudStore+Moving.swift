import FoundationEssentials
import SQLStore
import SQLiteSupport

extension CloudStore {
    /// Copies a cloud's SQLite file, and the files beside it, into a PostgreSQL database that has no cloud yet.
    ///
    /// The folder must be locked. The copy can be interrupted and called again; in the end all rows were compared. The
    /// file stays as it was. `report` gets the number of rows of a table that were copied or, in the end, compared.
    ///
    /// - Throws: ``CloudStoreError`` with code `conflict` if the database has a cloud or differs afterwards.
    package static func move(
        _ folder: CloudFolder,
        to address: String,
        report: (_ table: String, _ rows: Int, _ isCompared: Bool) -> Void
    ) async throws(CloudStoreError) {
        // Both get the current schema.
        await (try CloudStore(path: folder.databasePath)).close()
        let target = try CloudStore(postgreSQL: address, folder: folder.path, isMoving: true)
        do {
            try await SQLMove.run(
                from: folder.databasePath,
                to: PostgreSQLAddress(address),
                convert: converted,
                isFree: { try $0.count("app") == 0 && $0.count("person") == 0 },
                report: { report($0.table, $0.rows, $0.isCompared) },
                finish: {
                    // Those that are in a server of objects stay there.
                    for file in try await target.list("SELECT * FROM topicFile", [], TopicFile.init) {
                        guard let reader = try target.uploads.open(file.id) else { continue }
                        try await DatabaseAttachments(store: target).copy(reader, as: file.id)
                    }
                }
            )
            await target.close()
        } catch {
            await target.close()
            if let failure = error as? SQLMove.Failure {
                throw CloudStoreError(.conflict, failure.description, cause: failure)
            }
            throw CloudStoreError(translating: error, doing: "moving")
        }
    }

    /// Returns the form that a value has in PostgreSQL.
    private static func converted(_ table: String, _ column: String, _ value: ColumnValue) -> ColumnValue {
        guard table == "recordFieldValue", column == "value" else { return value }
        return FieldKey(stored: value, in: .sqlite)?.stored(in: .postgreSQL) ?? value
    }
}
