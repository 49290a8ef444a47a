import Crypto
import FoundationEssentials

/// Copies an SQLite file into a PostgreSQL database with the same tables, page by page.
///
/// A page and the position after it are written together, so a move that was interrupted goes on where it was. The target
/// has a table `move` until the end, when counts and hashes of all rows were compared.
package struct SQLMove {
    package enum Failure: Error, CustomStringConvertible {
        /// The target has rows that no move has written.
        case occupied
        /// A table of the target differs from that of the source.
        case different(table: String)

        package var description: String {
            switch self {
            case .occupied: "The database is in use already; create another one for the move."
            case .different(let table):
                "The table \(table) differs after the move; create another database, and try again."
            }
        }
    }

    /// A step of a move: a table, the number of its rows that were copied so far, and whether they were compared.
    package struct Progress: Hashable, Sendable {
        package let table: String
        package let rows: Int
        package let isCompared: Bool
    }

    private static let pageSize = 1000
    /// The number of bytes after which a page ends.
    private static let pageBytes = 4_000_000

    private let source: any SQLConnection
    private let target: PostgreSQLConnection
    private let convert: (_ table: String, _ column: String, ColumnValue) -> ColumnValue
    private let report: (Progress) throws -> Void

    private struct Table {
        let name: String
        let columns: [String]
        /// The columns of the primary key in order.
        let key: [String]
    }

    /// Moves all tables but those of the engines themselves; an error of `report` interrupts it.
    ///
    /// `convert` translates a value into the form that the target has; `isFree` returns `true` if the target has only
    /// what the creation of its tables wrote. `finish` moves what is not in tables; it may be called again.
    package static func run(
        from path: String,
        to address: PostgreSQLAddress,
        convert: @escaping (_ table: String, _ column: String, ColumnValue) -> ColumnValue,
        isFree: (any SQLConnection) throws -> Bool,
        report: (Progress) throws -> Void,
        finish: () async throws -> Void = {}
    ) async throws {
        let target = try address.connect()
        try target.allowLongStatements()
        try withoutActuallyEscaping(report) { report in
            try SQLiteFile.read(at: path) { source in
                try SQLMove(source: source, target: target, convert: convert, report: report).run(isFree: isFree)
            }
        }
        try await finish()
        try target.execute("DROP TABLE move")
        // Without statistics, the first queries would have bad plans.
        try target.execute("ANALYZE")
    }

    /// Returns `true` if a move into a database has begun and not ended.
    package static func isUnderWay(in connection: any SQLConnection) throws -> Bool {
        try connection.value("SELECT CAST(to_regclass('move') AS TEXT)") as String? != nil
    }

    private func run(isFree: (any SQLConnection) throws -> Bool) throws {
        let tables = try tablesInOrder()
        if try !Self.isUnderWay(in: target) {
            guard try isFree(target) else { throw Failure.occupied }
            try target.execute("BEGIN")
            for table in tables.reversed() { try target.execute("DELETE FROM \(table.name)") }
            try target.execute("CREATE TABLE move (name TEXT PRIMARY KEY, last TEXT, rows BIGINT, done BOOLEAN)")
            try target.commit()
        }
        for table in tables { try copy(table) }
        for table in tables {
            guard try digest(of: table, in: source, converts: true) == digest(of: table, in: target, converts: false)
            else { throw Failure.different(table: table.name) }
            let rows = try source.count(table.name)
            try report(Progress(table: table.name, rows: rows, isCompared: true))
        }
    }

    // MARK: - Copying

    /// Returns the tables so that each comes after those that it refers to.
    private func tablesInOrder() throws -> [Table] {
        let names: [String] = try source.values(
            """
            SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations'
            ORDER BY name
            """
        )
        var waiting = try names.map { name in
            (
                name,
                Set(try source.map("PRAGMA foreign_key_list(\(name))") { $0["table"] as String }).subtracting([name])
            )
        }
        var ordered: [String] = []
        while let index = waiting.firstIndex(where: { $0.1.isSubset(of: ordered) }) {
            ordered.append(waiting.remove(at: index).0)
        }
        return try (ordered + waiting.map(\.0)).map { name in
            let columns = try source.map("PRAGMA table_info(\(name))") { ($0["name"] as String, $0["pk"] as Int) }
            let key = columns.filter { $0.1 > 0 }.sorted { $0.1 < $1.1 }.map(\.0)
            return Table(name: name, columns: columns.map(\.0), key: key)
        }
    }

    private func copy(_ table: Table) throws {
        let state = try target.row("SELECT last, rows, done FROM move WHERE name = ?", [table.name])
        if state?[2] as Bool? == true { return }
        var last = try (state?[0] as String?).map { try Self.key(text: $0) }
        var count = state?[1] as Int? ?? 0
        let key = table.key.joined(separator: ", ")
        let places = table.key.map { _ in "?" }.joined(separator: ", ")
        while true {
            let cursor = try source.cursor(
                """
                SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name)
                \(last == nil ? "" : "WHERE (\(key)) > (\(places))") ORDER BY \(key) LIMIT \(Self.pageSize)
                """,
                SQLArguments(last ?? [])
            )
            var rows: [[ColumnValue]] = []
            var size = 0
            while size < Self.pageBytes, let row = try cursor.next() {
                last = table.key.map { row[$0] }
                rows.append(values(of: row, table))
                size += rows.last?.reduce(0) { $0 + $1.size } ?? 0
            }
            let isLast = rows.count < Self.pageSize && size < Self.pageBytes
            count += rows.count
            try target.execute("BEGIN")
            try target.copy(rows, into: table.name, table.columns)
            try target.run(
                """
                INSERT INTO move (name, last, rows, done) VALUES (?, ?, ?, ? = 1) ON CONFLICT (name)
                DO UPDATE SET last = excluded.last, rows = excluded.rows, done = excluded.done
                """,
                [table.name, try last.map(Self.text), count, isLast]
            )
            if isLast, table.columns.contains("number") { try target.continueNumbers(of: table.name) }
            try target.commit()
            try report(Progress(table: table.name, rows: count, isCompared: false))
            if isLast { return }
        }
    }

    private func values(of row: SQLRow, _ table: Table) -> [ColumnValue] {
        table.columns.map { convert(table.name, $0, row[$0]) }
    }

    // MARK: - Comparing

    /// The number of rows, and the exclusive or of their hashes, which does not depend on their order.
    private struct Digest: Equatable {
        var count = 0
        var bytes = [UInt8](repeating: 0, count: SHA256.byteCount)
    }

    private func digest(of table: Table, in connection: any SQLConnection, converts: Bool) throws -> Digest {
        var digest = Digest()
        if !converts { try target.execute("BEGIN READ ONLY") }
        let rows = try connection.cursor(
            "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.name)",
            [],
            readsFew: true
        )
        while let row = try rows.next() {
            var hash = SHA256()
            for column in table.columns {
                let value = converts ? convert(table.name, column, row[column]) : row[column]
                hash.update(data: value.canonical)
            }
            digest.count += 1
            for (index, byte) in hash.finalize().enumerated() { digest.bytes[index] ^= byte }
        }
        if !converts { try target.commit() }
        return digest
    }

    // MARK: - Keys

    private static func text(_ key: [ColumnValue]) throws -> String {
        String(decoding: try JSONEncoder().encode(key), as: UTF8.self)
    }

    private static func key(text: String) throws -> [ColumnValue] {
        try JSONDecoder().decode([ColumnValue].self, from: Data(text.utf8))
    }
}

