import Dispatch
package import GRDB

extension Configuration {
    /// The configuration of a store's writer: write-ahead logging, and a log file that is truncated to 4 MiB.
    ///
    /// With GRDB's own quality of service, the writer's thread would have priority over those that answer requests.
    /// Opening in WAL mode sets `synchronous` to `NORMAL`; a store that acknowledges writes sets it to `FULL`
    /// afterwards.
    package static func writer(_ label: String) -> Configuration {
        var configuration = Configuration()
        configuration.label = label
        configuration.qos = .default
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_size_limit = 4194304")
        }
        return configuration
    }

    /// Gives a database that is made now pages of 2 KiB instead of 4.
    ///
    /// Each of the many tables and indexes of a new database has a page, so that this halves it, and the log of small
    /// commits. It must be called before a preparation that writes, such as `auto_vacuum`.
    package mutating func makeSmallPages() {
        prepareDatabase { try $0.execute(sql: "PRAGMA page_size = 2048") }
    }
}

extension DatabaseWriter {
    /// Reads the settings that durability depends on, as SQLite reports them.
    package func durabilitySettings() async throws -> [String: String] {
        try await writeWithoutTransaction { database in
            var settings: [String: String] = [:]
            for name in ["journal_mode", "synchronous", "foreign_keys"] {
                settings[name] = try String.fetchOne(database, sql: "PRAGMA \(name)")
            }
            return settings
        }
    }

    /// Waits until everything that was enqueued on the writer has run.
    package func barrier() async {
        await withCheckedContinuation { continuation in
            asyncWriteWithoutTransaction { _ in continuation.resume() }
        }
    }

    /// Closes the database after everything that was enqueued on the writer has run.
    package func finish() async {
        await barrier()
        // A failure to close the file loses nothing: all acknowledged writes are on disk.
        try? close()
    }
}

extension DatabaseMigrator {
    /// Migrates the database at a path; what that wrote leaves the log, which would stay that large.
    ///
    /// - Throws: A failure with code `newerSchema` if a newer version of Today wrote to it, or the error of SQLite.
    package func migrate<Failure: StoreFailure>(
        _ database: some DatabaseWriter,
        at path: String,
        failingWith failure: Failure.Type
    ) throws {
        if try database.read(hasBeenSuperseded) {
            let reason = "\(path) was written by a newer version of Today; update this one to use it."
            throw Failure(.newerSchema, reason, cause: nil)
        }
        if try database.read(hasCompletedMigrations) { return }
        try migrate(database)
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }
}
