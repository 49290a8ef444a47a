import Foundation
import Testing
import TodayDatabase
import TodayTestSupport

/// Two processes that write to one database, of which one is killed again and again.
@Suite(.timeLimit(.minutes(10))) struct ProcessTests {
    @Test func whatTwoProcessesWroteSurvivesKill() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let steady = try Writer("steady", in: folder)
            var last = 0
            for count in [1, 30, .random(in: 2...200), .random(in: 2...200)] {
                last = try await Writer("killed", in: folder).end(after: count)
            }
            // The other one was not held up: it writes on.
            let ends = [("killed", last), ("steady", try await steady.end(after: 50))]

            let database = try GroupDatabase("shared.sqlite", inFolder: folder)
            try await database.read { database in
                #expect(try database.query("PRAGMA integrity_check")[0].values == [.text("ok")])
                let total: Int = try database.query("SELECT count FROM total")[0]["count"]
                #expect(try database.query("SELECT count(*) AS n FROM entry")[0]["n"] == total)
                for (writer, number) in ends {
                    // Every number is there once; the one that was under way may be.
                    let sql = "SELECT count(*) AS n, max(number) AS m FROM entry WHERE writer = ?"
                    let row = try database.query(sql, writer)[0]
                    let (count, maximum): (Int, Int) = try (row["n"], row["m"])
                    #expect(count == maximum && (number...number + 1).contains(maximum), "\(writer)")
                }
            }
        }
    }
}

/// A process of `DatabaseWriter`.
private struct Writer {
    private let process = Process()
    private let output = Pipe()

    init(_ name: String, in folder: String) throws {
        process.executableURL = try Self.program()
        process.arguments = [folder, name]
        process.standardOutput = output
        try process.run()
    }

    /// Kills the process once it has acknowledged so many numbers.
    ///
    /// - Returns: The last number that it acknowledged.
    func end(after count: Int) async throws -> Int {
        let text: String = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [process, output] in
                var bytes = Data()
                while bytes.count(where: { $0 == UInt8(ascii: "\n") }) < count {
                    let more = output.fileHandleForReading.availableData
                    if more.isEmpty { break }
                    bytes += more
                }
                kill(process.processIdentifier, SIGKILL)
                // What it acknowledged before the signal reached it counts too.
                bytes += output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
        #expect(process.terminationReason == .uncaughtSignal, "the writer ended by itself")
        // A last line that was cut off acknowledges nothing.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return try #require(lines.last.flatMap { Int($0) })
    }

    /// The program is built beside the tests.
    private static func program() throws -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<4 {
            let location = folder.appendingPathComponent("DatabaseWriter")
            if FileManager.default.isExecutableFile(atPath: location.path) { return location }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }
}
