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

    package init(number: Int64, app: AppID, push: Push) {
        self.number = number
        self.app = app
        self.push = push
    }
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
    private static let knownLimit = 100_000

    static func receive(_ received: ReceivedPush, in context: TransactionContext) throws -> OperationOutcome {
        var received = received
        if let records = received.push.records {
            received.push.records?.subscriptionID = try RecordSubscriptionTable.ownID(
                of: records.subscriptionID,
                received.app,
                records.container,
                in: context
            )
        }
        let outcome = try LinkTable.advanceCursor(to: received.sequence, of: received.epoch, in: context)
        guard try isNew(received.push.id, of: received.app, in: context) else { return outcome }
        let isOver = received.expires.map { $0 <= context.now } ?? false
        let subject = TraceTable.Subject(received)
        if let subject { try TraceTable.addArrival(sent: received.push.sent, to: subject, in: context) }
        if isOver, let subject { try TraceTable.add(.expired(), to: subject, in: context) }
        if let request = received.request, !isOver {
            if try AnsweredPushTable.contains(received.push.id, of: received.app, in: context) {
                // It was answered on another device before it arrived, and so was the notification that it replaces.
                if let subject { try TraceTable.add(.withheld(.answered), to: subject, in: context) }
                _ = try PendingTable.remove([request.identifier], of: received.app, in: context)
                _ = try DeliveredTable.withdraw([request.identifier], of: received.app, in: context)
            } else {
                try HeldNotificationTable.receive(received, request, in: context)
            }
        }
        if received.push.messageID != nil { _ = try InboxTable.markStale(received.app, in: context) }
        if received.wakes, !isOver { try enqueue(received, in: context) }
        return .changed
    }

    static func finish(
        _ id: String,
        of app: AppID,
        foundNewData: Bool,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let count = try context.run(
            "DELETE FROM pendingPush WHERE appID = ? AND pushID = ?",
            [app.rawValue, id]
        )
        guard count > 0 else {
            throw StoreError(.alreadyFinished, "The push \(id.prefix(128)) to \(app) was finished before.")
        }
        if foundNewData { _ = context.record(.newData(app)) }
        return context.record(.pushes(app))
    }

    /// Records an id, and deletes ids that are too old or too many.
    ///
    /// - Returns: `true` if the id is new.
    static func isNew(_ id: String, of app: AppID, in context: TransactionContext) throws -> Bool {
        let count = try context.run(
            "INSERT INTO takenPush (appID, pushID, date) VALUES (?, ?, ?) ON CONFLICT (appID, pushID) DO NOTHING",
            [app.rawValue, id, context.now.storedMilliseconds]
        )
        guard count > 0 else { return false }
        let oldest = context.now.addingTimeInterval(-lifetime).storedMilliseconds
        try context.run("DELETE FROM takenPush WHERE date < ?", [oldest])
        try context.run(
            "DELETE FROM takenPush WHERE number <= (SELECT max(number) FROM takenPush) - ?",
            [knownLimit]
        )
        return true
    }

    /// Deletes the queued pushes of an app.
    static func forget(_ app: AppID, in context: TransactionContext) throws {
        try AnsweredPushTable.forget(app, in: context)
        let count = try context.run("DELETE FROM pendingPush WHERE appID = ?", [app.rawValue])
        if count > 0 { _ = context.record(.pushes(app)) }
    }

    private static func enqueue(_ received: ReceivedPush, in context: TransactionContext) throws {
        let app = received.app.rawValue
        try context.run(
            """
            INSERT INTO pendingPush (appID, pushID, push, received) VALUES (?, ?, ?, ?)
            ON CONFLICT (appID, pushID) DO NOTHING
            """,
            [
                app, received.push.id,
                try StoredJSON.text(received.push, of: "The push \(received.push.id) to \(app)"),
                context.revision.number,
            ]
        )
        try context.run(
            """
            DELETE FROM pendingPush WHERE number IN (
                SELECT number FROM pendingPush WHERE appID = ? ORDER BY number DESC LIMIT -1 OFFSET ?)
            """,
            [app, CloudOperation.pushLimit]
        )
        _ = context.record(.pushes(received.app))
    }
}
