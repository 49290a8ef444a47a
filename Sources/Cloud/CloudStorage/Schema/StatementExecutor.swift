import FoundationEssentials
import GRDB
import SQLiteSupport

/// Executes statements: a connection, or the transaction of a write.
protocol StatementExecutor {
    var database: Database { get }
}

extension Database: StatementExecutor {
    var database: Database { self }
}

extension StatementExecutor {
    /// Executes a statement.
    ///
    /// - Returns: The number of changed rows.
    @discardableResult
    func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int { try database.run(sql, arguments) }

    /// Runs an insert and returns the number of the new row.
    func insert(_ sql: String, _ arguments: StatementArguments) throws -> Int64 {
        try database.run(sql, arguments)
        return database.lastInsertedRowID
    }

    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try database.rows(sql, arguments)
    }

    /// Maps the rows without copying them; a row is valid only during the call.
    func map<Value>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ transform: (Row) throws -> Value
    ) throws -> [Value] {
        try database.map(sql, arguments, transform)
    }

    /// Returns the first row; `nil` if there is none.
    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? { try database.row(sql, arguments) }

    /// Returns `true` if a query has a row.
    func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool { try row(sql, arguments) != nil }

    /// Returns the first column of the first row; `nil` if it is null or there is no row.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String,
        _ arguments: StatementArguments = []
    ) throws -> Value? {
        try Value.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the first column of every row.
    func values<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String,
        _ arguments: StatementArguments = []
    ) throws -> [Value] {
        try Value.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the number of rows of a table that fulfil a condition: `segment WHERE appNumber = ?`.
    func count(_ rows: String, _ arguments: StatementArguments = []) throws -> Int {
        try value("SELECT COUNT(*) FROM \(rows)", arguments) ?? 0
    }
}

extension WriteContext: StatementExecutor {}

extension WriteContext {
    /// Deletes at most a page of the rows of a table that fulfil a condition; `key` are the columns of its key.
    ///
    /// A text comes first in a key that has one: SQLite uses all columns of an index for a row value only if the
    /// affinity of the first suits the others.
    ///
    /// - Returns: The number of deleted rows.
    func deletePage(
        of table: String,
        by key: String = "number",
        where condition: String,
        _ arguments: StatementArguments,
        limit: Int = CloudStore.pageLimit
    ) throws -> Int {
        try run(
            "DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM \(table) WHERE \(condition) LIMIT ?)",
            arguments + [limit]
        )
    }
}

// MARK: - Operations that are one statement

extension CloudStore {
    /// Performs a write of one statement.
    ///
    /// - Returns: The number of changed rows.
    @discardableResult
    func run(_ sql: String, _ arguments: StatementArguments) async throws(CloudStoreError) -> Int {
        try await write { try $0.run(sql, arguments) }
    }

    /// Reads the first row of a query; `nil` if there is none.
    func first<Value: Sendable>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ make: @escaping @Sendable (Row) throws -> Value?
    ) async throws(CloudStoreError) -> Value? {
        try await read { try $0.row(sql, arguments).flatMap(make) }
    }

    /// Reads all rows of a query.
    func list<Value: Sendable>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ make: @escaping @Sendable (Row) throws -> Value
    ) async throws(CloudStoreError) -> [Value] {
        try await read { try $0.map(sql, arguments, make) }
    }

    /// Reads the first column of the first row of a query; `nil` if it is null or there is no row.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible & Sendable>(
        _ sql: String,
        _ arguments: StatementArguments = []
    ) async throws(CloudStoreError) -> Value? {
        try await read { try $0.value(sql, arguments) }
    }

    /// Reads a date from the first column of the first row of a query; `nil` if it is null or there is no row.
    func date(_ sql: String) async throws(CloudStoreError) -> Date? {
        let milliseconds: Int64? = try await value(sql)
        return milliseconds.map(Date.init(storedMilliseconds:))
    }

    /// Reads the first column of every row of a query.
    func values<Value: DatabaseValueConvertible & StatementColumnConvertible & Sendable>(
        _ sql: String,
        _ arguments: StatementArguments = []
    ) async throws(CloudStoreError) -> [Value] {
        try await read { try $0.values(sql, arguments) }
    }
}

// MARK: - Values in rows

extension Row {
    /// Reads a date from a column of milliseconds since 1970.
    func date(_ column: String) -> Date { Date(storedMilliseconds: self[column]) }

    /// Reads a date from a column of milliseconds since 1970; `nil` if the column is null.
    func optionalDate(_ column: String) -> Date? {
        let milliseconds: Int64? = self[column]
        return milliseconds.map(Date.init(storedMilliseconds:))
    }
}

extension Sequence<Int64> {
    /// The numbers as a JSON array, for `json_each`: one prepared statement serves lists of every length.
    func jsonNumbers() -> String { "[" + map(String.init).joined(separator: ",") + "]" }
}

extension Sequence {
    /// The numbers of rows as a JSON array.
    func jsonNumbers<Kind>() -> String where Element == RowNumber<Kind> { map(\.value).jsonNumbers() }
}
