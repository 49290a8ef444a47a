import GRDB
import SQLiteSupport
import Synchronization

/// Returns the free pages of the database to the disk, a few at a time, so that nothing waits long for the writer.
///
/// The sizes are those of pages of 2 KiB; databases of earlier versions have pages of 4 KiB.
final class FreePages: Sendable {
    /// Number of free pages, 8 MiB, from which pages are returned.
    private static let tooMany = 4096
    /// Number of free pages, 1 MiB, that are kept for the next writes.
    static let kept = 512
    /// Number of pages returned at a time; moving them takes about as long as a commit.
    private static let step = 128

    private let writer: DatabaseQueue
    private let damage: DamageLog
    /// `true` while pages are being returned step by step.
    private let isRunning = Atomic(false)

    init(writer: DatabaseQueue, damage: DamageLog) { (self.writer, self.damage) = (writer, damage) }

    static func count(in database: Database) throws -> Int {
        try database.row("PRAGMA freelist_count")?[0] ?? 0
    }

    /// Enables the return of pages, for a new database at once, for one of an earlier version after ``prepare(_:)``.
    static func want(in database: Database) throws { try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }

    /// Rewrites a database of an earlier version once, before any other use.
    static func prepare(_ database: Database) throws {
        guard try Int.fetchOne(database, sql: "PRAGMA auto_vacuum") == 0 else { return }
        do {
            try database.execute(sql: "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL || error.resultCode == .SQLITE_IOERR {
            // Everything else works without space for a copy; the next start tries again.
        }
    }

    /// Starts returning pages if many are free; must be called on the writer when nothing waits for it.
    func giveBackIfMany(in database: Database) {
        guard !isRunning.load(ordering: .relaxed) else { return }
        attempt {
            guard try Self.count(in: database) >= Self.tooMany else { return }
            isRunning.store(true, ordering: .relaxed)
            try giveBack(in: database)
        }
    }

    private func giveBack(in database: Database) throws {
        let before = try Self.count(in: database)
        try database.execute(sql: "PRAGMA incremental_vacuum(\(Self.step))")
        let after = try Self.count(in: database)
        if after > Self.kept, after < before {
            // Jobs that were enqueued meanwhile run first.
            writer.asyncWriteWithoutTransaction { [self] database in
                // The store may have been closed meanwhile.
                guard database.sqliteConnection != nil else { return }
                attempt { try giveBack(in: database) }
            }
        } else {
            isRunning.store(false, ordering: .relaxed)
            // Only this shortens the file. It does not wait: a later commit copies the pages that a reader still needs.
            try database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
        }
    }

    /// Logs an error; returning pages is retried the next time that nothing waits for the writer.
    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch {
            isRunning.store(false, ordering: .relaxed)
            damage.log(StoreError(translating: error, doing: "giving space back"), "Free space stays in the database")
        }
    }
}
