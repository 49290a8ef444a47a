import GRDB
import SQLiteSupport
package import TodayProtocol

/// The synchronization state of an inbox.
package struct InboxState: Hashable, Sendable {
    /// The version of the last list, sent with the next request.
    package var lastModified: String?
    /// `true` if the list must be fetched.
    package var isStale: Bool = false
    /// The number of messages.
    package var messages: Int = 0
    /// The number of unread messages.
    package var unread: Int = 0
}

/// The table of the inboxes' states and counts.
extension TransactionContext {
    /// Inserts the row of an inbox if it is missing.
    func makeInbox(_ app: AppID) throws {
        try run("INSERT INTO inbox (appID) VALUES (?) ON CONFLICT (appID) DO NOTHING", [app])
    }

    /// Returns `true` if messages determine an app's badge.
    func inboxOwnsBadge(of app: AppID) throws -> Bool {
        try exists("SELECT 1 FROM inbox WHERE appID = ? AND messages > 0", [app])
    }

    /// Recounts the messages and sets the badge to the number of unread ones.
    ///
    /// - Returns: `changed`.
    @discardableResult
    func recountInbox(_ app: AppID) throws -> OperationOutcome {
        try makeInbox(app)
        let unread: Int =
            try first("SELECT count(*) FROM message WHERE appID = ? AND isRead = 0 AND deleteAt IS NULL", [app])?[0]
            ?? 0
        let all: Int =
            try first("SELECT count(*) FROM message WHERE appID = ? AND deleteAt IS NULL", [app])?[0]
            ?? 0
        try run("UPDATE inbox SET messages = ?, unread = ? WHERE appID = ?", [all, unread, app])
        _ = try storeBadge(unread, of: app)
        return record(.messages(app))
    }

    /// Marks an inbox as stale.
    func markInboxStale(_ app: AppID) throws -> OperationOutcome {
        try makeInbox(app)
        try run("UPDATE inbox SET dirtySince = ? WHERE appID = ?", [revision, app])
        return record(.inboxStale(app))
    }

    /// Marks an inbox as fresh unless it became stale after the request, and deletes changes that the list includes.
    func markInboxFresh(_ app: AppID, asOf: Revision?) throws -> OperationOutcome {
        let moment = asOf ?? revision
        try run("UPDATE inbox SET dirtySince = NULL WHERE appID = ? AND dirtySince <= ?", [app, moment])
        try forgetChanges(of: app, knownAsOf: moment)
        return .unchanged
    }

    /// Deletes an app's inbox with its messages, held notifications and changes.
    func forgetInbox(_ app: AppID) throws {
        let rows = try all("SELECT number, id, notification FROM message WHERE appID = ?", [app])
        for row in rows { try removeMessage(MessageTable.Reference(row), of: app) }
        try run("DELETE FROM heldNotification WHERE appID = ?", [app])
        try run("DELETE FROM messageChange WHERE appID = ?", [app])
        if !rows.isEmpty { try recountInbox(app) }
        try run("DELETE FROM inbox WHERE appID = ?", [app])
    }
}

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
extension TransactionContext {
    /// Records a change in place of an earlier one of the same message.
    func recordChange(_ kind: MessageChange.Kind, _ id: MessageID, of app: AppID) throws {
        // Deleted first, so that the new row gets a new generation.
        try run("DELETE FROM messageChange WHERE appID = ? AND messageID = ?", [app, id])
        try run("INSERT INTO messageChange (appID, messageID, kind) VALUES (?, ?, ?)", [app, id, kind.rawValue])
    }

    /// Records that the cloud has received a change.
    func synced(
        _ id: MessageID,
        of app: AppID,
        _ kind: MessageChange.Kind,
        generation: Int64
    ) throws -> OperationOutcome {
        let count = try run(
            """
            UPDATE messageChange SET synced = ? WHERE generation = ? AND appID = ? AND messageID = ? AND kind = ?
            AND synced IS NULL
            """,
            [revision, generation, app, id, kind.rawValue]
        )
        // Reported although nothing visible changed, because merges compare lists with this revision.
        return count > 0 ? record(.messageChangesSynced(app)) : .unchanged
    }

    /// Returns `true` if a deletion of the message is unconfirmed.
    func isDeleted(_ id: MessageID, of app: AppID) throws -> Bool {
        try exists("SELECT 1 FROM messageChange WHERE appID = ? AND messageID = ? AND kind = 'delete'", [app, id])
    }

    /// Reads the changes that take precedence over a list requested at a revision.
    func winningChanges(of app: AppID, asOf moment: Revision) throws -> [MessageID: MessageChange.Kind] {
        let rows = try all(
            "SELECT messageID, kind FROM messageChange WHERE appID = ? AND (synced IS NULL OR synced > ?)",
            [app, moment]
        )
        var changes: [MessageID: MessageChange.Kind] = [:]
        for row in rows { changes[MessageID(row[0])] = MessageChange.Kind(rawValue: row[1]) }
        return changes
    }

    /// Deletes the changes that the cloud had received before a list was requested.
    func forgetChanges(of app: AppID, knownAsOf moment: Revision) throws {
        try run("DELETE FROM messageChange WHERE appID = ? AND synced IS NOT NULL AND synced <= ?", [app, moment])
    }
}
