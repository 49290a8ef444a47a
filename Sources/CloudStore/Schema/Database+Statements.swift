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

    /// Runs an insert, and returns the number that the row got.
    func insert(_ sql: String, _ arguments: StatementArguments) throws -> Int64 {
        try run(sql, arguments)
        return lastInsertedRowID
    }
}

extension Date {
    /// The form in which the database keeps a date: milliseconds since 1970, rounded.
    var storedMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// Reads a date from its stored form.
    init(storedMilliseconds: Int64) { self.init(timeIntervalSince1970: Double(storedMilliseconds) / 1000) }
}

extension Row {
    /// Reads a date, which a column holds in milliseconds.
    func date(_ column: String) -> Date { Date(storedMilliseconds: self[column]) }

    /// Reads a date, if the column holds one.
    func optionalDate(_ column: String) -> Date? {
        let milliseconds: Int64? = self[column]
        return milliseconds.map(Date.init(storedMilliseconds:))
    }
}

extension Sequence {
    /// The numbers as a JSON array, for `json_each`: one prepared statement serves lists of every length.
    func jsonNumbers<Kind>() -> String where Element == RowNumber<Kind> {
        "[" + map { String($0.value) }.joined(separator: ",") + "]"
    }
}
