package import FoundationEssentials
package import GRDB

/// Executes statements, which GRDB caches: a connection, or the transaction of a write.
package protocol StatementExecutor {
    var database: Database { get }
}

extension Database: StatementExecutor {
    package var database: Database { self }
}

extension StatementExecutor {
    @discardableResult
    package func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
        return database.changesCount
    }

    package func insert(_ sql: String, _ arguments: StatementArguments) throws -> Int64 {
        try run(sql, arguments)
        return database.lastInsertedRowID
    }

    package func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Maps the rows without copying them: a row is valid only during the call of `transform`.
    package func map<Value>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ transform: (Row) throws -> Value
    ) throws -> [Value] {
        let cursor = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try cursor.next() { values.append(try transform(row)) }
        return values
    }

    /// Returns the first row; `nil` if there is none.
    package func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
    }

    package func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
        try row(sql, arguments) != nil
    }

    /// Returns the first column of the first row; `nil` if it is null or there is no row.
    package func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String,
        _ arguments: StatementArguments = []
    ) throws -> Value? {
        try Value.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the first column of every row.
    package func values<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String,
        _ arguments: StatementArguments = []
    ) throws -> [Value] {
        try Value.fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the number of rows of a table that fulfil a condition: `segment WHERE appNumber = ?`.
    package func count(_ rows: String, _ arguments: StatementArguments = []) throws -> Int {
        try value("SELECT COUNT(*) FROM \(rows)", arguments) ?? 0
    }
}

extension Date {
    /// The stored form of a date: milliseconds since 1970, rounded.
    package var storedMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    package init(storedMilliseconds: Int64) { self.init(timeIntervalSince1970: Double(storedMilliseconds) / 1000) }
}
