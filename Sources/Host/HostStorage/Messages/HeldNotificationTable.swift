import FoundationEssentials
import GRDB
import SQLiteSupport
import TodayProtocol

/// Keeps the notifications that wait for the bodies of their messages.
enum HeldNotificationTable {
    /// Schedules the notification of a push, or holds it back until the body of its message is here.
    ///
    /// One for a message that was read or deleted on this device shows no more.
    static func take(_ order: ReceivedPush, _ request: NotificationRequest, in context: TransactionContext) throws {
        guard let message = order.push.messageID else {
            return try show(request, order.actions, of: order.app, sent: order.push.sent, in: context)
        }
        let row = try context.database.row(
            "SELECT isRead, body FROM message WHERE appID = ? AND id = ?",
            [order.app.rawValue, message.rawValue]
        )
        if let row {
            let (isRead, body): (Bool, String) = (row[0], row[1])
            guard !isRead else { return }
            if body == "here" {
                try show(request, order.actions, of: order.app, sent: order.push.sent, in: context)
                return try MessageTable.attach(request.identifier, to: message, of: order.app, in: context)
            }
        } else if try MessageChangeTable.isDeleted(message, of: order.app, in: context) {
            return
        }
        try hold(order, request, message, in: context)
    }

    /// Schedules what waited for a body; nothing if that was read meanwhile or is too old.
    static func release(_ id: MessageID, of app: AppID, in context: TransactionContext) throws {
        let row = try context.database.row(
            """
            SELECT request, heldNotification.actions, heldNotification.sent, heldNotification.expires, isRead
            FROM heldNotification JOIN message ON message.appID = heldNotification.appID AND message.id = messageID
            WHERE heldNotification.appID = ? AND messageID = ?
            """,
            [app.rawValue, id.rawValue]
        )
        guard let row else { return }
        try drop(id, of: app, in: context)
        let expires: Int64 = row[3]
        let isRead: Bool = row[4]
        guard !isRead, expires > context.now.storedMilliseconds else { return }
        let what = "the notification of the message \(id) of \(app)"
        let request: NotificationRequest
        let actions: [NotificationAction]
        do throws(StoreError) {
            request = try StoredJSON.value(row[0], of: what)
            actions = try StoredActions.value(row[1], of: what)
        } catch {
            context.complain(error, "A damaged promise is passed over")
            return
        }
        try show(request, actions, of: app, sent: Date(storedMilliseconds: row[2]), in: context)
        try MessageTable.attach(request.identifier, to: id, of: app, in: context)
    }

    /// Forgets what waits for the body of a message.
    static func drop(_ id: MessageID, of app: AppID, in context: TransactionContext) throws {
        try context.run(
            "DELETE FROM heldNotification WHERE appID = ? AND messageID = ?",
            [app.rawValue, id.rawValue]
        )
    }

    /// Forgets what waits for messages that a list does not have, which was asked for after their pushes came.
    static func deleteOrphans(of app: AppID, asOf moment: Revision, in context: TransactionContext) throws {
        try context.run(
            """
            DELETE FROM heldNotification WHERE appID = ? AND revision <= ? AND NOT EXISTS (
                SELECT 1 FROM message WHERE message.appID = heldNotification.appID AND message.id = messageID)
            """,
            [app.rawValue, moment.number]
        )
    }

    /// Schedules a notification for now; one that finds no room is lost, so that what comes behind it is not.
    static func show(
        _ request: NotificationRequest,
        _ actions: [NotificationAction],
        of app: AppID,
        sent: Date,
        in context: TransactionContext
    ) throws {
        let times = NotificationOperation.dueTimes
        let due = times.contains(sent) ? min(sent, context.now) : context.now
        let scheduled = ScheduledNotification(app: app, request: request, actions: actions, due: due)
        try MessageTable.detach(request.identifier, of: app, in: context)
        do {
            _ = try PendingTable.schedule(scheduled, in: context)
        } catch let error as StoreError where error.code == .limitExceeded || error.code == .invalid {
            context.complain(error, "A notification from the cloud is lost")
        }
    }

    private static func hold(
        _ order: ReceivedPush,
        _ request: NotificationRequest,
        _ message: MessageID,
        in context: TransactionContext
    ) throws {
        let app = order.app
        let what = "The notification of the message \(message) of \(app)"
        let latest = context.now.addingTimeInterval(PushTable.lifetime)
        try context.run(
            """
            INSERT INTO heldNotification (appID, messageID, request, actions, sent, expires, revision)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (appID, messageID) DO UPDATE SET request = excluded.request, actions = excluded.actions,
                sent = excluded.sent, expires = excluded.expires, revision = excluded.revision
            """,
            [
                app.rawValue, message.rawValue, try StoredJSON.text(request, of: what),
                try StoredActions.text(order.actions, of: request.identifier, app: app),
                order.push.sent.storedMilliseconds,
                min(order.expires ?? latest, latest).storedMilliseconds, context.revision.number,
            ]
        )
        try trim(app, in: context)
    }

    /// Forgets some of the oldest when there are too many: a cloud may name messages that it never lists.
    private static func trim(_ app: AppID, in context: TransactionContext) throws {
        let row = try context.database.row("SELECT count(*) FROM heldNotification WHERE appID = ?", [app.rawValue])
        guard let count: Int = row?[0], count > MessageLimits.held else { return }
        // More than the one that is too many, so that it is seldom done: it reads them all.
        try context.run(
            """
            DELETE FROM heldNotification WHERE number IN (
                SELECT number FROM heldNotification WHERE appID = ? ORDER BY revision DESC, number DESC
                LIMIT -1 OFFSET ?)
            """,
            [app.rawValue, MessageLimits.held * 9 / 10]
        )
    }
}
