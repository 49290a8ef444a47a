import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
import TodayProtocol

/// The table of notifications that are held until the bodies of their messages arrive.
enum HeldNotificationTable {
    /// Schedules the notification of a push, or holds it until the body of its message arrives.
    ///
    /// A notification for a message that was read or deleted on this device is dropped.
    static func receive(_ received: ReceivedPush, _ request: NotificationRequest, in context: TransactionContext) throws
    {
        guard let message = received.push.messageID else {
            return try show(request, received.actions, of: received.app, sent: received.push.sent, in: context)
        }
        let row = try context.database.row(
            "SELECT isRead OR deleteAt IS NOT NULL, body FROM message WHERE appID = ? AND id = ?",
            [received.app.rawValue, message.rawValue]
        )
        if let row {
            let (isReadOrDeleted, body): (Bool, String) = (row[0], row[1])
            guard !isReadOrDeleted else {
                return try TraceTable.add(
                    .withheld(.read),
                    to: TraceTable.Subject(request, of: received.app),
                    in: context
                )
            }
            if body == "here" {
                try show(request, received.actions, of: received.app, sent: received.push.sent, in: context)
                return try MessageTable.attach(request.identifier, to: message, of: received.app, in: context)
            }
        } else if try MessageChangeTable.isDeleted(message, of: received.app, in: context) {
            return
        }
        try hold(received, request, message, in: context)
    }

    /// Schedules the notification held for a body, unless the message is read or the notification has expired.
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
        let what = "the notification of the message \(id) of \(app)"
        let request: NotificationRequest
        let actions: [NotificationAction]
        do throws(StoreError) {
            request = try StoredJSON.value(row[0], of: what)
            actions = try StoredActions.value(row[1], of: what)
        } catch {
            context.logOnce(error, "A damaged row is skipped")
            return
        }
        guard !isRead, expires > context.now.storedMilliseconds else {
            let subject = TraceTable.Subject(request, of: app)
            return try TraceTable.add(isRead ? .withheld(.read) : .expired(), to: subject, in: context)
        }
        try show(request, actions, of: app, sent: Date(storedMilliseconds: row[2]), in: context)
        try MessageTable.attach(request.identifier, to: id, of: app, in: context)
    }

    /// Deletes the notification held for a message.
    static func drop(_ id: MessageID, of app: AppID, in context: TransactionContext) throws {
        try context.run(
            "DELETE FROM heldNotification WHERE appID = ? AND messageID = ?",
            [app.rawValue, id.rawValue]
        )
    }

    /// Deletes the notifications held for messages that are missing from a list requested after their pushes.
    static func deleteOrphans(of app: AppID, asOf moment: Revision, in context: TransactionContext) throws {
        try context.run(
            """
            DELETE FROM heldNotification WHERE appID = ? AND revision <= ? AND NOT EXISTS (
                SELECT 1 FROM message WHERE message.appID = heldNotification.appID AND message.id = messageID)
            """,
            [app.rawValue, moment.number]
        )
    }

    /// Schedules a notification for immediate delivery.
    ///
    /// A notification that exceeds a limit is logged and dropped, so that it does not block later events.
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
            context.logOnce(error, "A notification from the cloud is lost")
            try TraceTable.add(.withheld(.limit), to: TraceTable.Subject(request, of: app), in: context)
        }
    }

    private static func hold(
        _ received: ReceivedPush,
        _ request: NotificationRequest,
        _ message: MessageID,
        in context: TransactionContext
    ) throws {
        let app = received.app
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
                try StoredActions.text(received.actions, of: request.identifier, app: app),
                received.push.sent.storedMilliseconds,
                min(received.expires ?? latest, latest).storedMilliseconds, context.revision.number,
            ]
        )
        try trim(app, in: context)
    }

    /// Deletes the oldest notifications beyond the limit: a cloud may send pushes for messages that it never lists.
    private static func trim(_ app: AppID, in context: TransactionContext) throws {
        let row = try context.database.row("SELECT count(*) FROM heldNotification WHERE appID = ?", [app.rawValue])
        guard let count: Int = row?[0], count > MessageLimits.held else { return }
        // A tenth is deleted at once, because the statement reads all rows of the app.
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
