import FoundationEssentials
import GRDB
import JSON
import SQLiteSupport
package import TodayProtocol

/// Changes shared defaults.
///
/// The caller checks entitlements; the store enforces ``DefaultsLimits``.
package enum DefaultsOperation: Hashable, Sendable {
    /// Sets a value; `unchanged` if it is the current one.
    case set(group: GroupID, key: String, value: PropertyValue)
    case remove(group: GroupID, key: String)
    case removeAll(group: GroupID)
}

extension TransactionContext {
    func apply(_ operation: DefaultsOperation) throws -> OperationOutcome {
        switch operation {
        case .set(let group, let key, let value): try set(value, for: key, of: group)
        case .remove(let group, let key): try remove(key, of: group)
        case .removeAll(let group): try removeAll(of: group)
        }
    }

    private func set(_ value: PropertyValue, for key: String, of group: GroupID) throws -> OperationOutcome {
        try DefaultsLimits.check(key: key, group: group)
        let text = try DefaultsLimits.text(of: value, key: key, group: group)
        let old = try storedText(of: key, of: group)
        guard old != text else { return .unchanged }
        let usage = try reader.defaultsUsage(of: group)
        let keys = usage.keys + (old == nil ? 1 : 0)
        let bytes = usage.bytes + text.utf8.count - (old?.utf8.count ?? 0) + (old == nil ? key.utf8.count : 0)
        try DefaultsLimits.check(keys: keys, bytes: bytes, group: group, key: key)
        try run(
            """
            INSERT INTO defaults (groupID, key, value, revision) VALUES (?, ?, ?, ?)
            ON CONFLICT (groupID, key) DO UPDATE SET value = excluded.value, revision = excluded.revision
            """,
            [group, key, text, revision]
        )
        try setUsage(keys: keys, bytes: bytes, of: group)
        return record(.defaults(group: group, key: key, value: value))
    }

    private func remove(_ key: String, of group: GroupID) throws -> OperationOutcome {
        guard let old = try storedText(of: key, of: group) else { return .unchanged }
        let usage = try reader.defaultsUsage(of: group)
        try run("DELETE FROM defaults WHERE groupID = ? AND key = ?", [group, key])
        try setUsage(keys: usage.keys - 1, bytes: usage.bytes - old.utf8.count - key.utf8.count, of: group)
        return record(.defaults(group: group, key: key, value: nil))
    }

    private func removeAll(of group: GroupID) throws -> OperationOutcome {
        let rows = try all("SELECT key FROM defaults WHERE groupID = ? ORDER BY key", [group])
        guard !rows.isEmpty else { return .unchanged }
        try run("DELETE FROM defaults WHERE groupID = ?", [group])
        try run("DELETE FROM defaultsUsage WHERE groupID = ?", [group])
        for row in rows { record(.defaults(group: group, key: row[0], value: nil)) }
        return .changed
    }

    private func storedText(of key: String, of group: GroupID) throws -> String? {
        try first("SELECT value FROM defaults WHERE groupID = ? AND key = ?", [group, key])?[0]
    }

    private func setUsage(keys: Int, bytes: Int, of group: GroupID) throws {
        try run(
            """
            INSERT INTO defaultsUsage (groupID, keys, bytes) VALUES (?, ?, ?)
            ON CONFLICT (groupID) DO UPDATE SET keys = excluded.keys, bytes = excluded.bytes
            """,
            [group, keys, bytes]
        )
    }
}

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

extension DurableReader {
    package static let largestDefaultsPage = 1000

    package func defaultsEntry(for key: String, of group: GroupID) throws -> DefaultsEntry? {
        try first(
            "SELECT key, value, revision FROM defaults WHERE groupID = ? AND key = ?",
            [group, key]
        ).map(Self.defaultsEntry)
    }

    /// Reads a page of a group's keys with their values, after a key; fails if a value is damaged.
    ///
    /// A page has at most ``largestDefaultsPage`` entries and `byteLimit` bytes of keys and values, but at least one
    /// entry if any key follows.
    package func defaults(
        of group: GroupID,
        after: String? = nil,
        limit: Int = largestDefaultsPage,
        byteLimit: Int = 512 * 1024
    ) throws -> DefaultsPage {
        let limit = min(max(1, limit), Self.largestDefaultsPage)
        let cursor = try Row.fetchCursor(
            database.cachedStatement(
                sql: "SELECT key, value, revision FROM defaults WHERE groupID = ? AND key > ? ORDER BY key LIMIT ?"
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

    /// Reads the number of a group's keys, and the total size of keys and values in bytes.
    package func defaultsUsage(of group: GroupID) throws -> (keys: Int, bytes: Int) {
        let row = try first("SELECT keys, bytes FROM defaultsUsage WHERE groupID = ?", [group])
        return row.map { ($0[0], $0[1]) } ?? (0, 0)
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

package enum DefaultsLimits {
    /// The largest size of a key, in bytes of UTF-8.
    package static let keyBytes = 256
    /// The largest size of a value, in bytes of its JSON.
    package static let valueBytes = 256 * 1024
    /// The largest total size of the keys and values of one group, in bytes.
    package static let groupBytes = 4 * 1024 * 1024
    package static let groupKeys = 10_000
    /// The largest depth of nested arrays and dictionaries.
    package static let depth = 64

    /// Checks a key; refused with code `invalid` or `limitExceeded`.
    package static func check(key: String, group: GroupID) throws(StoreError) {
        guard !key.isEmpty else { throw StoreError(.invalid, "A key of \(group) is empty.") }
        guard key.utf8.count <= keyBytes else {
            throw StoreError(
                .limitExceeded,
                "The key \(key.prefix(40))… of \(group) has \(key.utf8.count) bytes; at most \(keyBytes) are allowed."
            )
        }
        guard !key.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw StoreError(.invalid, "A key of \(group) holds a control character.")
        }
    }

    /// Checks a value and encodes it as the stored text; equal values have equal texts.
    package static func text(of value: PropertyValue, key: String, group: GroupID) throws(StoreError) -> String {
        guard isStorable(value, depth: depth) else {
            throw StoreError(
                .invalid,
                """
                \(key) of \(group) holds what is no property list: a number that is not finite, \
                a name that begins with $, or a depth over \(depth).
                """
            )
        }
        let text = value.json.jsonText
        guard text.utf8.count <= valueBytes else {
            throw StoreError(
                .limitExceeded,
                "\(key) of \(group) would have \(text.utf8.count) bytes; at most \(valueBytes) are allowed."
            )
        }
        return text
    }

    static func check(keys: Int, bytes: Int, group: GroupID, key: String) throws(StoreError) {
        guard keys <= groupKeys else {
            throw StoreError(.limitExceeded, "\(group) has \(groupKeys) keys already, so \(key) cannot be added.")
        }
        guard bytes <= groupBytes else {
            throw StoreError(
                .limitExceeded,
                "With \(key), \(group) would have \(bytes) bytes; at most \(groupBytes) are allowed."
            )
        }
    }

    private static func isStorable(_ value: PropertyValue, depth: Int) -> Bool {
        switch value {
        case .bool, .integer, .string, .data: true
        case .real(let number): number.isFinite
        case .date(let date): date.timeIntervalSince1970.isFinite
        case .array(let values): depth > 0 && values.allSatisfy { isStorable($0, depth: depth - 1) }
        case .dictionary(let members):
            depth > 0 && members.allSatisfy { !$0.key.hasPrefix("$") && isStorable($0.value, depth: depth - 1) }
        }
    }
}
