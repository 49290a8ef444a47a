import CPostgreSQL
import FoundationEssentials
import Glibc

/// A connection of libpq, whose calls block; it belongs to one thread at a time.
///
/// It opens libpq when it is first needed. Values travel as text, except for bytes in arguments. Commands without rows are
/// sent with the next statement, in one pipeline (section 34.5), and nobody waits for the end of a reading transaction; so
/// a transaction that reads with one statement takes one round trip.
final class PostgreSQLConnection: SQLConnection {
    private var functions: postgresql_functions
    private let warnings = UnsafeMutablePointer<postgresql_warnings>.allocate(capacity: 1)
    private let connection: OpaquePointer
    private var statements: [Signature: String] = [:]
    private var cursors = 0
    /// Commands without rows that the next statement is sent with.
    private var deferred: [String] = []
    /// `true` while the answer to a command was not read.
    private var hasUnreadAnswer = false
    /// `true` after the server has not answered in time, so that the connection cannot be used any more.
    private var isSilent = false
    /// The longest time without an answer, in milliseconds, a little longer than that of a statement; -1 for no limit.
    private var answerLimit: Int32

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
    init(_ parameters: [String: String], answerLimit: Int32) throws(PostgreSQLError) {
        self.answerLimit = answerLimit
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
        postgresql_count_warnings(&self.functions, opened, warnings)
    }

    deinit {
        functions.PQfinish(connection)
        warnings.deallocate()
    }

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

    var isOpen: Bool { !isSilent && functions.PQstatus(connection) == CONNECTION_OK }

