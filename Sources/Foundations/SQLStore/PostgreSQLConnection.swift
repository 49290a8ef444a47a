import CPostgreSQL
import FoundationEssentials
import Glibc

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

/// A connection of libpq, whose calls block; it belongs to one thread at a time.
///
/// It opens libpq when it is first needed. Values travel as text, except for bytes in arguments.
final class PostgreSQLConnection: SQLConnection {
    private var functions: postgresql_functions
    private let connection: OpaquePointer
    private var statements: [Signature: String] = [:]
    private var cursors = 0

    /// The limit of prepared statements; beyond it they are all forgotten.
    private static let statementLimit = 1000

    private struct Signature: Hashable {
        let sql: String
        let types: [Oid]
    }

    private static let library: Result<postgresql_functions, PostgreSQLError> = {
        var functions = postgresql_functions()
        guard let reason = postgresql_open(&functions) else { return .success(functions) }
        return .failure(
            PostgreSQLError(
                state: "",
                message: "PostgreSQL's client library is missing; install libpq5. (\(String(cString: reason)))"
            )
        )
    }()

    var dialect: SQLDialect { .postgreSQL }

    /// Connects, with parameters of libpq (PostgreSQL's documentation, section 34.1.2).
    init(_ parameters: [String: String]) throws(PostgreSQLError) {
        let functions = try Self.library.get()
        self.functions = functions
        let pairs = Array(parameters)
        let keys: [UnsafeMutablePointer<CChar>?] = pairs.map { strdup($0.key) } + [nil]
        let values: [UnsafeMutablePointer<CChar>?] = pairs.map { strdup($0.value) } + [nil]
        defer { for text in keys + values { free(text) } }
        let opened = keys.map { UnsafePointer($0) }.withUnsafeBufferPointer { keys in
            values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
                functions.PQconnectdbParams(keys.baseAddress, values.baseAddress, 0)
            }
        }
        guard let opened else { throw PostgreSQLError(state: "", message: "There is no memory for a connection.") }
        connection = opened
        // When this throws, the end of the object closes the connection.
        guard isOpen else { throw lastError }
        postgresql_ignore_notices(&self.functions, opened)
    }

    deinit { functions.PQfinish(connection) }

    /// Reads a connection string into parameters of libpq.
    static func parameters(of text: String) throws(PostgreSQLError) -> [String: String] {
        let functions = try library.get()
        var message: UnsafeMutablePointer<CChar>?
        guard let options = functions.PQconninfoParse(text, &message) else {
            defer { functions.PQfreemem(message) }
            throw PostgreSQLError(state: "", message: message.map { String(cString: $0) } ?? "It cannot be read.")
        }
        defer { functions.PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return parameters
    }

    var isOpen: Bool { functions.PQstatus(connection) == CONNECTION_OK }

    /// The version of the server: 150018 for 15.18.
    var serverVersion: Int { Int(functions.PQserverVersion(connection)) }

    // MARK: - Statements

    @discardableResult
    func run(_ sql: String, _ arguments: SQLArguments) throws -> Int {
        let result = try perform(sql, arguments)
        return Int(text(functions.PQcmdTuples(result.pointer))) ?? 0
    }

    func insert(_ sql: String, _ arguments: SQLArguments) throws -> Int64 {
        guard let number: Int64 = try value("\(sql) RETURNING number", arguments) else {
            throw PostgreSQLError(state: "02000", message: "An INSERT added no row.")
        }
        return number
    }

    func cursor(_ sql: String, _ arguments: SQLArguments, readsFew: Bool) throws -> any SQLCursor {
        guard readsFew else { return WholeResult(try perform(sql, arguments)) }
        cursors += 1
        return PagedResult(self, name: "c\(cursors)", sql, arguments)
    }

    func savepoint(_ body: () throws -> Bool) throws {
        try execute("SAVEPOINT s")
        let keeps: Bool
        do {
            keeps = try body()
        } catch {
            if isOpen { try? execute("ROLLBACK TO s; RELEASE s") }
            throw error
        }
        try execute(keeps ? "RELEASE s" : "ROLLBACK TO s; RELEASE s")
    }

    /// Runs one or more statements without arguments, in PostgreSQL's dialect.
    func execute(_ statements: String) throws(PostgreSQLError) {
        _ = try checked(functions.PQexec(connection, statements))
    }

    /// Ends the transaction; fails if the server rolled it back because a statement had failed.
    func commit() throws(PostgreSQLError) {
        let result = try checked(functions.PQexec(connection, "COMMIT"))
        guard text(functions.PQcmdStatus(result.pointer)) == "COMMIT" else {
            throw PostgreSQLError(state: "25P02", message: "A statement of the transaction failed.")
        }
    }

    private func perform(_ sql: String, _ arguments: SQLArguments) throws(PostgreSQLError) -> PostgreSQLResult {
        let types = arguments.values.map(\.type)
        let signature = Signature(sql: sql, types: types)
        let name: String
        if let known = statements[signature] {
            name = known
        } else {
            if statements.count >= Self.statementLimit {
                try execute("DEALLOCATE ALL")
                statements = [:]
            }
            name = "p\(statements.count)"
            let text = PostgreSQLDialect.statement(sql)
            _ = try checked(functions.PQprepare(connection, name, text, Int32(types.count), types))
            statements[signature] = name
        }
        return try withArguments(arguments) { values, lengths, formats in
            functions.PQexecPrepared(connection, name, Int32(types.count), values, lengths, formats, 0)
        }
    }

    /// Runs a statement that is not prepared, because its text is new each time.
    func performOnce(_ sql: String, _ arguments: SQLArguments) throws(PostgreSQLError) -> PostgreSQLResult {
        let types = arguments.values.map(\.type)
        return try withArguments(arguments) { values, lengths, formats in
            functions.PQexecParams(connection, sql, Int32(types.count), types, values, lengths, formats, 0)
        }
    }

    private func withArguments(
        _ arguments: SQLArguments,
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> OpaquePointer?
    ) throws(PostgreSQLError) -> PostgreSQLResult {
        for case .text(let text) in arguments.values where text.utf8.contains(0) {
            throw PostgreSQLError(state: "22021", message: "A text has the character U+0000, which is not stored")
        }
        // The values one after the other, each followed by the zero with which a text ends; bytes have a length.
        var encoded: [UInt8] = []
        var places: [Int?] = []
        var lengths: [Int32] = []
        for value in arguments.values {
            let place = encoded.count
            value.append(to: &encoded)
            places.append(value == .null ? nil : place)
            lengths.append(Int32(encoded.count - place))
            encoded.append(0)
        }
        let formats = arguments.values.map { value -> Int32 in if case .bytes = value { 1 } else { 0 } }
        let result = encoded.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: CChar.self).baseAddress
            return body(places.map { place in place.flatMap { start?.advanced(by: $0) } }, lengths, formats)
        }
        return try checked(result)
    }

    private func checked(_ pointer: OpaquePointer?) throws(PostgreSQLError) -> PostgreSQLResult {
        guard let pointer else { throw lastError }
        let result = PostgreSQLResult(pointer, functions)
        switch functions.PQresultStatus(pointer) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return result
        default:
            let state = functions.PQresultErrorField(pointer, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
            let message = functions.PQresultErrorField(pointer, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
            guard let state, let message else { throw lastError }
            throw PostgreSQLError(state: state, message: message)
        }
    }

    /// The error of the connection itself, whose first line says what happened.
    private var lastError: PostgreSQLError {
        let line = text(functions.PQerrorMessage(connection)).split(separator: "\n").first ?? "the connection is lost"
        return PostgreSQLError(state: "", message: String(line))
    }

    /// Sends the rows of a `COPY` in its text format.
    func copy(_ rows: [UInt8], _ statement: String) throws(PostgreSQLError) {
        guard let start = functions.PQexec(connection, statement) else { throw lastError }
        guard functions.PQresultStatus(start) == PGRES_COPY_IN else {
            _ = try checked(start)
            throw lastError
        }
        functions.PQclear(start)
        let isSent = rows.withUnsafeBytes { bytes in
            // libpq takes at most 2 GiB at once.
            stride(from: 0, to: bytes.count, by: 1 << 20).allSatisfy { start in
                let part = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 1 << 20, bytes.count)])
                let characters = part.bindMemory(to: CChar.self)
                return functions.PQputCopyData(connection, characters.baseAddress, Int32(characters.count)) == 1
            }
        }
        guard isSent, functions.PQputCopyEnd(connection, nil) == 1 else { throw lastError }
        var failure: PostgreSQLError?
        while let result = functions.PQgetResult(connection) {
            do { _ = try checked(result) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    // MARK: - Notifications

    /// Waits until the server sends something or a time has passed, and returns the payloads of `NOTIFY` since.
    func notifications(within seconds: Double) throws(PostgreSQLError) -> [String] {
        var watched = pollfd(fd: functions.PQsocket(connection), events: Int16(POLLIN), revents: 0)
        _ = poll(&watched, 1, Int32(seconds * 1000))
        guard functions.PQconsumeInput(connection) == 1 else { throw lastError }
        var payloads: [String] = []
        while let notification = functions.PQnotifies(connection) {
            payloads.append(text(notification.pointee.extra))
            functions.PQfreemem(notification)
        }
        return payloads
    }
}

extension ColumnValue {
    /// The number of the type (`pg_type.oid`); 0 leaves that of a null to the server.
    fileprivate var type: Oid {
        switch self {
        case .null: 0
        case .integer: 20
        case .real: 701
        case .text: 25
        case .bytes: 17
        }
    }

    fileprivate func append(to output: inout [UInt8]) {
        switch self {
        case .null: break
        case .integer(let integer): output += Array(String(integer).utf8)
        case .real(let real): output += Array("\(real)".utf8)
        case .text(let text): output += Array(text.utf8)
        case .bytes(let bytes): output += bytes
        }
    }
}
