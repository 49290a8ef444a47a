/// A row of a result.
public struct DatabaseRow: Hashable, Sendable {
    /// The names of the columns.
    public let columns: [String]
    /// The values, in the order of the columns.
    public let values: [SQLValue]

    /// The value of a column, converted to the type that the caller expects: `let title: String = try row["title"]`.
    ///
    /// - Throws: ``DatabaseFailure`` with code `wrongUse` if there is no such column or its value has another type; use
    ///   an optional type for a column that may be `NULL`.
    public subscript<Value: DatabaseValue>(column: String) -> Value {
        get throws {
            guard let index = columns.firstIndex(of: column) else {
                throw DatabaseFailure(
                    .wrongUse,
                    "The result has no column \"\(column)\"; it has \(columns.joined(separator: ", "))."
                )
            }
            guard let value = Value(sqlValue: values[index]) else {
                throw DatabaseFailure(.wrongUse, "The column \"\(column)\" is no \(Value.self): \(values[index])")
            }
            return value
        }
    }
}
