import FoundationEssentials
import GRDB
import SQLiteSupport

extension Database {
    /// Runs an insert and returns the number of the new row.
    func insert(_ sql: String, _ arguments: StatementArguments) throws -> Int64 {
        try run(sql, arguments)
        return lastInsertedRowID
    }
}

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
