import GRDB
import SQLiteSupport
package import TodayProtocol

/// A change of a message by the person that the cloud has not received.
package struct MessageChange: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// Marked as read.
        case read
        /// Marked as unread.
        case unread
        /// Deleted.
        case delete
    }

    /// The app of the inbox.
    package var app: AppID
    package var message: MessageID
    package var kind: Kind
    /// Ascending number that identifies the change.
    package var generation: Int64
}

/// The table of the person's changes of messages that no list from the cloud has confirmed.
///
/// A change is kept after the cloud has received it until a list that was requested later is merged: an older list must
/// not undo it.
enum MessageChangeTable {
    /// Records a change in place of an earlier one of the same message.
    static func record(
        _ kind: MessageChange.Kind,
        _ id: MessageID,
        of app: AppID,
        in context: TransactionContext
    ) throws {
        // Deleted first, so that the new row gets a new generation.
        try context.run(
            "DELETE FROM messageChange WHERE appID = ? AND messageID = ?",
            [app.rawValue, id.rawValue]
        )
        try context.run(
            "INSERT INTO messageChange (appID, messageID, kind) VALUES (?, ?, ?)",
            [app.rawValue, id.rawValue, kind.rawValue]
        )
    }

    /// Records that the cloud has received a change.
    static func synced(
        _ id: MessageID,
        of app: AppID,
        _ kind: MessageChange.Kind,
        generation: Int64,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let count = try context.run(
            """
            UPDATE messageChange SET synced = ? WHERE generation = ? AND appID = ? AND messageID = ? AND kind = ?
            AND synced IS NULL
            """,
            [context.revision.number, generation, app.rawValue, id.rawValue, kind.rawValue]
        )
        // Reported although nothing visible changed, because merges compare lists with this revision.
        return count > 0 ? context.record(.messageChangesSynced(app)) : .unchanged
    }

    /// Returns `true` if a deletion of the message is unconfirmed.
    static func isDeleted(_ id: MessageID, of app: AppID, in context: TransactionContext) throws -> Bool {
        try context.database.row(
            "SELECT 1 FROM messageChange WHERE appID = ? AND messageID = ? AND kind = 'delete'",
            [app.rawValue, id.rawValue]
        ) != nil
    }

    /// Reads the changes that take precedence over a list requested at a revision.
    static func winning(
        of app: AppID,
        asOf moment: Revision,
        in context: TransactionContext
    ) throws -> [MessageID: MessageChange.Kind] {
        let rows = try context.database.rows(
            "SELECT messageID, kind FROM messageChange WHERE appID = ? AND (synced IS NULL OR synced > ?)",
            [app.rawValue, moment.number]
        )
        var changes: [MessageID: MessageChange.Kind] = [:]
        for row in rows { changes[MessageID(row[0])] = MessageChange.Kind(rawValue: row[1]) }
        return changes
    }

    /// Deletes the changes that the cloud had received before a list was requested.
    static func forget(of app: AppID, knownAsOf moment: Revision, in context: TransactionContext) throws {
        try context.run(
            "DELETE FROM messageChange WHERE appID = ? AND synced IS NOT NULL AND synced <= ?",
            [app.rawValue, moment.number]
        )
    }
}
