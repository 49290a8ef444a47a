import GRDB
import JSON
import SQLiteSupport
package import TodayProtocol

/// One key of a group's shared defaults.
package struct DefaultsEntry: Hashable, Sendable {
    /// The key.
    package let key: String
    /// Its value.
    package let value: PropertyValue
    /// The commit that gave it this value.
    package let revision: Revision
}

/// Some of a group's shared defaults, in the order of their keys' bytes.
package struct DefaultsPage: Hashable, Sendable {
    /// The keys with their values.
    package let entries: [DefaultsEntry]
    /// Whether more follow; the next page begins after the last key of this one.
    package let hasMore: Bool
    /// The last commit that the page sees.
    package let revision: Revision
}

/// How much of its limits a group uses.
package struct DefaultsUsage: Hashable, Sendable {
    /// How many keys it has.
    package let keys: Int
    /// How many bytes keys and values have together.
    package let bytes: Int
}

extension DurableReader {
    /// The most entries that one page holds.
    package static let largestDefaultsPage = 1000

    /// Reads the value of one key, or `nil` if it has none.
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
    ///   - after: The last key of the page before; `nil` for the first page.
    ///   - limit: How many entries at most, 1 to ``largestDefaultsPage``.
    ///   - byteLimit: How many bytes of keys and values at most; a page holds at least one entry all the same.
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

    /// Reads how much of its limits a group uses.
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
