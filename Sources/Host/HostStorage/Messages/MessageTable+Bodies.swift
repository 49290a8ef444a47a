package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// A missing body of a message.
package struct MissingBody: Hashable, Sendable {
    /// The app of the inbox.
    package var app: AppID
    package var message: MessageID
    /// The media type of the body.
    package var contentType: String
    /// The address of the body; `nil` if the cloud sent none.
    package var url: String?
    /// The number of failed attempts.
    package var attempts: Int
    /// Time of the next attempt.
    package var nextAttempt: Date
}

/// The state of the bodies.
extension MessageTable {
    /// Records a body, and schedules the notification held for it.
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
        guard let row else { return context.record(.messageRemoved(app, id)) }
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
        try TraceTable.bodyArrived(id, of: app, in: context)
        try HeldNotificationTable.release(id, of: app, in: context)
        try trim(app, keeping: number, in: context)
        try trimTexts(of: app, keeping: number, in: context)
        return context.record(.messages(app))
    }

    /// Records a failed attempt to fetch a body.
    static func bodyFailed(
        _ id: MessageID,
        of app: AppID,
        reason: LocalizableText,
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
                reason.stored(bytes: MessageLimits.failureBytes), number,
            ]
        )
        try context.run("UPDATE inbox SET bodyBytes = bodyBytes - ? WHERE appID = ?", [size, app.rawValue])
        let old: String = row[2]
        return old == "here" ? context.record(.messages(app)) : .unchanged
    }

    /// Records that a dropped body must be fetched again.
    static func bodyWanted(_ id: MessageID, of app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        let count = try context.run(
            """
            UPDATE message SET body = 'missing', attempts = 0, nextAttempt = 0, failure = NULL
            WHERE appID = ? AND id = ? AND body = 'dropped'
            """,
            [app.rawValue, id.rawValue]
        )
        return count > 0 ? context.record(.bodyWanted(app)) : .unchanged
    }

    /// Drops the searchable texts of the oldest messages while an app has too much data in the database.
    private static func trimTexts(of app: AppID, keeping kept: Int64, in context: TransactionContext) throws {
        while try context.reader.storedBytes(of: app) > context.appBytes {
            let count = try context.run(
                """
                DELETE FROM messageText WHERE number IN (
                    SELECT number FROM message JOIN messageText USING (number) WHERE appID = ? AND number <> ?
                    ORDER BY sent LIMIT 100)
                """,
                [app.rawValue, kept]
            )
            guard count > 0 else { return }
        }
    }

    /// Drops the oldest bodies of an app while their total size exceeds the limit.
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
            _ = context.record(.messageRemoved(app, MessageID(row[1])))
            excess -= size
        }
    }
}
