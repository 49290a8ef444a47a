package import FoundationEssentials

/// A value of a column or an argument of a statement, in one of the types that SQLite and PostgreSQL share.
package enum ColumnValue: Hashable, Sendable, Codable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes(Data)
}

/// A type whose values are stored in columns.
package protocol SQLConvertible {
    var columnValue: ColumnValue { get }

    /// Reads a column of a row; `nil` if its value is of another type, or null.
    static func read(_ row: any SQLRowValues, _ column: Int) -> Self?
}

/// The values of a row, each read as the type that the caller expects; `nil` if it is null or of another type.
package protocol SQLRowValues: AnyObject {
    func integer(_ column: Int) -> Int64?
    func real(_ column: Int) -> Double?
    func text(_ column: Int) -> String?
    func bytes(_ column: Int) -> Data?
    func value(_ column: Int) -> ColumnValue

    /// Returns the place of a column; upper and lower case are the same, as in SQL.
    func column(_ name: String) -> Int?

    /// Returns values that stay valid when the cursor advances.
    func copy() -> any SQLRowValues
}

/// A row of a query, read by names or places of columns.
///
/// Reading a null as a type that is not optional, or a column that the query does not have, is a programming error and
/// ends the process.
package struct SQLRow {
    /// The values of columns that may be null, for queries with many rows: calls of generic functions of another module
    /// take longer than reading the value.
    package let values: any SQLRowValues

    func copy() -> SQLRow { SQLRow(values: values.copy()) }

    package subscript<Value: SQLConvertible>(_ column: Int) -> Value {
        guard let value = Value.read(values, column) else {
            preconditionFailure("Column \(column) has no value of the type \(Value.self).")
        }
        return value
    }

    /// Returns the integer of a column, as the generic subscript does.
    package func integer(_ column: Int) -> Int64 {
        guard let value = values.integer(column) else { preconditionFailure("Column \(column) has no integer.") }
        return value
    }

    /// Returns the text of a column, as the generic subscript does.
    package func text(_ column: Int) -> String {
        guard let value = values.text(column) else { preconditionFailure("Column \(column) has no text.") }
        return value
    }

    package subscript<Value: SQLConvertible>(_ name: String) -> Value {
        guard let column = values.column(name) else { preconditionFailure("The row has no column \(name).") }
        return self[column]
    }
}

/// The arguments of a statement, for its placeholders in order.
package struct SQLArguments: ExpressibleByArrayLiteral, Sendable {
    package var values: [ColumnValue]

    package init(_ values: [ColumnValue]) { self.values = values }

    package init(arrayLiteral elements: (any SQLConvertible)?...) {
        values = elements.map { $0?.columnValue ?? .null }
    }

    package static func + (left: Self, right: Self) -> Self { Self(left.values + right.values) }
}

extension ColumnValue: SQLConvertible {
    package var columnValue: ColumnValue { self }

    package static func read(_ row: any SQLRowValues, _ column: Int) -> ColumnValue? { row.value(column) }
}

extension Int64: SQLConvertible {
    package var columnValue: ColumnValue { .integer(self) }

    package static func read(_ row: any SQLRowValues, _ column: Int) -> Int64? { row.integer(column) }
}

extension Int: SQLConvertible {
    package var columnValue: ColumnValue { .integer(Int64(self)) }

    package static func read(_ row: any SQLRowValues, _ column: Int) -> Int? { row.integer(column).map(Int.init) }
}

extension Bool: SQLConvertible {
    package var columnValue: ColumnValue { .integer(self ? 1 : 0) }

    package static func read(_ row: any SQLRowValues, _ column: Int) -> Bool? { row.integer(column).map { $0 != 0 } }
}

extension Double: SQLConvertible {
    package var columnValue: ColumnValue { .real(self) }

    package static func read(_ row: any SQLRowValues, _ column: Int) -> Double? { row.real(column) }
}

extension String: SQLConvertible {
    package var columnValue: ColumnValue { .text(self) }

    package static func read(_ row: any SQLRowValues, _ column: Int) -> String? { row.text(column) }
}

extension Data: SQLConvertible {
    package var columnValue: ColumnValue { .bytes(self) }

    package static func read(_ row: any SQLRowValues, _ column: Int) -> Data? { row.bytes(column) }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    package var columnValue: ColumnValue { self?.columnValue ?? .null }

    package static func read(_ row: any SQLRowValues, _ column: Int) -> Wrapped?? { .some(Wrapped.read(row, column)) }
}

extension SQLConvertible where Self: RawRepresentable, RawValue: SQLConvertible {
    package var columnValue: ColumnValue { rawValue.columnValue }

    package static func read(_ row: any SQLRowValues, _ column: Int) -> Self? {
        RawValue.read(row, column).flatMap(Self.init)
    }
}