    /// Lets statements take any time, as those that change tables or copy a database.
    func allowLongStatements() throws(PostgreSQLError) {
        answerLimit = -1
        try execute("SET statement_timeout = 0")
    }

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
        deferred.append("SAVEPOINT s")
        let keeps: Bool
        do {
            keeps = try body()
        } catch {
            if isOpen { _ = try? execute("ROLLBACK TO s; RELEASE s") }
            throw error
        }
        deferred += keeps ? ["RELEASE s"] : ["ROLLBACK TO s", "RELEASE s"]
    }

    /// Runs one or more statements without arguments, in PostgreSQL's dialect.
    @discardableResult
    func execute(_ statements: String) throws(PostgreSQLError) -> PostgreSQLResult {
        try readAnswer()
        let statements = (deferred + [statements]).joined(separator: "; ")
        deferred = []
        guard functions.PQsendQuery(connection, statements) == 1 else { throw lastError }
        return try answer().get()
    }

    // MARK: - Transactions

    /// Begins a transaction with a command: `BEGIN …`.
    func begin(_ command: String) { deferred = [command] }

    private var isTransactionUnsent: Bool { deferred.first?.hasPrefix("BEGIN") ?? false }

    /// Ends a transaction that only read; nothing waits for that.
    func endReading() throws(PostgreSQLError) {
        guard !isTransactionUnsent else { return deferred = [] }
        guard functions.PQsendQuery(connection, "COMMIT") == 1 else { throw lastError }
        hasUnreadAnswer = true
    }

    func rollBack() throws(PostgreSQLError) {
        let isUnsent = isTransactionUnsent
        deferred = []
        if !isUnsent { try execute("ROLLBACK") }
    }

    /// Ends the transaction; fails if the server rolled it back because a statement had failed, or if it warns, as when an
    /// operator ended the wait for a replica.
    func commit() throws(PostgreSQLError) {
        guard !isTransactionUnsent else { return deferred = [] }
        warnings.pointee.count = 0
        let result = try execute("COMMIT")
        guard warnings.pointee.count == 0 else {
            let message = "The server warned during a commit, which may be on no replica."
            throw PostgreSQLError(state: PostgreSQLError.unknownOutcome, message: message)
        }
        guard text(functions.PQcmdStatus(result.pointer)) == "COMMIT" else {
            throw PostgreSQLError(state: "25P02", message: "A statement of the transaction failed.")
        }
    }

    private func perform(_ sql: String, _ arguments: SQLArguments) throws(PostgreSQLError) -> PostgreSQLResult {
        let types = arguments.values.map(\.type)
        let signature = Signature(sql: sql, types: types)
        let known = statements[signature]
        if known == nil, statements.count >= Self.statementLimit {
            try execute("DEALLOCATE ALL")
            statements = [:]
        }
        let name = known ?? "p\(statements.count)"
        let count = Int32(types.count)
        let text = known == nil ? PostgreSQLDialect.statement(sql) : ""
        let answers = try withArguments(arguments) { values, lengths, formats throws(PostgreSQLError) in
            try exchange(known == nil ? 2 : 1) {
                (known != nil || functions.PQsendPrepare(connection, name, text, count, types) == 1)
                    && functions.PQsendQueryPrepared(connection, name, count, values, lengths, formats, 0) == 1
            }
        }
        if known == nil {
            _ = try answers[0].get()
            statements[signature] = name
        }
        return try answers[answers.count - 1].get()
    }

    /// Runs a statement that is not prepared, because its text is new each time.
    func performOnce(_ sql: String, _ arguments: SQLArguments) throws(PostgreSQLError) -> PostgreSQLResult {
        let types = arguments.values.map(\.type)
        let answers = try withArguments(arguments) { values, lengths, formats throws(PostgreSQLError) in
            let count = Int32(types.count)
            return try exchange(1) {
                functions.PQsendQueryParams(connection, sql, count, types, values, lengths, formats, 0) == 1
            }
        }
        return try answers[0].get()
    }

    private typealias Answer = Result<PostgreSQLResult, PostgreSQLError>

    /// Sends the deferred commands, and so many that a closure sends; returns the answers to the latter.
    private func exchange(_ count: Int, _ send: () -> Bool) throws(PostgreSQLError) -> [Answer] {
        try readAnswer()
        let first = deferred
        deferred = []
        let isPipeline = first.count + count > 1
        guard !isPipeline || functions.PQenterPipelineMode(connection) == 1,
            first.allSatisfy({ functions.PQsendQueryParams(connection, $0, 0, nil, nil, nil, nil, 0) == 1 }), send(),
            !isPipeline || functions.PQpipelineSync(connection) == 1
        else { throw lastError }
        var answers: [Answer] = []
        for _ in 0..<(first.count + count) { answers.append(try answer()) }
        if isPipeline {
            // The end of the pipeline has an answer of its own.
            functions.PQclear(try nextResult())
            guard functions.PQexitPipelineMode(connection) == 1 else { throw lastError }
        }
        for answer in answers.prefix(first.count) { _ = try answer.get() }
        return Array(answers.dropFirst(first.count))
    }

    private func readAnswer() throws(PostgreSQLError) {
        guard hasUnreadAnswer else { return }
        hasUnreadAnswer = false
        _ = try answer().get()
    }

    /// Reads the answer to one command: its last result, or its first failure; throws if the connection is lost.
    private func answer() throws(PostgreSQLError) -> Answer {
        var answer: Answer?
        while let pointer = try nextResult() {
            do throws(PostgreSQLError) {
                let result = try checked(pointer)
                if case .failure? = answer { continue }
                answer = .success(result)
            } catch {
                guard isOpen else { throw error }
                if case .failure? = answer { continue }
                answer = .failure(error)
            }
        }
        guard let answer else { throw lastError }
        return answer
    }

    private func nextResult() throws(PostgreSQLError) -> OpaquePointer? {
        while functions.PQisBusy(connection) == 1 {
            var watched = pollfd(fd: functions.PQsocket(connection), events: Int16(POLLIN), revents: 0)
            guard poll(&watched, 1, answerLimit) != 0 else {
                isSilent = true
                let message = "PostgreSQL has not answered for \(answerLimit / 1000) seconds"
                throw PostgreSQLError(state: "", message: message)
            }
            guard functions.PQconsumeInput(connection) == 1 else { throw lastError }
        }
        return functions.PQgetResult(connection)
    }

    private func withArguments(
        _ arguments: SQLArguments,
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?)
            throws(PostgreSQLError) -> [Answer]
    ) throws(PostgreSQLError) -> [Answer] {
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
        let outcome = encoded.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: CChar.self).baseAddress
            let values = places.map { place in place.flatMap { UnsafePointer(start?.advanced(by: $0)) } }
            return Result { () throws(PostgreSQLError) in try body(values, lengths, formats) }
        }
        return try outcome.get()
    }

    private func checked(_ pointer: OpaquePointer) throws(PostgreSQLError) -> PostgreSQLResult {
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
