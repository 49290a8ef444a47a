import GRDB
import JSON
import SQLiteSupport
package import TodayProtocol

/// A key of a group's shared defaults with its value.
package struct DefaultsEntry: Hashable, Sendable {
    package let key: String
    package let value: PropertyValue
    /// The commit that set the value.
    package let revision: Revision
}

/// A page of a group's shared defaults, sorted by the bytes of the keys.
package struct DefaultsPage: Hashable, Sendable {
    package let entries: [DefaultsEntry]
    /// `true` if more entries follow; the next page begins after the last key of this one.
    package let hasMore: Bool
    /// The last commit that the page includes.
    package let revision: Revision
}

/// The use that a group makes of ``DefaultsLimits``.
package struct DefaultsUsage: Hashable, Sendable {
    /// The number of keys.
    package let keys: Int
    /// The total size of keys and values, in bytes.
    package let bytes: Int
}

extension DurableReader {
    /// The largest number of entries of a page.
    package static let largestDefaultsPage = 1000

    /// Reads one key; `nil` if it has no value.
    package func defaultsEntry(for key: String, of group: GroupID) throws -> DefaultsEntry? {
        try database.row(
            "SELECT key, value, revision FROM defaults WHERE groupID = ? AND key = ?",
            [group.rawValue, key]
        ).map(Self.defaultsEntry)
    }

    /// Reads a page of a group's keys with their values.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - after: The last key of the previous page; `nil` for the first page.
    ///   - limit: The largest number of entries, 1 to ``largestDefaultsPage``.
    ///   - byteLimit: The largest size of keys and values, in bytes; a page nevertheless has at least one entry.
    /// - Returns: The page, empty if no key follows.
    /// - Throws: ``StoreError`` if a value is damaged, or what the database throws.
    package func defaults(
        of group: GroupID,
        after: String? = nil,
        limit: Int = largestDefaultsPage,
        byteLimit: Int = 512 * 1024
    ) throws -> DefaultsPage {
        let limit = min(max(1, limit), Self.largestDefaultsPage)
        let cursor = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT key, value, revision FROM defaults WHERE groupID = ? AND key > ? ORDER BY key LIMIT ?
                    """
            ),
            arguments: [group.rawValue, after ?? "", limit + 1]
        )
        var entries: [DefaultsEntry] = []
        var bytes = 0
        while let row = try cursor.next() {
            let key: String = row[0]
            let text: String = row[1]
            bytes += key.utf8.count + text.utf8.count
            if entries.count == limit || (bytes > byteLimit && !entries.isEmpty) {
                return DefaultsPage(entries: entries, hasMore: true, revision: revision)
            }
            entries.append(try Self.defaultsEntry(row))
        }
        return DefaultsPage(entries: entries, hasMore: false, revision: revision)
    }

    /// Reads the usage of a group.
    package func defaultsUsage(of group: GroupID) throws -> DefaultsUsage {
        guard let row = try database.row("SELECT keys, bytes FROM defaultsUsage WHERE groupID = ?", [group.rawValue])
        else { return DefaultsUsage(keys: 0, bytes: 0) }
        return DefaultsUsage(keys: row[0], bytes: row[1])
    }

    private static func defaultsEntry(_ row: Row) throws -> DefaultsEntry {
        let key: String = row[0]
        let text: String = row[1]
        do {
            let value = try PropertyValue(json: JSONValue(parsing: text))
            return DefaultsEntry(key: key, value: value, revision: Revision(row[2]))
        } catch {
            throw StoreError.damaged("a value of \(key)")
        }
    }
}
