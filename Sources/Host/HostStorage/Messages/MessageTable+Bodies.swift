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
extension TransactionContext {
    /// Records a body, and schedules the notification held for it.
    func bodyArrived(_ id: MessageID, of app: AppID, text: String, size: Int) throws -> OperationOutcome {
        let row = try first("SELECT number, bodySize, isRead FROM message WHERE appID = ? AND id = ?", [app, id])
        guard let row else { return record(.messageRemoved(app, id)) }
        let number: Int64 = row[0]
        let oldSize: Int = row[1]
        let size = max(0, size)
        try run(
            """
            UPDATE message SET body = 'here', bodySize = ?, attempts = 0, nextAttempt = 0, failure = NULL
            WHERE number = ?
            """,
            [size, number]
        )
        try run(
            """
            INSERT INTO messageText (number, text) VALUES (?, ?)
            ON CONFLICT (number) DO UPDATE SET text = excluded.text
            """,
            [number, MessageText.folded(MessageText.cut(text, to: MessageLimits.textBytes))]
        )
        try makeInbox(app)
        try run("UPDATE inbox SET bodyBytes = bodyBytes + ? WHERE appID = ?", [size - oldSize, app])
        try traceBody(id, of: app)
        try releaseHeld(id, of: app)
        try trimBodies(app, keeping: number)
        try trimTexts(of: app, keeping: number)
        return record(.messages(app))
    }

    /// Records a failed attempt to fetch a body.
    func bodyFailed(_ id: MessageID, of app: AppID, reason: LocalizableText) throws -> OperationOutcome {
        let row = try first(
            "SELECT number, attempts, body, bodySize FROM message WHERE appID = ? AND id = ?",
            [app, id]
        )
        guard let row else { return .unchanged }
        let number: Int64 = row[0]
        let attempts: Int = row[1]
        let size: Int = row[3]
        let pause = min(MessageLimits.firstPause * Double(1 << min(attempts, 16)), MessageLimits.longestPause)
        try run(
            """
            UPDATE message SET body = 'missing', bodySize = 0, attempts = ?, nextAttempt = ?, failure = ?
            WHERE number = ?
            """,
            [attempts + 1, now.addingTimeInterval(pause), reason.stored(bytes: MessageLimits.failureBytes), number]
        )
        try run("UPDATE inbox SET bodyBytes = bodyBytes - ? WHERE appID = ?", [size, app])
        let old: String = row[2]
        return old == "here" ? record(.messages(app)) : .unchanged
    }

    /// Records that a dropped body must be fetched again.
    func bodyWanted(_ id: MessageID, of app: AppID) throws -> OperationOutcome {
        try run(
            """
            UPDATE message SET body = 'missing', attempts = 0, nextAttempt = 0, failure = NULL
            WHERE appID = ? AND id = ? AND body = 'dropped'
            """,
            [app, id],
            recording: .bodyWanted(app)
        )
    }

    /// Drops the searchable texts of the oldest messages while an app has too much data in the database.
    private func trimTexts(of app: AppID, keeping kept: Int64) throws {
        while try reader.storedBytes(of: app) > appBytes {
            let count = try run(
                """
                DELETE FROM messageText WHERE number IN (
                    SELECT number FROM message JOIN messageText USING (number) WHERE appID = ? AND number <> ?
                    ORDER BY sent LIMIT 100)
                """,
                [app, kept]
            )
            guard count > 0 else { return }
        }
    }

    /// Drops the oldest bodies of an app while their total size exceeds the limit.
    private func trimBodies(_ app: AppID, keeping kept: Int64) throws {
        let size: Int = try first("SELECT bodyBytes FROM inbox WHERE appID = ?", [app])?[0] ?? 0
        var excess = size - MessageLimits.bodyBytes
        guard excess > 0 else { return }
        let rows = try all(
            """
            SELECT number, id, bodySize FROM message WHERE appID = ? AND body = 'here' AND number <> ?
            ORDER BY sent, number
            """,
            [app, kept]
        )
        for row in rows {
            guard excess > 0 else { return }
            let (number, size): (Int64, Int) = (row[0], row[2])
            try run("UPDATE message SET body = 'dropped', bodySize = 0 WHERE number = ?", [number])
            try run("UPDATE inbox SET bodyBytes = bodyBytes - ? WHERE appID = ?", [size, app])
            record(.messageRemoved(app, MessageID(row[1])))
            excess -= size
        }
    }
}
