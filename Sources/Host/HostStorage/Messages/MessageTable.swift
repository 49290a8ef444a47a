import FoundationEssentials
import GRDB
import SQLiteSupport
import TodayProtocol

enum MessageTable {
    /// A reference to a row, with the identifier of the message's notification if it has one.
    struct Reference {
        var number: Int64
        var id: MessageID
        var notification: String?

        /// Reads `number`, `id` and `notification`.
        init(_ row: Row) {
            number = row[0]
            id = MessageID(row[1])
            notification = row[2]
        }
    }

    /// Marks messages as read or unread.
    static func mark(
        _ ids: [MessageID],
        of app: AppID,
        isRead: Bool,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        var isChanged = false
        for id in ids {
            let count = try context.run(
                "UPDATE message SET isRead = ?1 WHERE appID = ?2 AND id = ?3 AND isRead <> ?1 AND deleteAt IS NULL",
                [isRead ? 1 : 0, app.rawValue, id.rawValue]
            )
            guard count > 0 else { continue }
            isChanged = true
            try MessageChangeTable.record(isRead ? .read : .unread, id, of: app, in: context)
            if isRead { try withdraw(id, of: app, in: context) }
        }
        return isChanged ? try InboxTable.recount(app, in: context) : .unchanged
    }

    /// Removes expired messages and held notifications, and deletes messages whose hold has ended.
    static func expire(in context: TransactionContext) throws -> OperationOutcome {
        let now = context.now.storedMilliseconds
        let rows = try context.database.rows(
            "SELECT number, id, notification, appID FROM message WHERE expires IS NOT NULL AND expires <= ?",
            [now]
        )
        var apps: Set<AppID> = []
        for row in rows {
            let app = AppID(row[3])
            apps.insert(app)
            try remove(Reference(row), of: app, in: context)
        }
        apps.formUnion(try deleteHidden(in: context))
        for app in apps.sorted() { try InboxTable.recount(app, in: context) }
        try context.run("DELETE FROM heldNotification WHERE expires <= ?", [now])
        return apps.isEmpty ? .unchanged : .changed
    }

    /// Removes a message with its notification; the caller must recount the inbox.
    static func remove(_ reference: Reference, of app: AppID, in context: TransactionContext) throws {
        try withdraw(reference, of: app, in: context)
        try context.run(
            """
            UPDATE inbox SET bodyBytes = bodyBytes - (SELECT bodySize FROM message WHERE number = ?1) WHERE appID = ?2
            """,
            [reference.number, app.rawValue]
        )
        try context.run("DELETE FROM message WHERE number = ?", [reference.number])
        _ = context.record(.messageRemoved(app, reference.id))
    }

    /// Withdraws a message's delivered, pending or held notification.
    static func withdraw(_ id: MessageID, of app: AppID, in context: TransactionContext) throws {
        if let reference = try find(id, of: app, in: context) { try withdraw(reference, of: app, in: context) }
    }

    /// Records the notification of a message, so that it is withdrawn with the message.
    static func attach(
        _ notification: String,
        to id: MessageID,
        of app: AppID,
        in context: TransactionContext
    ) throws {
        try context.run(
            "UPDATE message SET notification = ? WHERE appID = ? AND id = ?",
            [notification, app.rawValue, id.rawValue]
        )
    }

    /// Detaches a notification from its message because its identifier is used for another notification.
    static func detach(_ notification: String, of app: AppID, in context: TransactionContext) throws {
        try context.run(
            "UPDATE message SET notification = NULL WHERE appID = ? AND notification = ?",
            [app.rawValue, notification]
        )
    }

    static func find(_ id: MessageID, of app: AppID, in context: TransactionContext) throws -> Reference? {
        try context.database.row(
            "SELECT number, id, notification FROM message WHERE appID = ? AND id = ?",
            [app.rawValue, id.rawValue]
        ).map(Reference.init)
    }

    private static func withdraw(_ reference: Reference, of app: AppID, in context: TransactionContext) throws {
        try HeldNotificationTable.drop(reference.id, of: app, in: context)
        guard let notification = reference.notification else { return }
        _ = try PendingTable.remove([notification], of: app, in: context)
        _ = try DeliveredTable.withdraw([notification], of: app, in: context)
        try context.run("UPDATE message SET notification = NULL WHERE number = ?", [reference.number])
    }
}
