import GRDB
import SQLiteSupport
import TodayProtocol

/// How an inbox stands to the cloud's.
package struct InboxState: Hashable, Sendable {
    /// What the cloud named its last list; to be sent back so that an unchanged list is not sent again.
    package var lastModified: String?
    /// Whether the inbox has to be fetched.
    package var isStale: Bool
    /// How many messages are here.
    package var messages: Int
    /// How many of them are unread.
    package var unread: Int

    /// Describes an inbox.
    package init(lastModified: String? = nil, isStale: Bool = false, messages: Int = 0, unread: Int = 0) {
        self.lastModified = lastModified
        self.isStale = isStale
        self.messages = messages
        self.unread = unread
    }
}

/// Keeps how each inbox stands, and the number that everybody shows.
enum InboxTable {
    /// Makes the inbox's row if it is missing.
    static func make(_ app: AppID, in context: TransactionContext) throws {
        try context.run("INSERT INTO inbox (appID) VALUES (?) ON CONFLICT (appID) DO NOTHING", [app.rawValue])
    }

    /// Whether messages decide about an app's badge.
    static func ownsBadge(of app: AppID, in context: TransactionContext) throws -> Bool {
        try context.database.row("SELECT 1 FROM inbox WHERE appID = ? AND messages > 0", [app.rawValue]) != nil
    }

    /// Counts the messages and sets the badge to how many are unread; both are counted anew, so that they cannot drift.
    ///
    /// - Returns: `changed`.
    @discardableResult
    static func recount(_ app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        try make(app, in: context)
        let unread: Int =
            try context.database.row("SELECT count(*) FROM message WHERE appID = ? AND isRead = 0", [app.rawValue])?[0]
            ?? 0
        let all: Int = try context.database.row("SELECT count(*) FROM message WHERE appID = ?", [app.rawValue])?[0] ?? 0
        try context.run("UPDATE inbox SET messages = ?, unread = ? WHERE appID = ?", [all, unread, app.rawValue])
        _ = try BadgeTable.set(unread, of: app, in: context)
        return context.note(.messages(app))
    }

    /// Notes that an inbox has to be fetched.
    static func markStale(_ app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        try make(app, in: context)
        try context.run("UPDATE inbox SET dirtySince = ? WHERE appID = ?", [context.revision.number, app.rawValue])
        return context.note(.inboxStale(app))
    }

    /// Notes that an inbox was fetched, unless it became dirty after that began; forgets what the cloud knows by then.
    static func clean(_ app: AppID, asOf: Revision?, in context: TransactionContext) throws -> OperationOutcome {
        let moment = asOf ?? context.revision
        try context.run(
            "UPDATE inbox SET dirtySince = NULL WHERE appID = ? AND dirtySince <= ?",
            [app.rawValue, moment.number]
        )
        try MessageChangeTable.forget(of: app, knownAsOf: moment, in: context)
        return .unchanged
    }

    /// Empties an app's inbox and forgets everything about it.
    static func forget(_ app: AppID, in context: TransactionContext) throws {
        let rows = try context.database.rows(
            "SELECT number, id, notification FROM message WHERE appID = ?",
            [app.rawValue]
        )
        for row in rows { try MessageTable.remove(MessageTable.Place(row), of: app, in: context) }
        try context.run("DELETE FROM heldNotification WHERE appID = ?", [app.rawValue])
        try context.run("DELETE FROM messageChange WHERE appID = ?", [app.rawValue])
        if !rows.isEmpty { try recount(app, in: context) }
        try context.run("DELETE FROM inbox WHERE appID = ?", [app.rawValue])
    }
}
