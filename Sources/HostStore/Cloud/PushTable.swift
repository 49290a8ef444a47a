import FoundationEssentials
import GRDB
import StoreSupport
import TodayProtocol

/// Keeps which pushes came, and those that their apps have to be told of.
enum PushTable {
    /// How long a push's id is remembered, and how long a notification waits for a body, in seconds.
    static let lifetime = 30.0 * 86_400
    /// How many ids are remembered.
    private static let knownLimit = 100_000

    static func take(_ order: PushOrder, in context: TransactionContext) throws -> OperationOutcome {
        let moved = try LinkTable.move(to: order.sequence, of: order.epoch, in: context)
        guard try isNew(order.push.id, of: order.app, in: context) else { return moved }
        let isOver = order.expires.map { $0 <= context.now } ?? false
        if let request = order.request, !isOver { try HeldTable.take(order, request, in: context) }
        if order.push.messageID != nil { _ = try InboxTable.soil(order.app, in: context) }
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

    private static func enqueue(_ order: PushOrder, in context: TransactionContext) throws {
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
