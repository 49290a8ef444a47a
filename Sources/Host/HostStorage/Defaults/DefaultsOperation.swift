import GRDB
import SQLiteSupport
package import TodayProtocol

/// Changes shared defaults.
///
/// The caller checks entitlements; the store enforces ``DefaultsLimits``.
package enum DefaultsOperation: Hashable, Sendable {
    /// Sets a value; `unchanged` if it is the current one.
    case set(group: GroupID, key: String, value: PropertyValue)
    /// Removes a key; `unchanged` if there is none.
    case remove(group: GroupID, key: String)
    /// Removes every key of a group.
    case removeAll(group: GroupID)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .set(let group, let key, let value):
            try DefaultsOperation.set(value, for: key, of: group, in: context)
        case .remove(let group, let key):
            try DefaultsOperation.remove(key, of: group, in: context)
        case .removeAll(let group):
            try DefaultsOperation.removeAll(of: group, in: context)
        }
    }

    private static func set(
        _ value: PropertyValue,
        for key: String,
        of group: GroupID,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        try DefaultsLimits.check(key: key, group: group)
        let text = try DefaultsLimits.text(of: value, key: key, group: group)
        let old = try storedText(of: key, of: group, in: context)
        guard old != text else { return .unchanged }
        let usage = try context.reader.defaultsUsage(of: group)
        let keys = usage.keys + (old == nil ? 1 : 0)
        let bytes = usage.bytes + text.utf8.count - (old?.utf8.count ?? 0) + (old == nil ? key.utf8.count : 0)
        try DefaultsLimits.check(keys: keys, bytes: bytes, group: group, key: key)
        try context.run(
            """
            INSERT INTO defaults (groupID, key, value, revision) VALUES (?, ?, ?, ?)
            ON CONFLICT (groupID, key) DO UPDATE SET value = excluded.value, revision = excluded.revision
            """,
            [group.rawValue, key, text, context.revision.number]
        )
        try setUsage(keys: keys, bytes: bytes, of: group, in: context)
        return context.record(.defaults(group: group, key: key, value: value))
    }

    private static func remove(
        _ key: String,
        of group: GroupID,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard let old = try storedText(of: key, of: group, in: context) else { return .unchanged }
        let usage = try context.reader.defaultsUsage(of: group)
        try context.run("DELETE FROM defaults WHERE groupID = ? AND key = ?", [group.rawValue, key])
        try setUsage(
            keys: usage.keys - 1,
            bytes: usage.bytes - old.utf8.count - key.utf8.count,
            of: group,
            in: context
        )
        return context.record(.defaults(group: group, key: key, value: nil))
    }

    private static func removeAll(of group: GroupID, in context: TransactionContext) throws -> OperationOutcome {
        let rows = try context.database.rows(
            "SELECT key FROM defaults WHERE groupID = ? ORDER BY key",
            [group.rawValue]
        )
        guard !rows.isEmpty else { return .unchanged }
        try context.run("DELETE FROM defaults WHERE groupID = ?", [group.rawValue])
        try context.run("DELETE FROM defaultsUsage WHERE groupID = ?", [group.rawValue])
        for row in rows { _ = context.record(.defaults(group: group, key: row[0], value: nil)) }
        return .changed
    }

    private static func storedText(
        of key: String,
        of group: GroupID,
        in context: TransactionContext
    ) throws -> String? {
        try context.database.row(
            "SELECT value FROM defaults WHERE groupID = ? AND key = ?",
            [group.rawValue, key]
        )?[0]
    }

    private static func setUsage(
        keys: Int,
        bytes: Int,
        of group: GroupID,
        in context: TransactionContext
    ) throws {
        try context.run(
            """
            INSERT INTO defaultsUsage (groupID, keys, bytes) VALUES (?, ?, ?)
            ON CONFLICT (groupID) DO UPDATE SET keys = excluded.keys, bytes = excluded.bytes
            """,
            [group.rawValue, keys, bytes]
        )
    }
}
