package import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
package import TodayProtocol

/// A push from the cloud with its notification.
package struct ReceivedPush: Hashable, Sendable {
    package var app: AppID
    package var push: Push
    /// The checked notification, whose due time the store determines; `nil` if the push is silent.
    package var request: NotificationRequest?
    /// The notification's own actions, which replace its category's.
    package var actions: [NotificationAction]
    /// Time at which the push expires and is no longer shown.
    package var expires: Date?
    /// `true` if it starts the app in the background.
    package var wakes: Bool
    package var sequence: Int64
    /// Name of the cloud's database to which the number belongs.
    package var epoch: String

    package init(
        app: AppID,
        push: Push,
        request: NotificationRequest? = nil,
        actions: [NotificationAction] = [],
        expires: Date? = nil,
        wakes: Bool = false,
        sequence: Int64,
        epoch: String
    ) {
        self.app = app
        self.push = push
        self.request = request
        self.actions = actions
        self.expires = expires
        self.wakes = wakes
        self.sequence = sequence
        self.epoch = epoch
    }
}

/// A push that is queued until its app has acknowledged it.
package struct QueuedPush: Hashable, Sendable {
    package var app: AppID
    package var push: Push
}

/// The commit that stored a queued push, and the message that the push announced.
package struct PushReceipt: Hashable, Sendable {
    package var message: MessageID?
    package var revision: Revision
}

/// The tables of received ids and of queued pushes.
enum PushTable {
    /// Time for which an id is remembered, and a notification held for a body, in seconds.
    static let lifetime = 30.0 * 86_400
    fileprivate static let knownLimit = 100_000
}

extension TransactionContext {
    func receive(_ received: ReceivedPush) throws -> OperationOutcome {
        var received = received
        if let records = received.push.records {
            received.push.records?.subscriptionID = try ownID(
                of: records.subscriptionID,
                received.app,
                records.container
            )
        }
        let outcome = try advanceCursor(to: received.sequence, of: received.epoch)
        guard try isNewPush(received.push.id, of: received.app) else { return outcome }
        let isOver = received.expires.map { $0 <= now } ?? false
        let subject = TraceTable.Subject(received)
        if let subject { try traceArrival(sent: received.push.sent, to: subject) }
        if isOver, let subject { try trace(.expired(), to: subject) }
        if let request = received.request, !isOver {
            if try isAnswered(received.push.id, of: received.app) {
                // It was answered on another device before it arrived, and so was the notification that it replaces.
                if let subject { try trace(.withheld(.answered), to: subject) }
                _ = try removePending([request.identifier], of: received.app)
                _ = try withdraw([request.identifier], of: received.app)
            } else {
                try showOrHold(received, request)
            }
        }
        if received.push.messageID != nil { _ = try markInboxStale(received.app) }
        if received.wakes, !isOver { try enqueuePush(received) }
        return .changed
    }

    func finishPush(_ id: String, of app: AppID, foundNewData: Bool) throws -> OperationOutcome {
        let count = try run("DELETE FROM pendingPush WHERE appID = ? AND pushID = ?", [app, id])
        guard count > 0 else {
            throw StoreError(.alreadyFinished, "The push \(id.prefix(128)) to \(app) was finished before.")
        }
        if foundNewData { record(.newData(app)) }
        return record(.pushes(app))
    }

    /// Records an id, and deletes ids that are too old or too many; `true` if the id is new.
    func isNewPush(_ id: String, of app: AppID) throws -> Bool {
        let count = try run(
            "INSERT INTO takenPush (appID, pushID, date) VALUES (?, ?, ?) ON CONFLICT (appID, pushID) DO NOTHING",
            [app, id, now]
        )
        guard count > 0 else { return false }
        try forgetOldest(from: "takenPush", beyond: PushTable.knownLimit)
        return true
    }

    private func enqueuePush(_ received: ReceivedPush) throws {
        let app = received.app.rawValue
        try run(
            """
            INSERT INTO pendingPush (appID, pushID, push, received) VALUES (?, ?, ?, ?)
            ON CONFLICT (appID, pushID) DO NOTHING
            """,
            [
                app, received.push.id,
                try StoredJSON.text(received.push, of: "The push \(received.push.id) to \(app)"),
                revision,
            ]
        )
        try deleteOldest(from: "pendingPush", where: "appID = ?", [received.app], beyond: CloudOperation.pushLimit)
        record(.pushes(received.app))
    }
}

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
    private static let answerLimit = 10_000
    /// An SQL expression for the push that brought a notification; `NULL` for a damaged row, so that it blocks nothing.
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

    /// Withdraws the notification of a push answered on another device, or prevents it if the push has not arrived.
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

    func isAnswered(_ push: String, of app: AppID) throws -> Bool {
        try exists("SELECT 1 FROM answeredPush WHERE appID = ? AND pushID = ?", [app, push])
    }

    func markSent(_ answers: [PushAnswer]) throws -> OperationOutcome {
        for answer in answers {
            try run("UPDATE answeredPush SET isSent = 1 WHERE appID = ? AND pushID = ?", [answer.app, answer.push])
        }
        return .unchanged
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
