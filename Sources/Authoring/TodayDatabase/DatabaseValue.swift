import CSQLite
public import FoundationEssentials

/// A value as SQLite stores it.
public enum SQLValue: Hashable, Sendable {
    /// `NULL`.
    case null
    /// `INTEGER`.
    case integer(Int64)
    /// `REAL`.
    case real(Double)
    /// `TEXT`.
    case text(String)
    /// `BLOB`.
    case blob([UInt8])
}

/// A type whose values are written to a database and read from it: integers, `Double`, `Bool` (as 0 and 1), `String`,
/// `[UInt8]`, `Date` (as the seconds since 1970), and optionals of them.
public protocol DatabaseValue: Sendable {
    /// The value as SQLite stores it.
    var sqlValue: SQLValue { get }

    /// Creates a value from a stored one, or returns `nil` if that has another type.
    init?(sqlValue: SQLValue)
}

extension SQLValue: DatabaseValue {
    /// The value itself.
    public var sqlValue: SQLValue { self }

    /// Returns the value itself.
    public init?(sqlValue: SQLValue) { self = sqlValue }
}

extension Int64: DatabaseValue {
    /// An `INTEGER`.
    public var sqlValue: SQLValue { .integer(self) }

    /// Reads an `INTEGER`.
    public init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self = value
    }
}

extension Int: DatabaseValue {
    /// An `INTEGER`.
    public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// Reads an `INTEGER`.
    public init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self.init(exactly: value)
    }
}

extension Bool: DatabaseValue {
    /// An `INTEGER`, 0 or 1.
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    /// Reads 0 or 1.
    public init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue, value == 0 || value == 1 else { return nil }
        self = value == 1
    }
}

extension Double: DatabaseValue {
    /// A `REAL`.
    public var sqlValue: SQLValue { .real(self) }

    /// Reads a `REAL` or an `INTEGER`.
    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .real(let value): self = value
        case .integer(let value): self = Double(value)
        case .null, .text, .blob: return nil
        }
    }
}

extension String: DatabaseValue {
    /// A `TEXT`.
    public var sqlValue: SQLValue { .text(self) }

    /// Reads a `TEXT`.
    public init?(sqlValue: SQLValue) {
        guard case .text(let value) = sqlValue else { return nil }
        self = value
    }
}

extension [UInt8]: DatabaseValue {
    /// A `BLOB`.
    public var sqlValue: SQLValue { .blob(self) }

    /// Reads a `BLOB`.
    public init?(sqlValue: SQLValue) {
        guard case .blob(let value) = sqlValue else { return nil }
        self = value
    }
}

extension Date: DatabaseValue {
    /// A `REAL`: the seconds since 1970.
    public var sqlValue: SQLValue { .real(timeIntervalSince1970) }

    /// Reads the seconds since 1970.
    public init?(sqlValue: SQLValue) {
        guard let seconds = Double(sqlValue: sqlValue) else { return nil }
        self.init(timeIntervalSince1970: seconds)
    }
}

extension Optional: DatabaseValue where Wrapped: DatabaseValue {
    /// `NULL`, or the value.
    public var sqlValue: SQLValue { self?.sqlValue ?? .null }

    /// Reads `NULL`, or the value.
    public init?(sqlValue: SQLValue) {
        if case .null = sqlValue {
            self = .none
            return
        }
        guard let value = Wrapped(sqlValue: sqlValue) else { return nil }
        self = .some(value)
    }
}

extension SQLValue {
    /// Binds the value to a parameter of a statement, numbered from 1, and returns SQLite's code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        // SQLite copies the bytes (`SQLITE_TRANSIENT`).
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .real(let value): sqlite3_bind_double(statement, index, value)
        case .text(let value): sqlite3_bind_text(statement, index, value, Int32(clamping: value.utf8.count), copies)
        case .blob(let value) where value.isEmpty: sqlite3_bind_zeroblob(statement, index, 0)
        case .blob(let value): sqlite3_bind_blob(statement, index, value, Int32(clamping: value.count), copies)
        }
    }

    /// Reads a column of a statement's current row, numbered from 0.
    init(_ statement: OpaquePointer, column: Int32) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            let start = sqlite3_column_text(statement, column)
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
            self = .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, column)
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
            self = .blob(Array(bytes))
        default: self = .null
        }
    }
}
