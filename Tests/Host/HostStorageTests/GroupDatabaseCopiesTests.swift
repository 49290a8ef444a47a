import Foundation
import GRDB
import HostStorage
import Testing

/// Copies of what apps keep in databases, whatever else they put into their folders.
@Suite(.timeLimit(.minutes(5))) struct GroupDatabaseCopiesTests {
    private let files = FileManager.default

    @Test func aDatabaseInUseTakesThePlaceOfWhatWasPacked() async throws {
        try await withFolder { folder in
            let groups = "\(folder)/state/groups"
            for path in [groups + "/group.a/sub", groups + "/group.b", "\(folder)/copies", "\(folder)/x/group.a"] {
                try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            // What it has is in the log alone.
            let database = try DatabasePool(path: "\(groups)/group.a/a.sqlite")
            try await database.write { try $0.execute(sql: "CREATE TABLE t (x); INSERT INTO t VALUES (1), (2)") }
            try Data("SQLite format 3\0".utf8 + [UInt8](repeating: 255, count: 5000))
                .write(to: URL(filePath: "\(groups)/group.a/damaged.sqlite"))
            try Data("no database at all".utf8).write(to: URL(filePath: "\(groups)/group.a/text"))
            try files.copyItem(atPath: "\(groups)/group.a/a.sqlite", toPath: "\(groups)/group.a/sub/b.sqlite")
            try files.copyItem(atPath: "\(groups)/group.a/a.sqlite", toPath: "\(folder)/secret.sqlite")
            try files.createSymbolicLink(
                atPath: "\(groups)/group.a/link.sqlite",
                withDestinationPath: "\(folder)/secret.sqlite"
            )
            try files.createSymbolicLink(atPath: "\(groups)/group.c", withDestinationPath: folder)
            try #require(mkfifo("\(groups)/group.a/pipe.sqlite", 0o600) == 0)

            try GroupDatabaseCopies.make(of: groups, in: "\(folder)/copies")
            try await database.write { try $0.execute(sql: "INSERT INTO t VALUES (3)") }

            #expect(try files.contentsOfDirectory(atPath: "\(folder)/copies") == ["group.a"])
            #expect(try files.contentsOfDirectory(atPath: "\(folder)/copies/group.a") == ["a.sqlite"])
            // What was packed is torn; there is no folder for another group.
            for suffix in ["", "-wal"] {
                try Data(repeating: 1, count: 4096).write(to: URL(filePath: "\(folder)/x/group.a/a.sqlite\(suffix)"))
            }
            try files.createDirectory(atPath: "\(folder)/copies/group.z", withIntermediateDirectories: true)
            try GroupDatabaseCopies.restore("\(folder)/copies", into: "\(folder)/x")
            #expect(try files.contentsOfDirectory(atPath: "\(folder)/x") == ["group.a"])
            #expect(try files.contentsOfDirectory(atPath: "\(folder)/x/group.a") == ["a.sqlite"])
            #expect(DatabaseCheck.problem(at: "\(folder)/x/group.a/a.sqlite") == nil)
            let copy = try DatabaseQueue(path: "\(folder)/x/group.a/a.sqlite")
            let rows = try await copy.read { try Int.fetchAll($0, sql: "SELECT x FROM t") }
            #expect(rows == [1, 2])
        }
    }

    @Test func onlySoManyDatabasesOfAGroupAreCopied() async throws {
        try await withFolder { folder in
            try files.createDirectory(atPath: "\(folder)/groups/g", withIntermediateDirectories: true)
            try files.createDirectory(atPath: "\(folder)/copies", withIntermediateDirectories: true)
            let first = "\(folder)/groups/g/0.sqlite"
            try await DatabaseQueue(path: first).write { try $0.execute(sql: "CREATE TABLE t (x)") }
            for number in 1...GroupDatabaseCopies.limit + 3 {
                try files.copyItem(atPath: first, toPath: "\(folder)/groups/g/\(number).sqlite")
            }
            try GroupDatabaseCopies.make(of: "\(folder)/groups", in: "\(folder)/copies")
            let copies = try files.contentsOfDirectory(atPath: "\(folder)/copies/g")
            #expect(copies.count == GroupDatabaseCopies.limit)
        }
    }
}
