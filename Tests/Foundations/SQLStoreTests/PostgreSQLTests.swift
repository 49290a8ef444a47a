import AsyncPrimitives
import Foundation
import Glibc
import PrometheusMetrics
import SQLiteSupport
import Synchronization
import Testing
import TodayTestSupport

@testable import SQLStore

struct StoreError: StoreFailure, Equatable {
    enum Code: String, StoreFailureCode {
        case diskFull, locked, newerSchema, overloaded, closed, unavailable
    }

    static let ownerName = "The test"
    var code: Code
    var message: String

    init(_ code: Code, _ message: String, cause: (any Error)?) {
        self.code = code
        self.message = message
    }
}

/// A database of a test's own, with one table.
func withDatabase(
    on server: PostgreSQLServer? = nil,
    answerLimit: Int32 = 35_000,
    _ body: (PostgreSQLDatabase<StoreError>, _ address: PostgreSQLAddress) async throws -> Void
) async throws {
    let server = try server ?? .shared
    let name = "d\(UUID().uuidString.lowercased().filter { $0 != "-" })"
    let address = try PostgreSQLAddress(try server.createDatabase(name), answerLimit: answerLimit)
    defer { server.dropDatabase(name) }
    let database = try PostgreSQLDatabase<StoreError>(address, connections: 3, migrations: migrations)
    try await body(database, address)
    await database.close()
}

private let migrations = [
    SQLMigration(
        "make the table",
        """
        CREATE TABLE item (
            number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, amount REAL, content BLOB) STRICT;
        """
    )
]

