import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
import TodayProtocol

/// A value that is an argument of a statement.
protocol StoredValue {
    /// The value in a column: the text or the number of an identifier, and the milliseconds since 1970 of a date.
    var column: DatabaseValue { get }
}

extension StoredValue where Self: DatabaseValueConvertible {
    var column: DatabaseValue { databaseValue }
}

extension StoredValue where Self: RawRepresentable, RawValue: DatabaseValueConvertible {
    var column: DatabaseValue { rawValue.databaseValue }
}

extension Bool: StoredValue {}
extension Int: StoredValue {}
extension Int64: StoredValue {}
extension UInt32: StoredValue {}
extension String: StoredValue {}
extension Data: StoredValue {}
extension AppID: StoredValue {}
extension WidgetID: StoredValue {}
extension GroupID: StoredValue {}
extension TapID: StoredValue {}
extension ActionID: StoredValue {}
extension MessageID: StoredValue {}
extension DeliveredID: StoredValue {}
extension ZoneName: StoredValue {}
extension RecordName: StoredValue {}

extension Date: StoredValue {
    var column: DatabaseValue { storedMilliseconds.databaseValue }
}

extension Revision: StoredValue {
    var column: DatabaseValue { number.databaseValue }
}

typealias StoredValues = [(any StoredValue)?]

extension StatementArguments {
    init(stored values: StoredValues) { self.init(values.map { $0?.column ?? .null }) }
}

/// Runs queries as cached statements.
protocol StoreQueries {
    var database: Database { get }
}

extension StoreQueries {
    func all(_ sql: String, _ values: StoredValues = []) throws -> [Row] {
        try database.rows(sql, StatementArguments(stored: values))
    }

    /// Reads the first row; returns `nil` if there is none.
    func first(_ sql: String, _ values: StoredValues = []) throws -> Row? {
        try database.row(sql, StatementArguments(stored: values))
    }

    /// Reads the number in the first row; returns 0 if there is none.
    func number(_ sql: String, _ values: StoredValues = []) throws -> Int { try first(sql, values)?[0] ?? 0 }

    func exists(_ sql: String, _ values: StoredValues) throws -> Bool { try first(sql, values) != nil }
}

extension DurableReader: StoreQueries {}
extension TransactionContext: StoreQueries {}

extension Row {
    /// Reads a date that may be `NULL`.
    func date(_ index: Int) -> Date? { (self[index] as Int64?).map { Date(storedMilliseconds: $0) } }
}
