import GRDB

/// Examines a database of a host or a cloud, whether or not it is in use.
package enum DatabaseCheck {
    /// Reads a whole database and checks its structure; nothing is changed.
    ///
    /// - Parameter path: The path of the database.
    /// - Returns: What is wrong with it, in a phrase; `nil` if it is intact.
    package static func problem(at path: String) -> String? {
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let database = try DatabaseQueue(path: path, configuration: configuration)
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
