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

    /// Reads the first row of a statement, which is prepared once and kept.
    package func row(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }
}
