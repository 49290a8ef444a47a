import FoundationEssentials
import GRDB
import SQLiteSupport
import TodayProtocol

/// Keeps the messages that are listed.
enum MessageTable {
    /// Which message it is, and the identifier of its notification, if one was scheduled.
    struct Place {
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

    /// Marks messages.
    static func mark(
        _ ids: [MessageID],
        of app: AppID,
        isRead: Bool,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        var isChanged = false
        for id in ids {
            let count = try context.run(
                "UPDATE message SET isRead = ?1 WHERE appID = ?2 AND id = ?3 AND isRead <> ?1",
                [isRead ? 1 : 0, app.rawValue, id.rawValue]
            )
            guard count > 0 else { continue }
            isChanged = true
            try MessageChangeTable.record(isRead ? .read : .unread, id, of: app, in: context)
            if isRead { try withdraw(id, of: app, in: context) }
        }
        return isChanged ? try InboxTable.recount(app, in: context) : .unchanged
    }

    /// Deletes messages.
    static func delete(_ ids: [MessageID], of app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        var isChanged = false
        for id in ids {
            guard let place = try find(id, of: app, in: context) else { continue }
            try remove(place, of: app, in: context)
            try MessageChangeTable.record(.delete, id, of: app, in: context)
            isChanged = true
        }
        return isChanged ? try InboxTable.recount(app, in: context) : .unchanged
    }

    /// Removes what is over.
    static func expire(in context: TransactionContext) throws -> OperationOutcome {
        let now = context.now.storedMilliseconds
        let rows = try context.database.rows(
            "SELECT number, id, notification, appID FROM message WHERE expires IS NOT NULL AND expires <= ?",
            [now]
        )
        var apps: [AppID] = []
        for row in rows {
            let app = AppID(row[3])
            if !apps.contains(app) { apps.append(app) }
            try remove(Place(row), of: app, in: context)
        }
        for app in apps { try InboxTable.recount(app, in: context) }
        try context.run("DELETE FROM heldNotification WHERE expires <= ?", [now])
        return apps.isEmpty ? .unchanged : .changed
    }

    /// Removes one message with its notification; the number of unread ones is the caller's to count.
    static func remove(_ place: Place, of app: AppID, in context: TransactionContext) throws {
        try withdraw(place, of: app, in: context)
        try context.run(
            """
            UPDATE inbox SET bodyBytes = bodyBytes - (SELECT bodySize FROM message WHERE number = ?1) WHERE appID = ?2
            """,
            [place.number, app.rawValue]
        )
        try context.run("DELETE FROM message WHERE number = ?", [place.number])
        _ = context.note(.messageRemoved(app, place.id))
    }

    /// Withdraws a message's notification, and the one that is held back.
    static func withdraw(_ id: MessageID, of app: AppID, in context: TransactionContext) throws {
        if let place = try find(id, of: app, in: context) { try withdraw(place, of: app, in: context) }
    }

    /// Notes which notification is a message's, so that it goes with it.
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

    /// Notes that a notification's identifier is used for something else from now on.
    static func detach(_ notification: String, of app: AppID, in context: TransactionContext) throws {
        try context.run(
            "UPDATE message SET notification = NULL WHERE appID = ? AND notification = ?",
            [app.rawValue, notification]
        )
    }

    static func find(_ id: MessageID, of app: AppID, in context: TransactionContext) throws -> Place? {
        try context.database.row(
            "SELECT number, id, notification FROM message WHERE appID = ? AND id = ?",
            [app.rawValue, id.rawValue]
        ).map(Place.init)
    }

    private static func withdraw(_ place: Place, of app: AppID, in context: TransactionContext) throws {
        try HeldNotificationTable.drop(place.id, of: app, in: context)
        guard let notification = place.notification else { return }
        _ = try PendingTable.remove([notification], of: app, in: context)
        _ = try DeliveredTable.withdraw([notification], of: app, in: context)
        try context.run("UPDATE message SET notification = NULL WHERE number = ?", [place.number])
    }
}
