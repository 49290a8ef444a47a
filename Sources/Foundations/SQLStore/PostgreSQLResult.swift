import CPostgreSQL
import FoundationEssentials

func text(_ characters: UnsafePointer<CChar>?) -> String { characters.map { String(cString: $0) } ?? "" }

/// An error of PostgreSQL or of its client library.
struct PostgreSQLError: Error, CustomStringConvertible {
    /// The five characters of SQLSTATE (PostgreSQL's documentation, appendix A); empty if the server sent none, as when
    /// the connection is lost.
    let state: String
    let message: String

    var description: String { message }

    /// `true` if the transaction failed only because of others at the same time, so that repeating it may succeed.
    var isConflict: Bool { ["40001", "40P01"].contains(state) }

    /// The state of the error that no connection can be opened.
    static let noConnection = "08001"
    /// The state of an error after which it is not known whether a transaction was committed.
    static let unknownOutcome = "08007"

    var isFull: Bool { ["53100", "53200"].contains(state) }

    /// `true` if the connection cannot be used any more: the server or the network is away, the server was made a
    /// replica, or a newer node has changed a table of a prepared statement.
    var isDisconnection: Bool {
        state.isEmpty || state.hasPrefix("08")
            || ["57P01", "57P02", "57P03", "25P03", "25006", "0A000"].contains(state)
    }
}

/// The rows that one statement returned.
final class PostgreSQLResult {
    let pointer: OpaquePointer
    let functions: postgresql_functions
    private(set) lazy var rowCount = Int(functions.PQntuples(pointer))
    /// The names of the columns, in lower case.
    private(set) lazy var columns = (0..<functions.PQnfields(pointer)).map {
        text(functions.PQfname(pointer, $0))
    }

    init(_ pointer: OpaquePointer, _ functions: postgresql_functions) {
        self.pointer = pointer
        self.functions = functions
    }

    deinit { functions.PQclear(pointer) }
}

private final class PostgreSQLRow: SQLRowValues {
    private let result: PostgreSQLResult
    private let row: Int32

    init(_ result: PostgreSQLResult, _ row: Int) {
        self.result = result
        self.row = Int32(row)
    }

    func integer(_ column: Int) -> Int64? {
        guard let text = text(column) else { return nil }
        return switch text {
        case "t": 1
        case "f": 0
        default: Int64(text)
        }
    }

    func real(_ column: Int) -> Double? { text(column).flatMap(Double.init) }

    func text(_ column: Int) -> String? { bytes(of: column).map { String(decoding: $0, as: UTF8.self) } }

    func bytes(_ column: Int) -> Data? {
        guard let digits = bytes(of: column) else { return nil }
        // "\x" and two hexadecimal digits for each byte.
        return Data(
            stride(from: 2, to: digits.count - 1, by: 2).map {
                Self.nibble(digits[$0]) << 4 | Self.nibble(digits[$0 + 1])
            }
        )
    }

    func value(_ column: Int) -> ColumnValue {
        guard let text = text(column) else { return .null }
        return switch result.functions.PQftype(result.pointer, Int32(column)) {
        case 16, 20, 21, 23: integer(column).map { .integer($0) } ?? .null
        case 700, 701, 1700: real(column).map { .real($0) } ?? .null
        case 17: .bytes(bytes(column) ?? Data())
        default: .text(text)
        }
    }

    func column(_ name: String) -> Int? {
        result.columns.firstIndex(of: name) ?? result.columns.firstIndex(of: name.lowercased())
    }

    func copy() -> any SQLRowValues { self }

    private func bytes(of column: Int) -> UnsafeBufferPointer<UInt8>? {
        let functions = result.functions
        guard functions.PQgetisnull(result.pointer, row, Int32(column)) == 0,
            let value = functions.PQgetvalue(result.pointer, row, Int32(column))
        else { return nil }
        let count = Int(functions.PQgetlength(result.pointer, row, Int32(column)))
        return UnsafeBufferPointer(start: UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), count: count)
    }

    private static func nibble(_ digit: UInt8) -> UInt8 {
        digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
    }
}

final class WholeResult: SQLCursor {
    private let result: PostgreSQLResult
    private var place = 0

    init(_ result: PostgreSQLResult) { self.result = result }

    func next() throws -> SQLRow? {
        guard place < result.rowCount else { return nil }
        defer { place += 1 }
        return SQLRow(values: PostgreSQLRow(result, place))
    }
}

/// A cursor of the server, read in pages; it ends with the transaction.
final class PagedResult: SQLCursor {
    private static let pageSize = 200

    private let connection: PostgreSQLConnection
    private let name: String
    private var declaration: (sql: String, arguments: SQLArguments)?
    private var page: PostgreSQLResult?
    private var place = 0

    init(_ connection: PostgreSQLConnection, name: String, _ sql: String, _ arguments: SQLArguments) {
        self.connection = connection
        self.name = name
        declaration = ("DECLARE \(name) CURSOR FOR \(PostgreSQLDialect.statement(sql))", arguments)
    }

    func next() throws -> SQLRow? {
        if let declaration {
            _ = try connection.performOnce(declaration.sql, declaration.arguments)
            self.declaration = nil
        }
        if page.map({ place >= $0.rowCount && $0.rowCount == Self.pageSize }) ?? true {
            page = try connection.performOnce("FETCH \(Self.pageSize) FROM \(name)", [])
            place = 0
        }
        guard let page, place < page.rowCount else { return nil }
        defer { place += 1 }
        return SQLRow(values: PostgreSQLRow(page, place))
    }
}
