/// A row of a result.
public struct DatabaseRow: Hashable, Sendable {
    /// The names of the columns.
    public let columns: [String]
    /// The values, in the order of the columns.
    public let values: [SQLValue]

    /// The value of a column, in the type that is wanted: `let title: String = try row["title"]`.
    ///
    /// - Throws: ``DatabaseFailure`` with code `wrongUse` if there is no such column, or its value is of another type;
    ///   ask for an optional where it may be `NULL`.
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
