package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// A message whose body is to be fetched.
package struct MissingBody: Hashable, Sendable {
    /// Whose inbox it is in.
    package var app: AppID
    /// The message.
    package var message: MessageID
    /// What the body is.
    package var contentType: String
    /// Where the body is, if the cloud said so.
    package var url: String?
    /// How often it was tried in vain.
    package var attempts: Int
    /// When it is to be tried next.
    package var nextAttempt: Date

    /// Describes a body that is missing.
    package init(
        app: AppID,
        message: MessageID,
        contentType: String,
        url: String?,
        attempts: Int,
        nextAttempt: Date
    ) {
        self.app = app
        self.message = message
        self.contentType = contentType
        self.url = url
        self.attempts = attempts
        self.nextAttempt = nextAttempt
    }
}

/// Which bodies are on this device.
extension MessageTable {
    /// Notes a body, and lets the notification show that waited for it.
    static func bodyArrived(
        _ id: MessageID,
        of app: AppID,
        text: String,
        size: Int,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let row = try context.database.row(
            "SELECT number, bodySize, isRead FROM message WHERE appID = ? AND id = ?",
            [app.rawValue, id.rawValue]
        )
        guard let row else { return context.note(.messageRemoved(app, id)) }
        let number: Int64 = row[0]
        let oldSize: Int = row[1]
        let size = max(0, size)
        try context.run(
            """
            UPDATE message SET body = 'here', bodySize = ?, attempts = 0, nextAttempt = 0, failure = NULL
            WHERE number = ?
            """,
            [size, number]
        )
        try context.run(
            """
            INSERT INTO messageText (number, text) VALUES (?, ?)
            ON CONFLICT (number) DO UPDATE SET text = excluded.text
            """,
            [number, MessageText.folded(MessageText.cut(text, to: MessageLimits.textBytes))]
        )
        try InboxTable.make(app, in: context)
        try context.run(
            "UPDATE inbox SET bodyBytes = bodyBytes + ? WHERE appID = ?",
            [size - oldSize, app.rawValue]
        )
        try HeldNotificationTable.release(id, of: app, in: context)
        try trim(app, keeping: number, in: context)
        return context.note(.messages(app))
    }

    /// Notes that a body could not be had.
    static func bodyFailed(
        _ id: MessageID,
        of app: AppID,
        reason: String,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let row = try context.database.row(
            "SELECT number, attempts, body, bodySize FROM message WHERE appID = ? AND id = ?",
            [app.rawValue, id.rawValue]
        )
        guard let row else { return .unchanged }
        let number: Int64 = row[0]
        let attempts: Int = row[1]
        let size: Int = row[3]
        let pause = min(MessageLimits.firstPause * Double(1 << min(attempts, 16)), MessageLimits.longestPause)
        try context.run(
            """
            UPDATE message SET body = 'missing', bodySize = 0, attempts = ?, nextAttempt = ?, failure = ?
            WHERE number = ?
            """,
            [
                attempts + 1, context.now.addingTimeInterval(pause).storedMilliseconds,
                String(reason.prefix(MessageLimits.failureLength)), number,
            ]
        )
        try context.run("UPDATE inbox SET bodyBytes = bodyBytes - ? WHERE appID = ?", [size, app.rawValue])
        let old: String = row[2]
        return old == "here" ? context.note(.messages(app)) : .unchanged
    }

    /// Notes that a body that was let go is to be fetched again.
    static func bodyWanted(_ id: MessageID, of app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        let count = try context.run(
            """
            UPDATE message SET body = 'missing', attempts = 0, nextAttempt = 0, failure = NULL
            WHERE appID = ? AND id = ? AND body = 'dropped'
            """,
            [app.rawValue, id.rawValue]
        )
        return count > 0 ? context.note(.bodyWanted(app)) : .unchanged
    }

    /// Lets the oldest bodies of an app go while they are too large together.
    private static func trim(_ app: AppID, keeping kept: Int64, in context: TransactionContext) throws {
        let all: Int = try context.database.row("SELECT bodyBytes FROM inbox WHERE appID = ?", [app.rawValue])?[0] ?? 0
        var excess = all - MessageLimits.bodyBytes
        guard excess > 0 else { return }
        let rows = try context.database.rows(
            """
            SELECT number, id, bodySize FROM message WHERE appID = ? AND body = 'here' AND number <> ?
            ORDER BY sent, number
            """,
            [app.rawValue, kept]
        )
        for row in rows {
            guard excess > 0 else { return }
            let (number, size): (Int64, Int) = (row[0], row[2])
            try context.run("UPDATE message SET body = 'dropped', bodySize = 0 WHERE number = ?", [number])
            try context.run("UPDATE inbox SET bodyBytes = bodyBytes - ? WHERE appID = ?", [size, app.rawValue])
            _ = context.note(.messageRemoved(app, MessageID(row[1])))
            excess -= size
        }
    }
}
