package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// What is to become of a push that came from the cloud.
package struct ReceivedPush: Hashable, Sendable {
    /// The app that it is for.
    package var app: AppID
    /// What the app is told of it.
    package var push: Push
    /// The notification that it shows, checked; none if it is silent.
    ///
    /// When it shows is the store's to say.
    package var request: NotificationRequest?
    /// The notification's own actions beside its category's.
    package var actions: [NotificationAction]
    /// From when on it need not be shown.
    package var expires: Date?
    /// Whether the app is started for it in the background.
    package var wakes: Bool
    /// The event's number.
    package var sequence: Int64
    /// The name of the cloud's database to which the number belongs.
    package var epoch: String

    /// Describes an order.
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

/// A push that its app has to be told of.
package struct QueuedPush: Hashable, Sendable {
    /// Grows with each push: the order in which an app gets them.
    package var number: Int64
    /// The app.
    package var app: AppID
    /// What it is told.
    package var push: Push

    /// Describes a push.
    package init(number: Int64, app: AppID, push: Push) {
        self.number = number
        self.app = app
        self.push = push
    }
}

/// Keeps which pushes came, and those that their apps have to be told of.
enum PushTable {
    /// How long a push's id is remembered, and how long a notification waits for a body, in seconds.
    static let lifetime = 30.0 * 86_400
    /// How many ids are remembered.
    private static let knownLimit = 100_000

    static func take(_ order: ReceivedPush, in context: TransactionContext) throws -> OperationOutcome {
        let moved = try LinkTable.move(to: order.sequence, of: order.epoch, in: context)
        guard try isNew(order.push.id, of: order.app, in: context) else { return moved }
        let isOver = order.expires.map { $0 <= context.now } ?? false
        if let request = order.request, !isOver { try HeldNotificationTable.take(order, request, in: context) }
        if order.push.messageID != nil { _ = try InboxTable.markStale(order.app, in: context) }
        if order.wakes, !isOver { try enqueue(order, in: context) }
        return .changed
    }

    static func finish(_ id: String, of app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        let count = try context.run(
            "DELETE FROM pendingPush WHERE appID = ? AND pushID = ?",
            [app.rawValue, id]
        )
        guard count > 0 else {
            throw StoreError(.alreadyFinished, "The push \(id.prefix(128)) to \(app) was finished before.")
        }
        return context.note(.pushes(app))
    }

    /// Notes that something came; ids that came long ago are forgotten.
    ///
    /// - Returns: Whether it came for the first time.
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

    /// Forgets what waits for an app.
    static func forget(_ app: AppID, in context: TransactionContext) throws {
        let count = try context.run("DELETE FROM pendingPush WHERE appID = ?", [app.rawValue])
        if count > 0 { _ = context.note(.pushes(app)) }
    }

    private static func enqueue(_ order: ReceivedPush, in context: TransactionContext) throws {
        let app = order.app.rawValue
        try context.run(
            "INSERT INTO pendingPush (appID, pushID, push) VALUES (?, ?, ?) ON CONFLICT (appID, pushID) DO NOTHING",
            [app, order.push.id, try StoredJSON.text(order.push, of: "The push \(order.push.id) to \(app)")]
        )
        try context.run(
            """
            DELETE FROM pendingPush WHERE number IN (
                SELECT number FROM pendingPush WHERE appID = ? ORDER BY number DESC LIMIT -1 OFFSET ?)
            """,
            [app, CloudOperation.pushLimit]
        )
        _ = context.note(.pushes(order.app))
    }
}