@Suite(.timeLimit(.minutes(5))) struct PostgreSQLTests {
    @Test func valuesOfEveryTypeComeBackAsTheyWere() async throws {
        try await withDatabase { database, _ in
            let name = "a\\b\t'\"ü€\u{1F600}?"
            let bytes = Data((0...255).map(UInt8.init))
            let number = try await database.write { connection in
                try connection.insert(
                    "INSERT INTO item (name, amount, content) VALUES (?, ?, ?)",
                    [name, -1.5e-300, bytes]
                )
            }
            try await database.read { connection in
                let row = try #require(
                    try connection.row("SELECT * FROM item WHERE name = ?1 AND number = ?2", [name, number])
                )
                #expect(row["number"] as Int64 == number && row["NAME"] as String == name)
                #expect(row["amount"] as Double? == -1.5e-300 && row["content"] as Data? == bytes)
                #expect(try connection.value("SELECT name FROM item WHERE content = ?", [bytes]) == name)
                #expect(try connection.value("SELECT 1 = 1") == true)
                #expect(try connection.value("SELECT amount FROM item WHERE number = ?", [0]) as Double? == nil)
            }
        }
    }

    @Test func aQuestionMarkInATextIsNoPlaceholder() {
        #expect(
            PostgreSQLDialect.statement("a = ?1 OR b = ?2 OR c = ? OR d = ?1 OR e = ?").hasSuffix(
                "c = $3 OR d = $1 OR e = $4"
            )
        )
        let sql = "SELECT '?' || ? FROM json_each(?) CROSS JOIN x ON true WHERE a = ?12 LIMIT -1"
        let translated = "SELECT '?' || $1 FROM json_numbers($2) JOIN x ON true WHERE a = $12 LIMIT ALL"
        #expect(PostgreSQLDialect.statement(sql) == translated)
    }

    @Test func aCursorThatIsLeftReadsOnlySomePages() async throws {
        try await withDatabase { database, _ in
            try await database.write { connection in
                try connection.run(
                    "INSERT INTO item (name) SELECT 'n' || value FROM generate_series(1, 1000) AS s (value)"
                )
            }
            let read = try await database.read { connection in
                let rows = try connection.cursor(
                    "SELECT number FROM item WHERE number > ? ORDER BY number",
                    [0],
                    readsFew: true
                )
                var numbers: [Int64] = []
                while numbers.count < 450, let row = try rows.next() {
                    numbers.append(row[0])
                    // Another statement in between.
                    #expect(try connection.exists("SELECT 1 FROM item WHERE number = ?", [row[0] as Int64]))
                }
                return numbers
            }
            #expect(read == Array(1...450))
        }
    }

    @Test func whatFailsLeavesNothingAndTheRestOfItsGroupStays() async throws {
        try await withDatabase { database, _ in
            let results = await withTaskGroup(of: Bool.self) { group in
                for index in 0..<40 {
                    group.addTask {
                        let isDone = try? await database.write(.rowLocks) { connection in
                            try connection.run("INSERT INTO item (name) VALUES (?)", ["n\(index)"])
                            if index.isMultiple(of: 4) {
                                try connection.run("INSERT INTO item (name) VALUES (?)", ["n\(index)"])
                            }
                            return true
                        }
                        return isDone ?? false
                    }
                }
                return await group.reduce(into: 0) { count, isDone in count += isDone ? 1 : 0 }
            }
            #expect(results == 30)
            let found = try await database.read { try $0.count("item") }
            #expect(found == 30)
        }
    }

    @Test func aSavepointThatIsNotKeptIsUndone() async throws {
        try await withDatabase { database, _ in
            try await database.write { connection in
                try connection.run("INSERT INTO item (name) VALUES ('a')")
                try connection.savepoint {
                    try connection.run("INSERT INTO item (name) VALUES ('b')")
                    return false
                }
                try? connection.savepoint { try connection.run("INSERT INTO item (name) VALUES ('a')") > 0 }
                try connection.savepoint { try connection.run("INSERT INTO item (name) VALUES ('c')") > 0 }
            }
            let found: [String] = try await database.read { try $0.values("SELECT name FROM item ORDER BY name") }
            #expect(found == ["a", "c"])
        }
    }

    /// Each write depends on what the others have written, which only transactions one after the other get right.
    @Test func serializableWritesAreRepeatedUntilTheyFit() async throws {
        try await withDatabase { database, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<30 {
                    group.addTask {
                        try await database.write(.serializable) { connection in
                            let count = try connection.count("item")
                            try connection.run("INSERT INTO item (name) VALUES (?)", ["n\(count)"])
                        }
                    }
                }
                try await group.waitForAll()
            }
            let found = try await database.read { try $0.count("item WHERE name = 'n29'") }
            #expect(found == 1)
        }
    }

    @Test func whatADatabaseDoesIsCounted() async throws {
        try await withDatabase { database, _ in
            let readers = Counter()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in ["a", "b"] {
                    group.addTask {
                        try await database.write(.serializable) { connection in
                            _ = try connection.count("item")
                            // Both have read before either writes, so one of them is in the other's way.
                            readers.add()
                            for _ in 0..<10_000 where readers.value < 2 {
                                usleep(1000)
                            }
                            try connection.run("INSERT INTO item (name) VALUES (?)", [name])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(database.activity.conflicts.value >= 1)
            #expect(database.activity.writes.value == 2)
            #expect(database.activity.commits.snapshot.count == 2)
            try await database.write(.rowLocks) { try $0.run("DELETE FROM item") }
            _ = try await database.read { try $0.count("item") }
            #expect(database.activity.writes.value == 3)
            #expect(database.activity.commits.snapshot.count == 3)
            #expect(database.queueLength == 0)
        }
    }

    @Test func aLostConnectionIsOpenedAgainBeforeAnythingWasDone() async throws {
        try await withDatabase { database, address in
            for isolation in [SQLIsolation.serializable, .rowLocks] {
                let process: Int = try await database.write(isolation) { try $0.value("SELECT pg_backend_pid()") ?? 0 }
                let end = "SELECT pg_terminate_backend(CAST(? AS INT))"
                let found: Bool? = try address.connect().value(end, [process])
                #expect(found == true)
                try await database.write(isolation) { connection in
                    try connection.run("INSERT INTO item (name) VALUES (?)", ["\(isolation)"])
                }
            }
            let found = try await database.read { try $0.count("item") }
            #expect(found == 2)
        }
    }

    @Test func aServerThatDoesNotAnswerIsLeft() async throws {
        // A process that is stopped holds up whoever makes a database on the same server.
        try await withDatabase(on: PostgreSQLServer("stopped"), answerLimit: 500) { database, _ in
            for isolation in [SQLIsolation.serializable, .rowLocks] {
                let process: Int = try await database.write(isolation) { try $0.value("SELECT pg_backend_pid()") ?? 0 }
                #expect(kill(pid_t(process), SIGSTOP) == 0)
                defer { kill(pid_t(process), SIGCONT) }
                try await database.write(isolation) { connection in
                    try connection.run("INSERT INTO item (name) VALUES (?)", ["\(isolation)"])
                }
            }
            let found = try await database.read { try $0.count("item") }
            #expect(found == 2)
        }
    }

    /// An operator who ends the wait for the replica leaves a commit that only the primary has.
    @Test func aCommitThatIsOnNoReplicaFails() async throws {
        try await withDatabase(on: PostgreSQLServer("replicated")) { database, address in
            let other = try address.connect()
            try other.execute("ALTER SYSTEM SET synchronous_standby_names = 'replica'")
            try other.execute("SELECT pg_reload_conf()")
            while try other.value("SHOW synchronous_standby_names") as String? != "replica" { await Task.yield() }
            let write = Task { try await database.write { try $0.run("INSERT INTO item (name) VALUES ('a')") } }
            let end = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            while try (other.values(end) as [Bool]).isEmpty { await Task.yield() }
            let error = await #expect(throws: StoreError.self) { _ = try await write.value }
            #expect(error?.message.contains("no replica") == true)
            // Without that, the removal of the database would wait, too.
            try other.execute("ALTER SYSTEM RESET synchronous_standby_names")
            try other.execute("SELECT pg_reload_conf()")
        }
    }

    @Test func aClosedDatabaseRefuses() async throws {
        try await withDatabase { database, _ in
            await database.close()
            for isolation in [SQLIsolation.serializable, .rowLocks] {
                let error = await #expect(throws: StoreError.self) {
                    try await database.write(isolation) { try $0.run("DELETE FROM item") }
                }
                #expect(error?.code == .closed)
            }
        }
    }

    @Test func aDatabaseOfANewerVersionIsRefused() async throws {
        try await withDatabase { database, address in
            try await database.write { try $0.run("INSERT INTO migration (name) VALUES ('from the future')") }
            let error = #expect(throws: StoreError.self) {
                try PostgreSQLDatabase<StoreError>(address, migrations: migrations)
            }
            #expect(error?.code == .newerSchema)
        }
    }

    @Test(arguments: [
        ("postgres://today:secret@localhost/x", "passfile"), ("postgres://today@[::1/x", "]"),
        ("postgres://today@/x?host=/nonexistent", "/nonexistent"), ("postgres://today@127.0.0.1:1/x", "refused"),
    ])
    func aBadAddressSaysWhatIsWrong(text: String, part: String) {
        let error = #expect(throws: (any Error).self) {
            try PostgreSQLDatabase<StoreError>(PostgreSQLAddress(text), migrations: migrations)
        }
        let message = error.map { "\($0)" } ?? ""
        #expect(message.contains(part) && !message.contains("secret"), "\(message)")
    }

    @Test func aListenerHearsWhatIsCommittedAndConnectsAgain() async throws {
        try await withDatabase { database, _ in
            let (events, input) = AsyncStream.makeStream(of: ListenerEvent.self)
            let listener = database.listen(to: "news") { input.yield($0) }
            defer { listener.close() }
            var heard = events.makeAsyncIterator()
            #expect(await heard.next() == .connected)
            try await database.write { _ = try $0.row("SELECT CAST(pg_notify('news', ?) AS TEXT)", ["one"]) }
            #expect(await heard.next() == .received("one"))
            let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            try await database.write { _ = try $0.rows(others) }
            guard case .disconnected? = await heard.next() else {
                Issue.record("it was not disconnected")
                return
            }
            #expect(await heard.next() == .connected)
        }
    }
}

