import Foundation
import GRDB
import SQLiteSupport
import Synchronization
import Testing
import TodayTestSupport

/// What the stores share of their databases.
@Suite(.timeLimit(.minutes(5))) struct DatabaseTests {
    private struct Other: Error {}

    private func withDatabase(_ body: (DatabaseQueue) async throws -> Void) async throws {
        try await withTemporaryDirectory { folder in try await body(try DatabaseQueue(path: "\(folder)/a.sqlite")) }
    }

    // MARK: - Statements

    @Test func statementsTakeArgumentsAndSayWhatTheyChanged() async throws {
        let database = try DatabaseQueue()
        try await database.write { database in
            try database.run("CREATE TABLE t (a INTEGER, b TEXT)")
            for number in 1...3 {
                #expect(try database.run("INSERT INTO t VALUES (?, ?)", [number, "x'\(number)"]) == 1)
            }
            #expect(try database.run("UPDATE t SET a = a + 10 WHERE a >= ?", [2]) == 2)
            #expect(try database.run("DELETE FROM t WHERE a = ?", [99]) == 0)
            #expect(try database.rows("SELECT a FROM t ORDER BY a").map { $0[0] as Int } == [1, 12, 13])
            #expect(
                try database.map("SELECT b FROM t WHERE a > ? ORDER BY a", [1]) { $0[0] as String } == ["x'2", "x'3"]
            )
            #expect(try database.row("SELECT b FROM t WHERE a = ?", [1])?[0] == "x'1")
            #expect(try database.row("SELECT b FROM t WHERE a = ?", [2]) == nil)
            #expect(throws: Other.self) { try database.map("SELECT a FROM t") { _ in throw Other() } }
            // The same statement, prepared once, with other arguments.
            #expect(try database.row("SELECT b FROM t WHERE a = ?", [12])?[0] == "x'2")
        }
    }

    @Test(arguments: [(0.0, 0), (1.0004, 1000), (1.0006, 1001), (-1.5, -1500), (1_800_000_000.123, 1_800_000_000_123)])
    func aDateIsKeptToTheMillisecond(seconds: Double, stored: Int64) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(date.storedMilliseconds == stored)
        #expect(Date(storedMilliseconds: stored).storedMilliseconds == stored)
    }

    // MARK: - The end

    @Test func theBarrierReturnsWhenWhatWaitedHasEnded() async throws {
        try await withDatabase { database in
            let done = Atomic(0)
            for _ in 0..<20 {
                database.asyncWriteWithoutTransaction { _ in done.add(1, ordering: .sequentiallyConsistent) }
            }
            try await withTimeLimit(on: "the writes before the barrier") { await database.barrier() }
            #expect(done.load(ordering: .sequentiallyConsistent) == 20)
        }
    }

    @Test func whatWaitsIsWrittenBeforeTheDatabaseCloses() async throws {
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/a.sqlite"
            let database = try DatabaseQueue(path: path)
            try await database.write { try $0.execute(sql: "CREATE TABLE t (a INTEGER)") }
            for number in 0..<50 {
                database.asyncWriteWithoutTransaction { database in
                    do { try database.run("INSERT INTO t VALUES (?)", [number]) } catch { Issue.record(error) }
                }
            }
            try await withTimeLimit(on: "the end of a database") { await database.finish() }
            let count = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
            #expect(count == 50)
        }
    }

    @Test func durabilityIsReportedAsSQLiteHasIt() async throws {
        try await withDatabase { database in
            try await database.writeWithoutTransaction { database in
                _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
                try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF")
            }
            #expect(
                try await database.durabilitySettings()
                    == ["journal_mode": "wal", "synchronous": "2", "foreign_keys": "0"]
            )
        }
    }

    // MARK: - Versions

    private func migrator(upTo version: Int) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for number in 1...version {
            migrator.registerMigration("v\(number)") { try $0.execute(sql: "CREATE TABLE t\(number) (a INTEGER)") }
        }
        return migrator
    }

    @Test func anOlderDatabaseIsBroughtUpToDateOnce() async throws {
        try await withDatabase { database in
            for version in [1, 2, 2] {
                try migrator(upTo: version).migrate(database, at: "/a", failingWith: TestFailure.self)
            }
            #expect(try await database.read { try $0.tableExists("t2") })
        }
    }

    @Test func aDatabaseOfANewerVersionIsRefusedAndLeftAlone() async throws {
        try await withDatabase { database in
            try migrator(upTo: 3).migrate(database, at: "/a", failingWith: TestFailure.self)
            let failure = try #require(throws: TestFailure.self) {
                try migrator(upTo: 2).migrate(database, at: "/a.sqlite", failingWith: TestFailure.self)
            }
            #expect(failure.code == .newerSchema)
            #expect(failure.message.hasPrefix("/a.sqlite was written by a newer version of Today"))
            #expect(try await database.read { try $0.tableExists("t3") })
        }
    }

    // MARK: - Failures

    @Test func whatADatabaseThrowsBecomesTheStoresFailure() {
        let own = TestFailure(.overloaded, "Too much.")
        #expect(TestFailure(translating: own, doing: "reading") == own)
        #expect(
            TestFailure(translating: DatabaseError(resultCode: .SQLITE_FULL), doing: "writing")
                == TestFailure(.diskFull, "There is no space left for writing; free some space and try again.")
        )
        #expect(
            TestFailure(translating: DatabaseError(resultCode: .SQLITE_CORRUPT, message: "bad page"), doing: "reading")
                == TestFailure(.unavailable, "The test's database failed reading: bad page.")
        )
        let other = TestFailure(translating: Other(), doing: "reading")
        #expect(other == TestFailure(.unavailable, "Something failed reading."))
        #expect(other.cause is Other)
        #expect("\(other)" == other.message)
    }
}
