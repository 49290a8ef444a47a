import Foundation
import Testing
import TodayDatabase
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct GroupDatabaseTests {
    private static let table = "CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, note TEXT)"

    private func withDatabase(
        limit: Int = GroupDatabase.defaultLimit,
        _ body: (GroupDatabase, _ folder: String) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let database = try GroupDatabase("a.sqlite", inFolder: folder, limit: limit, migrations: [Self.table])
            try await body(database, folder)
        }
    }

    /// Expects a failure; returns its message.
    @discardableResult
    private func expectFailure(_ code: DatabaseFailure.Code, _ body: () async throws -> Void) async -> String {
        let failure = await #expect(throws: DatabaseFailure.self) { try await body() }
        #expect(failure?.code == code, "\(failure?.message ?? "")")
        return failure?.message ?? ""
    }

    @Test func valuesComeBackInTheirTypes() async throws {
        try await withDatabase { database, _ in
            let date = Date(timeIntervalSince1970: 1_795_248_000.25)
            try await database.write { database in
                try database.execute("CREATE TABLE value (i, d, b, s, bytes, date, none)")
                try database.execute(
                    "INSERT INTO value VALUES (?, ?, ?, ?, ?, ?, ?)",
                    Int.max,
                    0.5,
                    true,
                    "ü\u{0}'; DROP TABLE item; --",
                    [UInt8](),
                    date,
                    String?.none
                )
            }
            let row = try await database.read { try $0.query("SELECT * FROM value")[0] }
            #expect(row.columns == ["i", "d", "b", "s", "bytes", "date", "none"])
            #expect(try (row["i"], row["d"], row["b"]) == (Int.max, 0.5, true))
            #expect(try row["s"] == "ü\u{0}'; DROP TABLE item; --")
            #expect(try row["bytes"] == [UInt8]())
            #expect(try row["date"] == date)
            #expect(try row["none"] == String?.none)
            #expect(try row["s"] as String? != nil)
            // A value of another type, or a name that is not there, is named.
            for (column, part) in [("none", "no String: null"), ("i", "no String"), ("x", "has no column \"x\"")] {
                let message = await expectFailure(.wrongUse) { _ = try row[column] as String }
                #expect(message.contains(part))
            }
        }
    }

    @Test func aTransactionIsWholeOrNotAtAll() async throws {
        struct Stop: Error {}
        try await withDatabase { database, folder in
            await #expect(throws: Stop.self) {
                try await database.write { database in
                    try database.execute("INSERT INTO item VALUES (1, 'a', NULL)")
                    throw Stop()
                }
            }
            let added = try await database.write { database in
                try database.execute("INSERT INTO item (title) VALUES (?), (?)", "a", "b")
            }
            #expect(added == 2)
            let message = await expectFailure(.constraint) {
                try await database.write { database in
                    try database.execute("DELETE FROM item")
                    try database.execute("INSERT INTO item (title) VALUES ('c'), ('c')")
                }
            }
            #expect(message.contains("item.title"))
            // Another process sees what was written, and nothing else.
            let other = try GroupDatabase("a.sqlite", inFolder: folder, migrations: [Self.table])
            let titles: [String] = try await other.read { database in
                try database.query("SELECT title FROM item ORDER BY id").map { try $0["title"] }
            }
            #expect(titles == ["a", "b"])
        }
    }

    @Test func whatBreaksTheRulesIsRefusedWithItsReason() async throws {
        try await withDatabase { database, folder in
            let wrong: [(String, @Sendable (DatabaseConnection) throws -> Void)] = [
                ("near", { try $0.execute("SELEC 1") }), ("no such table", { _ = try $0.query("SELECT * FROM none") }),
                ("Not one statement", { try $0.execute("DELETE FROM item; DELETE FROM item") }),
                ("Not one statement", { try $0.execute(" ") }),
                ("2 places for values, and got 1", { try $0.execute("SELECT ?, ?", 1) }),
                ("ended the transaction", { try $0.execute("COMMIT") }),
            ]
            for (part, body) in wrong {
                let message = await expectFailure(.wrongUse) { try await database.write(body) }
                #expect(message.contains(part), "\(message)")
            }
            await expectFailure(.wrongUse) {
                try await database.read { _ = try $0.query("DELETE FROM item RETURNING id") }
            }
            for name in ["", ".hidden", "../a.sqlite", "a/b", "a\u{0}b", String(repeating: "a", count: 101)] {
                await expectFailure(.wrongUse) { _ = try GroupDatabase(name, inFolder: folder) }
            }
            // Nothing of it has an effect on what comes next.
            let added = try await database.write { try $0.execute("INSERT INTO item (title) VALUES ('a')") }
            #expect(added == 1)
        }
    }

    @Test func aFullDatabaseSaysSoAndCanBeEmptied() async throws {
        try await withDatabase(limit: 128 << 10) { database, folder in
            let message = await expectFailure(.full) {
                for number in 0..<100 {
                    try await database.write { database in
                        let title = "\(number) " + String(repeating: "x", count: 5000)
                        try database.execute("INSERT INTO item (title) VALUES (?)", title)
                    }
                }
            }
            #expect(message.contains("\"a.sqlite\" is full: it may have 128 KiB"))
            let size = try FileManager.default.attributesOfItem(atPath: "\(folder)/a.sqlite")[.size] as? Int
            #expect(size ?? .max <= 128 << 10)
            let kept: Int = try await database.read { try $0.query("SELECT count(*) AS n FROM item")[0]["n"] }
            #expect(kept > 5)
            let deleted = try await database.write { try $0.execute("DELETE FROM item") }
            #expect(deleted == kept)
            let added = try await database.write { try $0.execute("INSERT INTO item (title) VALUES ('a')") }
            #expect(added == 1)
        }
    }

    @Test func aDatabaseIsMigratedOnceAndNeverBack() async throws {
        try await withDatabase { first, folder in
            try await first.write { try $0.execute("INSERT INTO item (title) VALUES ('a')") }
            let change = "ALTER TABLE item ADD COLUMN count INTEGER DEFAULT 3; CREATE INDEX i ON item (count)"
            let newer = [Self.table, change]
            for _ in 0..<2 {
                let database = try GroupDatabase("a.sqlite", inFolder: folder, migrations: newer)
                let count: Int = try await database.read { try $0.query("SELECT count FROM item")[0]["count"] }
                #expect(count == 3)
            }
            await expectFailure(.newer) {
                _ = try GroupDatabase("a.sqlite", inFolder: folder, migrations: [Self.table])
            }
            // One that fails leaves nothing behind.
            let broken = newer + ["CREATE TABLE more (x); CREATE TABLE item (x)"]
            await expectFailure(.wrongUse) { _ = try GroupDatabase("a.sqlite", inFolder: folder, migrations: broken) }
            _ = try GroupDatabase("a.sqlite", inFolder: folder, migrations: newer)
        }
    }

    @Test func whatIsNoDatabaseIsSaid() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try Data(repeating: 65, count: 5000).write(to: URL(filePath: "\(folder)/a.sqlite"))
            let message = await expectFailure(.damaged) { _ = try GroupDatabase("a.sqlite", inFolder: folder) }
            #expect(message.contains("\"a.sqlite\" is damaged"))
            await expectFailure(.unavailable) { _ = try GroupDatabase("a.sqlite", inFolder: "\(folder)/none") }
        }
    }
}
