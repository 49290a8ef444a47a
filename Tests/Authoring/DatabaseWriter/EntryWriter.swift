import Glibc
import TodayDatabase

/// Writes to a database until it is killed, and acknowledges each number on standard output, one in a line.
///
/// Takes a folder and a name of its own. It goes on from the number that it finds, and adds one to a total that all writers
/// share in the same transaction. The newest rows are large, so that the log is written back often.
@main
struct EntryWriter {
    static let migrations = [
        "CREATE TABLE entry (writer TEXT, number INTEGER, padding BLOB, PRIMARY KEY (writer, number))",
        "CREATE TABLE total (count INTEGER); INSERT INTO total VALUES (0)",
    ]

    static func main() async throws {
        let (folder, writer) = (CommandLine.arguments[1], CommandLine.arguments[2])
        let database = try GroupDatabase("shared.sqlite", inFolder: folder, migrations: migrations)
        var number: Int = try await database.read { database in
            try database.query("SELECT coalesce(max(number), 0) AS last FROM entry WHERE writer = ?", writer)[0]["last"]
        }
        while true {
            number += 1
            let padding = [UInt8](repeating: 7, count: number % 10 * 1000)
            var isWritten = false
            while !isWritten {
                do {
                    try await database.write { [number] database in
                        try database.execute("INSERT INTO entry VALUES (?, ?, ?)", writer, number, padding)
                        try database.execute("UPDATE total SET count = count + 1")
                        let sql = "UPDATE entry SET padding = NULL WHERE writer = ? AND number = ?"
                        try database.execute(sql, writer, number - 50)
                    }
                    isWritten = true
                } catch let failure as DatabaseFailure where failure.code == .busy {
                    // Writers that never pause may keep another one waiting for long.
                }
            }
            let line = Array("\(number)\n".utf8)
            guard Glibc.write(1, line, line.count) == line.count else { return }
        }
    }
}
