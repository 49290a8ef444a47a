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

    /// The built-in app of topic messages, whose notifications the cloud identifies by message ids.
    static let topics = "org.today.Topics"
}

extension TransactionContext {
    /// Number of answers remembered.
    private static let answerLimit = 10_000
    /// An SQL expression for the push that brought a stored notification.
    ///
    /// It is `NULL` for a damaged row, so that the row does not block later events.
    private static let pushID = """
        CASE WHEN NOT json_valid(request) THEN NULL
        WHEN json_type(request, '$.content.userInfo.push_id') = 'text'
        THEN json_extract(request, '$.content.userInfo.push_id')
        WHEN appID = '\(AnsweredPushTable.topics)' AND json_type(request, '$.content.userInfo.id') = 'text'
        THEN json_extract(request, '$.content.userInfo.id') END
        """
    /// An SQL expression that is true for a notification about records, whose app needs no channel.
    private static let isAboutRecords = """
        CASE WHEN json_valid(request) THEN json_type(request, '$.content.userInfo.container') = 'text' END
        """

    /// Records that the person answers a delivered notification on this device, if a push brought it.
    func recordAnswer(_ id: DeliveredID) throws {
        let count = try run(
            """
            INSERT INTO answeredPush (appID, pushID, date, isSent)
            SELECT appID, \(Self.pushID), ?, 0 FROM deliveredNotification
            WHERE id = ? AND length(\(Self.pushID)) BETWEEN 1 AND 64 AND \(Self.pushID) NOT GLOB '*[^A-Za-z0-9-]*'
            AND (appID = '\(AnsweredPushTable.topics)'
                OR EXISTS (SELECT 1 FROM cloudChannel WHERE cloudChannel.appID = deliveredNotification.appID)
                OR (\(Self.isAboutRecords) AND EXISTS (SELECT 1 FROM cloudLink)))
            ON CONFLICT (appID, pushID) DO NOTHING
            """,
            [now, id]
        )
        guard count > 0 else { return }
        try forgetOldest(from: "answeredPush", beyond: Self.answerLimit)
        record(.pushAnswers)
    }

    /// Applies an answer on another device: withdraws the notification of the push, whether it is pending, held or
    /// delivered.
    ///
    /// If the push has not arrived yet, its notification will not be shown.
    func answeredElsewhere(_ push: String, of app: AppID) throws -> OperationOutcome {
        try run(
            """
            INSERT INTO answeredPush (appID, pushID, date, isSent) VALUES (?, ?, ?, 1)
            ON CONFLICT (appID, pushID) DO UPDATE SET isSent = 1
            """,
            [app, push, now]
        )
        try forgetOldest(from: "answeredPush", beyond: Self.answerLimit)
        try run("DELETE FROM heldNotification WHERE appID = ? AND \(Self.pushID) = ?", [app, push])
        // A pending one that is not due yet was scheduled by the app, which may have copied the values of the push.
        let pending = try all(
            "SELECT identifier FROM pendingNotification WHERE appID = ? AND due <= ? AND \(Self.pushID) = ?",
            [app, now, push]
        ).map { $0[0] as String }
        _ = try removePending(pending, of: app)
        let delivered = try all(
            "SELECT id FROM deliveredNotification WHERE appID = ? AND \(Self.pushID) = ?",
            [app, push]
        ).map { DeliveredID(rawValue: $0[0]) }
        for id in delivered { _ = try withdraw(id, because: .withdrawn(by: .elsewhere)) }
        return pending.isEmpty && delivered.isEmpty ? .unchanged : .changed
    }

    /// Returns `true` if the person answered a push on any device.
    func isAnswered(_ push: String, of app: AppID) throws -> Bool {
        try exists("SELECT 1 FROM answeredPush WHERE appID = ? AND pushID = ?", [app, push])
    }

    /// Records that answers have been reported to the cloud.
    func markAnswersSent(_ answers: [PushAnswer]) throws -> OperationOutcome {
        for answer in answers {
            try run("UPDATE answeredPush SET isSent = 1 WHERE appID = ? AND pushID = ?", [answer.app, answer.push])
        }
        return .unchanged
    }

    /// Deletes the answers of an app, or all of them.
    func forgetAnswers(_ app: AppID?) throws {
        if let app {
            try run("DELETE FROM answeredPush WHERE appID = ?", [app])
        } else {
            try run("DELETE FROM answeredPush")
        }
    }
}

extension DurableReader {
    /// Reads answers on this device that have not been reported to the cloud, oldest first.
    package func unsentPushAnswers(limit: Int) throws -> [PushAnswer] {
        try all(
            "SELECT appID, pushID FROM answeredPush WHERE isSent = 0 ORDER BY number LIMIT ?",
            [max(0, limit)]
        ).map { PushAnswer(app: AppID($0[0]), push: $0[1]) }
    }
}
