import FoundationEssentials
import SQLStore
import SQLiteSupport

extension WriteContext {
    /// Deletes at most a page of the rows that fulfil a condition, and returns their number; `key` are the key's
    /// columns.
    ///
    /// A text comes first in a key that has one: SQLite uses all columns of an index for a row value only if the
    /// affinity of the first suits the others.
    func deletePage(
        of table: String,
        by key: String = "number",
        where condition: String,
        _ arguments: SQLArguments,
        limit: Int = CloudStore.pageLimit
    ) throws -> Int {
        try run(
            "DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM \(table) WHERE \(condition) LIMIT ?)",
            arguments + [limit]
        )
    }
}

extension SQLConnection {
    /// Locks the rows of a query until the end of the transaction; SQLite, which has one writer, needs no locks.
    func lockRows(_ query: String, _ arguments: SQLArguments) throws {
        if dialect == .postgreSQL { _ = try rows("\(query) FOR UPDATE", arguments) }
    }
}

extension CloudStore {
    /// Performs a write of one statement, and returns the number of changed rows.
    @discardableResult
    func run(_ sql: String, _ arguments: SQLArguments) async throws(CloudStoreError) -> Int {
        try await write(.rowLocks) { try $0.run(sql, arguments) }
    }

    func first<Value: Sendable>(
        _ sql: String,
        _ arguments: SQLArguments,
        _ make: @escaping @Sendable (SQLRow) throws -> Value?
    ) async throws(CloudStoreError) -> Value? {
        try await read { try $0.row(sql, arguments).flatMap(make) }
    }

    func list<Value: Sendable>(
        _ sql: String,
        _ arguments: SQLArguments,
        _ make: @escaping @Sendable (SQLRow) throws -> Value
    ) async throws(CloudStoreError) -> [Value] {
        try await read { try $0.map(sql, arguments, make) }
    }

    /// Reads the first column of the first row of a query; `nil` if it is null or there is no row.
    func value<Value: SQLConvertible & Sendable>(
        _ sql: String,
        _ arguments: SQLArguments = []
    ) async throws(CloudStoreError) -> Value? {
        try await read { try $0.value(sql, arguments) }
    }

    /// Reads a date from the first column of the first row of a query; `nil` if it is null or there is no row.
    func date(_ sql: String) async throws(CloudStoreError) -> Date? {
        let milliseconds: Int64? = try await value(sql)
        return milliseconds.map(Date.init(storedMilliseconds:))
    }

    /// Reads the first column of every row of a query.
    func values<Value: SQLConvertible & Sendable>(
        _ sql: String,
        _ arguments: SQLArguments
    ) async throws(CloudStoreError) -> [Value] {
        try await read { try $0.values(sql, arguments) }
    }
}

extension SQLRow {
    /// Reads a date from a column of milliseconds since 1970.
    func date(_ column: String) -> Date { Date(storedMilliseconds: self[column]) }

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
    func jsonNumbers<Kind>() -> String where Element == RowNumber<Kind> { map(\.value).jsonNumbers() }
}
