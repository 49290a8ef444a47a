import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
import TodayProtocol

/// A value that is an argument of a statement.
protocol StatementArgument {
    /// The value in a column: the text or the number of an identifier, and the milliseconds since 1970 of a date.
    var column: DatabaseValue { get }
}

extension StatementArgument where Self: DatabaseValueConvertible {
    var column: DatabaseValue { databaseValue }
}

extension StatementArgument where Self: RawRepresentable, RawValue: DatabaseValueConvertible {
    var column: DatabaseValue { rawValue.databaseValue }
}

extension Bool: StatementArgument {}
extension Int: StatementArgument {}
extension Int64: StatementArgument {}
extension UInt32: StatementArgument {}
extension String: StatementArgument {}
extension Data: StatementArgument {}
extension AppID: StatementArgument {}
extension WidgetID: StatementArgument {}
extension GroupID: StatementArgument {}
extension TapID: StatementArgument {}
extension ActionID: StatementArgument {}
extension MessageID: StatementArgument {}
extension DeliveredID: StatementArgument {}
extension ZoneName: StatementArgument {}
extension RecordName: StatementArgument {}

extension Date: StatementArgument {
    var column: DatabaseValue { storedMilliseconds.databaseValue }
}

extension Revision: StatementArgument {
    var column: DatabaseValue { number.databaseValue }
}

typealias StoredValues = [(any StatementArgument)?]

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

    func first(_ sql: String, _ values: StoredValues = []) throws -> Row? {
        try database.row(sql, StatementArguments(stored: values))
    }

    func number(_ sql: String, _ values: StoredValues = []) throws -> Int { try first(sql, values)?[0] ?? 0 }

    func exists(_ sql: String, _ values: StoredValues) throws -> Bool { try first(sql, values) != nil }
}

extension DurableReader: StoreQueries {}
extension TransactionContext: StoreQueries {}

extension Row {
    func date(_ index: Int) -> Date? { (self[index] as Int64?).map { Date(storedMilliseconds: $0) } }
}
