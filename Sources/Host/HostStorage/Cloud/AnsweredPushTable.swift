import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
package import TodayProtocol

/// An answer on this device to a push or a topic message that has not been reported to the cloud.
package struct PushAnswer: Hashable, Sendable {
    package var app: AppID
    /// Id of the push, or of the message.
    package var push: String

    package init(app: AppID, push: String) {
        self.app = app
        self.push = push
    }
}

/// The table of the pushes whose notifications the person answered or dismissed, on this device or on another one.
///
/// Answers of this device are kept until they are reported to the cloud, and all answers for as long as the push may
/// arrive.
enum AnsweredPushTable {
    static let schema = """
        CREATE TABLE answeredPush (
            number INTEGER PRIMARY KEY AUTOINCREMENT, appID TEXT NOT NULL, pushID TEXT NOT NULL, date INTEGER NOT NULL,
            isSent INTEGER NOT NULL CHECK (isSent IN (0, 1)), UNIQUE (appID, pushID)) STRICT;
        CREATE INDEX answeredPushByDate ON answeredPush (date);
        CREATE INDEX answeredPushUnsent ON answeredPush (number) WHERE isSent = 0;
        """

    /// Number of answers remembered.
    private static let limit = 10_000
    /// An SQL expression for the push that brought a stored notification.
    ///
    /// It is `NULL` for a damaged row, so that the row does not block later events.
    private static let pushID = """
        CASE WHEN NOT json_valid(request) THEN NULL
        WHEN json_type(request, '$.content.userInfo.push_id') = 'text'
        THEN json_extract(request, '$.content.userInfo.push_id')
        WHEN appID = '\(topics)' AND json_type(request, '$.content.userInfo.id') = 'text'
        THEN json_extract(request, '$.content.userInfo.id') END
        """
    /// An SQL expression that is true for a notification about records, whose app needs no channel.
    private static let isAboutRecords = """
        CASE WHEN json_valid(request) THEN json_type(request, '$.content.userInfo.container') = 'text' END
        """
    /// The built-in app of topic messages, whose notifications the cloud identifies by message ids.
    static let topics = "org.today.Topics"

    /// Records that the person answers a delivered notification on this device, if a push brought it.
    static func record(_ id: DeliveredID, in context: TransactionContext) throws {
        let count = try context.run(
            """
            INSERT INTO answeredPush (appID, pushID, date, isSent)
            SELECT appID, \(pushID), ?, 0 FROM deliveredNotification
            WHERE id = ? AND length(\(pushID)) BETWEEN 1 AND 64 AND \(pushID) NOT GLOB '*[^A-Za-z0-9-]*'
            AND (appID = '\(topics)'
                OR EXISTS (SELECT 1 FROM cloudChannel WHERE cloudChannel.appID = deliveredNotification.appID)
                OR (\(isAboutRecords) AND EXISTS (SELECT 1 FROM cloudLink)))
            ON CONFLICT (appID, pushID) DO NOTHING
            """,
            [context.now.storedMilliseconds, id.rawValue]
        )
        guard count > 0 else { return }
        try prune(in: context)
        _ = context.record(.pushAnswers)
    }

    /// Applies an answer on another device: withdraws the notification of the push, whether it is pending, held or
    /// delivered.
    ///
    /// If the push has not arrived yet, its notification will not be shown.
    static func answeredElsewhere(
        _ push: String,
        of app: AppID,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        try context.run(
            """
            INSERT INTO answeredPush (appID, pushID, date, isSent) VALUES (?, ?, ?, 1)
            ON CONFLICT (appID, pushID) DO UPDATE SET isSent = 1
            """,
            [app.rawValue, push, context.now.storedMilliseconds]
        )
        try prune(in: context)
        try context.run(
            "DELETE FROM heldNotification WHERE appID = ? AND \(pushID) = ?",
            [app.rawValue, push]
        )
        // A pending one that is not due yet was scheduled by the app, which may have copied the values of the push.
        let pending = try context.database.rows(
            "SELECT identifier FROM pendingNotification WHERE appID = ? AND due <= ? AND \(pushID) = ?",
            [app.rawValue, context.now.storedMilliseconds, push]
        ).map { $0[0] as String }
        _ = try PendingTable.remove(pending, of: app, in: context)
        let delivered = try context.database.rows(
            "SELECT id FROM deliveredNotification WHERE appID = ? AND \(pushID) = ?",
            [app.rawValue, push]
        ).map { DeliveredID(rawValue: $0[0]) }
        for id in delivered { _ = try DeliveredTable.withdraw(id, because: .withdrawn(by: .elsewhere), in: context) }
        return pending.isEmpty && delivered.isEmpty ? .unchanged : .changed
    }

    /// Returns `true` if the person answered a push on any device.
    static func contains(_ push: String, of app: AppID, in context: TransactionContext) throws -> Bool {
        try context.database.row("SELECT 1 FROM answeredPush WHERE appID = ? AND pushID = ?", [app.rawValue, push])
            != nil
    }

    /// Records that answers have been reported to the cloud.
    static func markSent(_ answers: [PushAnswer], in context: TransactionContext) throws -> OperationOutcome {
        for answer in answers {
            try context.run(
                "UPDATE answeredPush SET isSent = 1 WHERE appID = ? AND pushID = ?",
                [answer.app.rawValue, answer.push]
            )
        }
        return .unchanged
    }

    /// Deletes the answers of an app, or all of them.
    static func forget(_ app: AppID?, in context: TransactionContext) throws {
        if let app {
            try context.run("DELETE FROM answeredPush WHERE appID = ?", [app.rawValue])
        } else {
            try context.run("DELETE FROM answeredPush")
        }
    }

    private static func prune(in context: TransactionContext) throws {
        let oldest = context.now.addingTimeInterval(-PushTable.lifetime).storedMilliseconds
        try context.run("DELETE FROM answeredPush WHERE date < ?", [oldest])
        try context.run(
            "DELETE FROM answeredPush WHERE number <= (SELECT max(number) FROM answeredPush) - ?",
            [limit]
        )
    }
}

extension DurableReader {
    /// Reads answers on this device that have not been reported to the cloud, oldest first.
    package func unsentPushAnswers(limit: Int) throws -> [PushAnswer] {
        try database.rows(
            "SELECT appID, pushID FROM answeredPush WHERE isSent = 0 ORDER BY number LIMIT ?",
            [max(0, limit)]
        ).map { PushAnswer(app: AppID($0[0]), push: $0[1]) }
    }
}
