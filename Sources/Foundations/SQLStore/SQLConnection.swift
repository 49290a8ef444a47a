/// The engine behind a connection, for the few statements that need two texts.
package enum SQLDialect: Sendable {
    case sqlite
    case postgreSQL
}

/// A connection inside a transaction; valid only during the call that received it, and used by one thread.
///
/// Statements are written once, in SQLite's dialect with `?` or `?1` as placeholders; ``PostgreSQLDialect`` says what is
/// translated. They are prepared once for each connection.
package protocol SQLConnection: AnyObject {
    var dialect: SQLDialect { get }

    /// Runs a statement, and returns the number of rows that it changed.
    @discardableResult
    func run(_ sql: String, _ arguments: SQLArguments) throws -> Int

    /// Runs an `INSERT` of one row into a table with a column `number`, and returns that number.
    func insert(_ sql: String, _ arguments: SQLArguments) throws -> Int64

    /// Runs a query, or a statement with `RETURNING`, whose rows the cursor then returns.
    ///
    /// `readsFew` says that the caller will probably stop before the last row; then not all are fetched. A statement that
    /// changes something is performed completely only if all rows are read.
    func cursor(_ sql: String, _ arguments: SQLArguments, readsFew: Bool) throws -> any SQLCursor

    /// Runs a closure whose changes are undone if it throws or returns `false`; earlier changes of the transaction stay.
    func savepoint(_ body: () throws -> Bool) throws
}

extension SQLConnection {
    @discardableResult
    package func run(_ sql: String) throws -> Int { try run(sql, []) }

    package func cursor(_ sql: String, _ arguments: SQLArguments = []) throws -> any SQLCursor {
        try cursor(sql, arguments, readsFew: false)
    }

    /// Returns what `transform` makes of each row; a row is valid only during its call.
    package func map<Value>(
        _ sql: String,
        _ arguments: SQLArguments = [],
        _ transform: (SQLRow) throws -> Value
    ) throws -> [Value] {
        let cursor = try cursor(sql, arguments)
        var values: [Value] = []
        while let row = try cursor.next() { values.append(try transform(row)) }
        return values
    }

    package func rows(_ sql: String, _ arguments: SQLArguments = []) throws -> [SQLRow] {
        try map(sql, arguments) { $0.copy() }
    }

    /// Returns the first row, after all were read; `nil` if there is none.
    package func row(_ sql: String, _ arguments: SQLArguments = []) throws -> SQLRow? {
        let cursor = try cursor(sql, arguments)
        let row = try cursor.next()?.copy()
        while row != nil, try cursor.next() != nil {}
        return row
    }

    package func exists(_ sql: String, _ arguments: SQLArguments) throws -> Bool {
        try row(sql, arguments) != nil
    }

    /// Returns the first column of the first row; `nil` if it is null or there is no row.
    package func value<Value: SQLConvertible>(_ sql: String, _ arguments: SQLArguments = []) throws -> Value? {
        try row(sql, arguments)?[0]
    }

    /// Returns the first column of every row.
    package func values<Value: SQLConvertible>(_ sql: String, _ arguments: SQLArguments = []) throws -> [Value] {
        try map(sql, arguments) { $0[0] }
    }

    /// Returns the number of rows of a table that fulfil a condition: `segment WHERE appNumber = ?`.
    package func count(_ rows: String, _ arguments: SQLArguments = []) throws -> Int {
        try value("SELECT COUNT(*) FROM \(rows)", arguments) ?? 0
    }
}

/// The rows of a query in turn.
package protocol SQLCursor: AnyObject {
    /// Returns the next row, which is valid until the next call; `nil` after the last.
    func next() throws -> SQLRow?
}

/// What a transaction must be protected from.
package enum SQLIsolation: Sendable {
    /// It behaves as if no other ran at the same time. PostgreSQL may have to repeat it, and then calls its closure again.
    case serializable
    /// It locks each row before it depends on it, so that others can run beside it.
    case rowLocks
}

/// A database: transactions are synchronous closures over a connection.
package protocol SQLDatabase: Sendable {
    var dialect: SQLDialect { get }

    var activity: DatabaseActivity { get }

    /// The number of operations that wait for the writer or, with PostgreSQL, for a connection.
    var queueLength: Int { get }

    /// Performs a write, and returns after it is on disk and `committed` was called with its value.
    ///
    /// Cancelling the task does not cancel the write. `body` may be called several times; only the last call's changes
    /// are kept. `committed` must not block; on SQLite it is called in the order of the commits.
    func write<Value: Sendable>(
        _ isolation: SQLIsolation,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void
    ) async throws -> Value

    /// Reads from one snapshot, which has every write that has returned.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> Value) async throws -> Value

    /// Performs the waiting writes and closes the database; later calls fail with code `closed`.
    func close() async
}

/// A change of the schema, which is made once, since its name is stored; only append, since databases have the names.
package struct SQLMigration: Sendable {
    package let name: String
    /// Statements in SQLite's dialect, which are translated for PostgreSQL.
    package let statements: String
    /// More statements for SQLite alone, and for PostgreSQL alone.
    package let sqlite: String
    package let postgreSQL: String

    package init(_ name: String, _ statements: String, sqlite: String = "", postgreSQL: String = "") {
        self.name = name
        self.statements = statements
        self.sqlite = sqlite
        self.postgreSQL = postgreSQL
    }
}
