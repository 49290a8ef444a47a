import GRDB
import SQLiteSupport
package import TodayProtocol

/// What the person did with a message on this device and the cloud has not heard of.
package struct MessageChange: Hashable, Sendable {
    /// What was done.
    package enum Kind: String, Hashable, Sendable {
        /// It was marked as read.
        case read
        /// It was marked as unread.
        case unread
        /// It was deleted.
        case delete
    }

    /// Whose inbox it is in.
    package var app: AppID
    /// The message.
    package var message: MessageID
    /// What was done last.
    package var kind: Kind
    /// Grows with each change: names this one.
    package var generation: Int64

    /// Describes a change.
    package init(app: AppID, message: MessageID, kind: Kind, generation: Int64) {
        self.app = app
        self.message = message
        self.kind = kind
        self.generation = generation
    }
}

/// Keeps what the person did with messages until the cloud knows it and has shown so.
///
/// A change that the cloud was told of stays until a list is merged that was asked for later: an older list must not undo
/// it.
enum MessageChangeTable {
    /// Records what was done, in place of what was done to the message before.
    static func record(
        _ kind: MessageChange.Kind,
        _ id: MessageID,
        of app: AppID,
        in context: TransactionContext
    ) throws {
        // Deleted first, so that it gets a generation of its own.
        try context.run(
            "DELETE FROM messageChange WHERE appID = ? AND messageID = ?",
            [app.rawValue, id.rawValue]
        )
        try context.run(
            "INSERT INTO messageChange (appID, messageID, kind) VALUES (?, ?, ?)",
            [app.rawValue, id.rawValue, kind.rawValue]
        )
    }

    /// Notes that the cloud was told.
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
        // Nobody sees a difference, but revisions must move on: what is merged later is compared with this one.
        return count > 0 ? context.note(.messageChangesSynced(app)) : .unchanged
    }

    /// Whether the person deleted a message on this device, as far as the cloud has not shown that it knows.
    static func isDeleted(_ id: MessageID, of app: AppID, in context: TransactionContext) throws -> Bool {
        try context.database.row(
            "SELECT 1 FROM messageChange WHERE appID = ? AND messageID = ? AND kind = 'delete'",
            [app.rawValue, id.rawValue]
        ) != nil
    }

    /// The changes that win over a list that was asked for at a moment.
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

    /// Forgets what the cloud knew when a list was asked for.
    static func forget(of app: AppID, knownAsOf moment: Revision, in context: TransactionContext) throws {
        try context.run(
            "DELETE FROM messageChange WHERE appID = ? AND synced IS NOT NULL AND synced <= ?",
            [app.rawValue, moment.number]
        )
    }
}
