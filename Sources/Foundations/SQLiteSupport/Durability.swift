package import GRDB

extension DatabaseWriter {
    /// The settings that durability rests on, as SQLite reports them.
    package func durabilitySettings() async throws -> [String: String] {
        try await writeWithoutTransaction { database in
            var settings: [String: String] = [:]
            for name in ["journal_mode", "synchronous", "foreign_keys"] {
                settings[name] = try String.fetchOne(database, sql: "PRAGMA \(name)")
            }
            return settings
        }
    }

    /// Returns when everything that waits for the writer has ended.
    package func barrier() async {
        await withCheckedContinuation { continuation in
            asyncWriteWithoutTransaction { _ in continuation.resume() }
        }
    }

    /// Closes the database when everything that waits for the writer has ended.
    package func finish() async {
        await barrier()
        // What is left is only to close the file: everything acknowledged is on disk already.
        try? close()
    }
}

extension DatabaseMigrator {
    /// Brings a database up to date.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - path: Where it is, for the message.
    ///   - failure: The store's error.
    /// - Throws: A failure with code `newerSchema` if a newer version of Today wrote to it, or what SQLite threw.
    package func migrate<Failure: StoreFailure>(
        _ database: some DatabaseWriter,
        at path: String,
        failingWith failure: Failure.Type
    ) throws {
        if try database.read(hasBeenSuperseded) {
            throw Failure(
                .newerSchema,
                "\(path) was written by a newer version of Today; update this one to use it.",
                cause: nil
            )
        }
        try migrate(database)
    }
}