extension ColumnValue {
    /// Bytes that are the same in both engines, which differ in the type of numbers without a fraction.
    fileprivate var canonical: Data {
        let (kind, bytes): (UInt8, [UInt8]) =
            switch self {
            case .null: (0, [])
            case .integer(let integer): (1, Array("\(integer)".utf8))
            case .real(let real): (1, Array((Int64(exactly: real).map { "\($0)" } ?? "\(real)").utf8))
            case .text(let text): (2, Array(text.utf8))
            case .bytes(let bytes): (3, Array(bytes))
            }
        return Data([kind]) + withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { Data($0) } + bytes
    }
}

// MARK: - Writing many rows

extension PostgreSQLConnection {
    /// Adds rows with `COPY` in its text format (PostgreSQL's documentation, `COPY`).
    fileprivate func copy(_ rows: [[ColumnValue]], into table: String, _ columns: [String]) throws {
        guard !rows.isEmpty else { return }
        var bytes: [UInt8] = []
        for row in rows {
            for (index, value) in row.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: "\t")) }
                value.appendForCopy(to: &bytes)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        try copy(bytes, "COPY \(table) (\(columns.joined(separator: ", "))) FROM STDIN")
    }

    /// Lets the numbers that the server gives continue after the largest in a table.
    fileprivate func continueNumbers(of table: String) throws {
        let sequence: String? = try value("SELECT pg_get_serial_sequence('\(table.lowercased())', 'number')")
        guard let sequence else { return }
        let last: Int64 = try value("SELECT MAX(number) FROM \(table)") ?? 0
        if last > 0 { try execute("SELECT setval('\(sequence)', \(last))") }
    }
}

extension ColumnValue {
    private static let digits = Array("0123456789abcdef".utf8)

    fileprivate func appendForCopy(to output: inout [UInt8]) {
        switch self {
        case .null: output += Array("\\N".utf8)
        case .integer(let integer): output += Array("\(integer)".utf8)
        case .real(let real): output += Array("\(real)".utf8)
        case .text(let text):
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\\"): output += Array("\\\\".utf8)
                case UInt8(ascii: "\t"): output += Array("\\t".utf8)
                case UInt8(ascii: "\n"): output += Array("\\n".utf8)
                case UInt8(ascii: "\r"): output += Array("\\r".utf8)
                default: output.append(byte)
                }
            }
        case .bytes(let bytes):
            output += Array("\\\\x".utf8)
            for byte in bytes {
                output.append(Self.digits[Int(byte >> 4)])
                output.append(Self.digits[Int(byte & 15)])
            }
        }
    }

    /// About the number of bytes.
    fileprivate var size: Int {
        switch self {
        case .null, .integer, .real: 8
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }
}
