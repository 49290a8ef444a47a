package import FoundationEssentials
package import GRDB

extension Database {
    /// Runs one statement, which is prepared once and kept.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    package func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    /// Reads all rows of a statement, which is prepared once and kept.
    package func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Reads the rows of a statement, which is prepared once and kept, one after the other.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - arguments: Its arguments.
    ///   - transform: Makes a value of a row, which nobody may keep: nothing is copied but what it takes.
    /// - Returns: The values.
    /// - Throws: A `DatabaseError`, or what `transform` throws.
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

    /// Reads the first row of a statement, which is prepared once and kept.
    package func row(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }
}

extension Date {
    /// The form in which databases keep a date: milliseconds since 1970, rounded.
    package var storedMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// Reads a date from its stored form.
    package init(storedMilliseconds: Int64) { self.init(timeIntervalSince1970: Double(storedMilliseconds) / 1000) }
}
