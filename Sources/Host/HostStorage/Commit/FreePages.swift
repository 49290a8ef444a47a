import GRDB
import SQLiteSupport
import Synchronization

/// Gives the free pages of the database back to the disk, a few at a time, so that nothing waits long for the writer.
final class FreePages: Sendable {
    /// From this many free pages on, which is 8 MiB, pages are given back.
    private static let tooMany = 2048
    /// This many, 1 MiB, are left for what is written next.
    private static let kept = 256
    /// How many are given back at a time: moving them takes about as long as a commit.
    private static let step = 64

    private let writer: DatabaseQueue
    private let damage: DamageLog
    /// Whether some pages are given back, and more are to be.
    private let isRunning = Atomic(false)

    init(writer: DatabaseQueue, damage: DamageLog) { (self.writer, self.damage) = (writer, damage) }

    /// How many pages of a database are free.
    static func count(in database: Database) throws -> Int {
        try database.row("PRAGMA freelist_count")?[0] ?? 0
    }

    /// Lets a database give pages back: a new one at once, one of an earlier version once it is prepared.
    static func want(in database: Database) throws { try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }

    /// Rewrites a database of an earlier version, once, before anything else is done with it.
    static func prepare(_ database: Database) throws {
        guard try Int.fetchOne(database, sql: "PRAGMA auto_vacuum") == 0 else { return }
        do {
            try database.execute(sql: "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL || error.resultCode == .SQLITE_IOERR {
            // Without space for a copy everything else works; the next start tries again.
        }
    }

    /// Begins if many pages are free; to be called on the writer when nothing waits for it.
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
            // What was enqueued meanwhile comes first.
            writer.asyncWriteWithoutTransaction { [self] database in
                // The store may have been closed meanwhile.
                guard database.sqliteConnection != nil else { return }
                attempt { try giveBack(in: database) }
            }
        } else {
            isRunning.store(false, ordering: .relaxed)
            // Only this shortens the file. It waits for nobody: what a reader still needs is copied by a later commit.
            try database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
        }
    }

    /// Logs an error; the next time that nothing waits for the writer it is tried again.
    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch {
            isRunning.store(false, ordering: .relaxed)
            damage.log(StoreError(translating: error, doing: "giving space back"), "Free space stays in the database")
        }
    }
}
