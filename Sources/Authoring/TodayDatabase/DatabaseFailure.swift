import CSQLite

/// The reason why an operation on a database failed.
public struct DatabaseFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a failure.
    public enum Code: Hashable, Sendable {
        /// The database has reached its limit, or the disk is full; nothing was changed.
        case full
        /// Another process has been writing for too long; another attempt later may succeed.
        case busy
        /// The file is read-only, for example because the folder of the group far exceeds its limit.
        case readOnly
        /// The file is not a database, or is damaged.
        case damaged
        /// A newer version of the app has created or migrated it.
        case newer
        /// A row breaks a rule of a table, such as `UNIQUE`.
        case constraint
        /// A statement or a value is invalid.
        case wrongUse
        /// The file cannot be opened, read or written.
        case unavailable
    }

    /// The kind.
    public var code: Code
    /// One sentence for people who read the log.
    public var message: String

    /// The message.
    public var description: String { message }

    /// Creates a failure.
    public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// Translates an SQLite result code.
    init(code: Int32, reason: String, name: String, limit: Int) {
        let name = "The database \"\(name)\""
        switch code & 0xFF {
        case SQLITE_FULL:
            let size = "\(limit >> 10) KiB"
            self.init(.full, "\(name) is full: it may have \(size), and the disk must have room; delete rows.")
        case SQLITE_BUSY, SQLITE_LOCKED:
            self.init(.busy, "\(name) was busy for 5 seconds: another process writes to it. Try again later.")
        case SQLITE_READONLY, SQLITE_PERM:
            self.init(.readOnly, "\(name) cannot be written; the group's folder may be too large: delete files in it.")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            self.init(.damaged, "\(name) is damaged (\(reason)): delete its file, or restore a backup.")
        case SQLITE_CONSTRAINT: self.init(.constraint, "\(name) refuses a row: \(reason)")
        case SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_AUTH:
            self.init(.wrongUse, "\(name) cannot run a statement: \(reason)")
        default: self.init(.unavailable, "\(name) cannot be used: \(reason)")
        }
    }
}
