import GRDB
import SQLiteSupport
import TodayProtocol

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
enum InboxTable {
    /// Inserts the row of an inbox if it is missing.
    static func make(_ app: AppID, in context: TransactionContext) throws {
        try context.run("INSERT INTO inbox (appID) VALUES (?) ON CONFLICT (appID) DO NOTHING", [app.rawValue])
    }

    /// Returns `true` if messages determine an app's badge.
    static func ownsBadge(of app: AppID, in context: TransactionContext) throws -> Bool {
        try context.database.row("SELECT 1 FROM inbox WHERE appID = ? AND messages > 0", [app.rawValue]) != nil
    }

    /// Recounts the messages and sets the badge to the number of unread ones.
    ///
    /// - Returns: `changed`.
    @discardableResult
    static func recount(_ app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        try make(app, in: context)
        let unread: Int =
            try context.database.row(
                "SELECT count(*) FROM message WHERE appID = ? AND isRead = 0 AND deleteAt IS NULL",
                [app.rawValue]
            )?[0]
            ?? 0
        let all: Int =
            try context.database.row(
                "SELECT count(*) FROM message WHERE appID = ? AND deleteAt IS NULL",
                [app.rawValue]
            )?[0]
            ?? 0
        try context.run("UPDATE inbox SET messages = ?, unread = ? WHERE appID = ?", [all, unread, app.rawValue])
        _ = try BadgeTable.set(unread, of: app, in: context)
        return context.record(.messages(app))
    }

    /// Marks an inbox as stale.
    static func markStale(_ app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        try make(app, in: context)
        try context.run("UPDATE inbox SET dirtySince = ? WHERE appID = ?", [context.revision.number, app.rawValue])
        return context.record(.inboxStale(app))
    }

    /// Marks an inbox as fresh unless it became stale after the request, and deletes changes that the list includes.
    static func markFresh(_ app: AppID, asOf: Revision?, in context: TransactionContext) throws -> OperationOutcome {
        let moment = asOf ?? context.revision
        try context.run(
            "UPDATE inbox SET dirtySince = NULL WHERE appID = ? AND dirtySince <= ?",
            [app.rawValue, moment.number]
        )
        try MessageChangeTable.forget(of: app, knownAsOf: moment, in: context)
        return .unchanged
    }

    /// Deletes an app's inbox with its messages, held notifications and changes.
    static func forget(_ app: AppID, in context: TransactionContext) throws {
        let rows = try context.database.rows(
            "SELECT number, id, notification FROM message WHERE appID = ?",
            [app.rawValue]
        )
        for row in rows { try MessageTable.remove(MessageTable.Reference(row), of: app, in: context) }
        try context.run("DELETE FROM heldNotification WHERE appID = ?", [app.rawValue])
        try context.run("DELETE FROM messageChange WHERE appID = ?", [app.rawValue])
        if !rows.isEmpty { try recount(app, in: context) }
        try context.run("DELETE FROM inbox WHERE appID = ?", [app.rawValue])
    }
}