/// A move of an SQLite file into PostgreSQL.
@Suite(.timeLimit(.minutes(5))) struct SQLMoveTests {
    private struct Stop: Error {}

    private func withFile(_ body: (String) async throws -> Void) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let file = try SQLiteDatabase<StoreError>(path: folder + "/x.sqlite", label: "test", migrations: migrations)
            try await file.write { connection in
                for index in 0..<2500 {
                    try connection.run(
                        "INSERT INTO item (name, amount, content) VALUES (?, ?, ?)",
                        [
                            "n\(index)\t\\ü\r\n", index.isMultiple(of: 3) ? nil : Double(index) / 4,
                            Data([0, UInt8(index % 256)]),
                        ]
                    )
                }
                try connection.run("DELETE FROM item WHERE number = 2500")
            }
            await file.close()
            try await body(folder + "/x.sqlite")
        }
    }

    private func move(
        _ path: String,
        to address: PostgreSQLAddress,
        report: (SQLMove.Progress) throws -> Void = { _ in }
    ) async throws {
        try await SQLMove.run(
            from: path,
            to: address,
            convert: { $2 },
            isFree: { try $0.count("item") == 0 },
            report: report
        )
    }

    @Test func everythingIsThereAndNumbersGoOn() async throws {
        try await withFile { path in
            try await withDatabase { database, address in
                var compared: [String] = []
                try await move(path, to: address) { if $0.isCompared { compared.append($0.table) } }
                #expect(compared == ["item"])
                let found = try await database.read { try $0.count("item") }
                #expect(found == 2499)
                let next = try await database.write { try $0.insert("INSERT INTO item (name) VALUES (?)", ["next"]) }
                #expect(next == 2500)
                await #expect(throws: SQLMove.Failure.self) { try await move(path, to: address) }
            }
        }
    }

    @Test func anInterruptedMoveGoesOn() async throws {
        try await withFile { path in
            try await withDatabase { database, address in
                for page in 1...2 {
                    let limit = page * 1000
                    var last = 0
                    await #expect(throws: Stop.self) {
                        try await move(path, to: address) { progress in
                            last = progress.rows
                            if last == limit { throw Stop() }
                        }
                    }
                    #expect(last == limit)
                }
                try await move(path, to: address)
                let found = try await database.read { try $0.count("item") }
                #expect(found == 2499)
            }
        }
    }

    @Test func aRowThatWasChangedMeanwhileIsFound() async throws {
        try await withFile { path in
            try await withDatabase { database, address in
                let other = try address.connect()
                await #expect(throws: SQLMove.Failure.self) {
                    try await move(path, to: address) { progress in
                        if progress.rows == 2499 { try other.run("UPDATE item SET amount = 7 WHERE number = 9", []) }
                    }
                }
            }
        }
    }
}
