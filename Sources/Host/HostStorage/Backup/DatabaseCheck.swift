import GRDB
import Glibc
import SQLiteSupport

/// Examines a database of a host or a cloud, whether or not it is in use.
package enum DatabaseCheck {
    /// Reads a whole database and describes the damage to its structure; `nil` if it is intact.
    package static func problem(at path: String) -> String? {
        do {
            let database = try DatabaseQueue.readOnly(path)
            return try database.read { database in
                guard try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0 > 0 else {
                    return "it is empty"
                }
                let lines = try String.fetchAll(database, sql: "PRAGMA quick_check(3)")
                return lines == ["ok"] ? nil : lines.joined(separator: "; ")
            }
        } catch let error as DatabaseError {
            return error.message ?? "\(error.resultCode)"
        } catch {
            return "\(error)"
        }
    }
}

/// A summary of a durable store, which may be in use.
package struct StoreContents: Hashable, Sendable {
    /// Number of the first entry of the audit log that does not follow from the one before it; `nil` if there is none.
    package var firstBrokenAuditEntry: Int64?
    package var secrets: Int
    package var pushSubscriptions: Int
}

extension StoreContents {
    /// Reads a durable store; `nil` if it cannot be read or is of an older version, which the next start migrates.
    package init?(at path: String) {
        do {
            let database = try DatabaseQueue.readOnly(path)
            self = try database.read { database in
                Self(
                    firstBrokenAuditEntry: try AuditTable.firstBrokenEntry(in: database),
                    secrets: try Int.fetchOne(database, sql: "SELECT count(*) FROM keychainItem") ?? 0,
                    pushSubscriptions: try Int.fetchOne(database, sql: "SELECT count(*) FROM pushSubscription") ?? 0
                )
            }
        } catch {
            return nil
        }
    }
}

/// Copies a database of a host or a cloud, whether or not it is in use.
package enum DatabaseCopy {
    /// Writes the state of a database at one moment to a new file that other users cannot read.
    ///
    /// The database is not changed, and its writer is not blocked. There must be no file at the path of the copy, and
    /// there is none after an error.
    package static func make(of path: String, at copy: String) throws(StoreError) {
        try PrivateFile<StoreError>.make(at: copy)
        do {
            let database = try DatabaseQueue.readOnly(path)
            defer { try? database.close() }
            // SQLite accepts an empty file and keeps its mode.
            try database.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
            let descriptor = open(copy, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            guard fsync(descriptor) == 0 else { throw PrivateFile<StoreError>.failure("write \(copy)") }
        } catch {
            unlink(copy)
            throw StoreError(translating: error, doing: "copying \(path)")
        }
    }
}

extension DatabaseQueue {
    fileprivate static func readOnly(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}
