package import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
package import TodayProtocol

/// A push from the cloud with its notification.
package struct ReceivedPush: Hashable, Sendable {
    package var app: AppID
    /// The push as the app receives it.
    package var push: Push
    /// The checked notification; `nil` if the push is silent.
    ///
    /// The store determines its due time.
    package var request: NotificationRequest?
    /// The notification's own actions, which replace its category's.
    package var actions: [NotificationAction]
    /// Time at which the push expires and is no longer shown.
    package var expires: Date?
    /// `true` if it starts the app in the background.
    package var wakes: Bool
    /// The number of the event.
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
    /// Ascending number, which is the order in which apps receive pushes.
    package var number: Int64
    package var app: AppID
    package var push: Push
}

/// The commit that stored a queued push, and the message that the push announced.
package struct PushReceipt: Hashable, Sendable {
    /// The message that the push put into the inbox, if any.
    package var message: MessageID?
    /// The commit that stored the push.
    package var revision: Revision
}

/// The tables of received ids and of queued pushes.
enum PushTable {
    /// Time for which an id is remembered, and a notification held for a body, in seconds.
    static let lifetime = 30.0 * 86_400
    /// Number of ids remembered.
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

    /// Records an id, and deletes ids that are too old or too many.
    ///
    /// - Returns: `true` if the id is new.
    func isNewPush(_ id: String, of app: AppID) throws -> Bool {
        let count = try run(
            "INSERT INTO takenPush (appID, pushID, date) VALUES (?, ?, ?) ON CONFLICT (appID, pushID) DO NOTHING",
            [app, id, now]
        )
        guard count > 0 else { return false }
        try forgetOldest(from: "takenPush", beyond: PushTable.knownLimit)
        return true
    }

    /// Deletes the queued pushes of an app.
    func forgetPushes(_ app: AppID) throws {
        try forgetAnswers(app)
        try run("DELETE FROM pendingPush WHERE appID = ?", [app], recording: .pushes(app))
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
