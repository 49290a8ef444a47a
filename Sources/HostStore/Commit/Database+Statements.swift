import FoundationEssentials
import GRDB

extension Database {
    /// Runs one statement, which is prepared once and kept.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    /// Reads all rows of a statement, which is prepared once and kept.
    func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Reads the first row of a statement, which is prepared once and kept.
    func row(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }
}

extension Date {
    /// The form in which the databases keep a date: milliseconds since 1970, rounded.
    var storedMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// Reads a date from its stored form.
    init(storedMilliseconds: Int64) { self.init(timeIntervalSince1970: Double(storedMilliseconds) / 1000) }
}
