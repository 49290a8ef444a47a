import CSQLite
import Glibc

/// The database that ``GroupDatabase/read(_:)`` and ``GroupDatabase/write(_:)`` pass to their closures.
public final class DatabaseConnection {
    private enum Access { case none, reading, writing }

    private let handle: OpaquePointer
    private let name: String
    private let limit: Int
    private var access = Access.none

    /// Opens the file, and waits while another process creates it.
    init(path: String, name: String, limit: Int) throws {
        var handle: OpaquePointer?
        // The actor calls one function at a time.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "there is no memory"
            sqlite3_close_v2(handle)
            throw DatabaseFailure(code: code, reason: reason, name: name, limit: limit)
        }
        (self.handle, self.name, self.limit) = (handle, name, limit)
        sqlite3_busy_timeout(handle, Int32(GroupDatabase.busyTime / .milliseconds(1)))
        try configure()
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs one statement that changes something, with `?` for each value, and returns the number of rows that it has
    /// inserted, changed or deleted; values are never read as SQL; throws ``DatabaseFailure``.
    @discardableResult
    public func execute(_ sql: String, _ values: any DatabaseValue...) throws -> Int {
        try withStatement(sql, values) { statement, _ in
            while try step(statement) {}
            return sqlite3_stmt_readonly(statement) == 0 ? Int(sqlite3_changes(handle)) : 0
        }
    }

    /// Runs one statement, with `?` for each value, and returns all rows of its result in order; values are never read
    /// as SQL; throws ``DatabaseFailure``.
    public func query(_ sql: String, _ values: any DatabaseValue...) throws -> [DatabaseRow] {
        try withStatement(sql, values) { statement, columns in
            var rows: [DatabaseRow] = []
            while try step(statement) {
                let values = columns.indices.map { SQLValue(statement, column: Int32($0)) }
                rows.append(DatabaseRow(columns: columns, values: values))
            }
            return rows
        }
    }

    // MARK: - Transactions

    func transaction<Value>(writes: Bool, _ body: (DatabaseConnection) throws -> Value) throws -> Value {
        // A transaction that begins as a reader cannot wait for another writer.
        try run(writes ? "BEGIN IMMEDIATE" : "BEGIN")
        access = writes ? .writing : .reading
        defer {
            access = .none
            // After some failures, such as a full disk, SQLite has already rolled back.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        }
        let value = try body(self)
        guard sqlite3_get_autocommit(handle) == 0 else {
            throw DatabaseFailure(.wrongUse, "A statement has ended the transaction of the database \"\(name)\".")
        }
        try run("COMMIT")
        return value
    }

    /// Runs the migrations that the database has not had yet.
    func migrate(_ migrations: [String]) throws {
        guard try version < migrations.count else { return try requireVersion(atMost: migrations.count) }
        try transaction(writes: true) { _ in
            // Another process may have run them in the meantime.
            let done = try version
            guard done < migrations.count else { return }
            for migration in migrations[done...] { try run(migration) }
            try run("PRAGMA user_version = \(migrations.count)")
        }
        try requireVersion(atMost: migrations.count)
    }

    private var version: Int { get throws { try integer("PRAGMA user_version") } }

    private func requireVersion(atMost count: Int) throws {
        guard try version <= count || count == 0 else {
            throw DatabaseFailure(
                .newer,
                "The database \"\(name)\" was made by a newer version of the app; install that version again."
            )
        }
    }

    // MARK: - The file

    private func configure() throws {
        // The setting is stored in the file. SQLite does not wait if two processes change it at once.
        let end = ContinuousClock.now + GroupDatabase.busyTime
        while true {
            do {
                try run("PRAGMA journal_mode = WAL")
                break
            } catch let failure as DatabaseFailure where failure.code == .busy && ContinuousClock.now < end {
                usleep(10_000)
            }
        }
        let pageSize = max(512, try integer("PRAGMA page_size"))
        try run(
            """
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA trusted_schema = OFF;
            PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -1000;
            PRAGMA journal_size_limit = 1048576;
            PRAGMA max_page_count = \(max(1, limit / pageSize));
            """
        )
    }

    private func run(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

    /// Returns the number that is the result of a statement, which is a constant of this file.
    private func integer(_ sql: String) throws -> Int {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        defer { sqlite3_finalize(statement) }
        return try step(statement) ? Int(sqlite3_column_int64(statement, 0)) : 0
    }

    // MARK: - Statements

    private func withStatement<Result>(
        _ sql: String,
        _ values: [any DatabaseValue],
        _ body: (OpaquePointer, [String]) throws -> Result
    ) throws -> Result {
        guard access != .none else {
            throw DatabaseFailure(.wrongUse, "The database \"\(name)\" was used after its read or write had ended.")
        }
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        guard access == .writing || sqlite3_stmt_readonly(statement) != 0 else {
            throw DatabaseFailure(.wrongUse, "A read of the database \"\(name)\" changes nothing; use write.")
        }
        let places = Int(sqlite3_bind_parameter_count(statement))
        guard places == values.count else {
            throw DatabaseFailure(.wrongUse, "The statement has \(places) places for values, and got \(values.count).")
        }
        for (index, value) in values.enumerated() {
            try check(value.sqlValue.bind(to: statement, at: Int32(index + 1)))
        }
        let columns = (0..<sqlite3_column_count(statement)).map { index in
            sqlite3_column_name(statement, index).map { String(cString: $0) } ?? ""
        }
        return try body(statement, columns)
    }

    private func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        let (code, rest) = sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(handle, text, -1, &statement, &tail)
            return (code, tail.map { String(cString: $0) } ?? "")
        }
        try check(code)
        guard let statement, rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
            sqlite3_finalize(statement)
            throw DatabaseFailure(.wrongUse, "Not one statement: \(sql.prefix(100))")
        }
        return statement
    }

    /// Advances to the next row of a result; returns `false` if there is none.
    private func step(_ statement: OpaquePointer?) throws -> Bool {
        let code = sqlite3_step(statement)
        if code != SQLITE_ROW, code != SQLITE_DONE { try check(code) }
        return code == SQLITE_ROW
    }

    private func check(_ code: Int32) throws {
        guard code != SQLITE_OK else { return }
        let reason = String(cString: sqlite3_errmsg(handle))
        throw DatabaseFailure(code: code, reason: reason, name: name, limit: limit)
    }
}
