package import FoundationEssentials
package import GRDB

extension Database {
    /// Executes a cached statement, and returns the number of changed rows.
    @discardableResult
    package func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    /// Reads all rows of a cached statement.
    package func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Maps the rows of a cached statement without copying them: a row is valid only during the call of `transform`.
    package func map<Value>(
        _ sql: String,
        _ arguments: StatementArguments = StatementArguments(),
        _ transform: (Row) throws -> Value
    ) throws -> [Value] {
        let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try cursor.next() { values.append(try transform(row)) }
        return values
    }

    /// Reads the first row of a cached statement; returns `nil` if there is none.
    package func row(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }
}

extension Date {
    /// The stored form of a date: milliseconds since 1970, rounded.
    package var storedMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    package init(storedMilliseconds: Int64) { self.init(timeIntervalSince1970: Double(storedMilliseconds) / 1000) }
}
