import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
import TodayProtocol

/// The table of notifications that are held until the bodies of their messages arrive.
extension TransactionContext {
    /// Schedules the notification of a push, or holds it until the body of its message arrives.
    ///
    /// A notification for a message that was read or deleted on this device is dropped.
    func showOrHold(_ received: ReceivedPush, _ request: NotificationRequest) throws {
        guard let message = received.push.messageID else {
            return try show(request, received.actions, of: received.app, sent: received.push.sent)
        }
        let row = try first(
            "SELECT isRead OR deleteAt IS NOT NULL, body FROM message WHERE appID = ? AND id = ?",
            [received.app, message]
        )
        if let row {
            let (isReadOrDeleted, body): (Bool, String) = (row[0], row[1])
            guard !isReadOrDeleted else {
                return try trace(.withheld(.read), to: TraceTable.Subject(request, of: received.app))
            }
            if body == "here" {
                try show(request, received.actions, of: received.app, sent: received.push.sent)
                return try attach(request.identifier, to: message, of: received.app)
            }
        } else if try isDeleted(message, of: received.app) {
            return
        }
        try hold(received, request, message)
    }

    /// Schedules the notification held for a body, unless the message is read or the notification has expired.
    func releaseHeld(_ id: MessageID, of app: AppID) throws {
        let row = try first(
            """
            SELECT request, heldNotification.actions, heldNotification.sent, heldNotification.expires, isRead
            FROM heldNotification JOIN message ON message.appID = heldNotification.appID AND message.id = messageID
            WHERE heldNotification.appID = ? AND messageID = ?
            """,
            [app, id]
        )
        guard let row else { return }
        try dropHeld(id, of: app)
        let expires: Int64 = row[3]
        let isRead: Bool = row[4]
        let what = "the notification of the message \(id) of \(app)"
        let request: NotificationRequest
        let actions: [NotificationAction]
        do throws(StoreError) {
            request = try StoredJSON.value(row[0], of: what)
            actions = try StoredActions.value(row[1], of: what)
        } catch {
            logOnce(error, "A damaged row is skipped")
            return
        }
        guard !isRead, expires > now.storedMilliseconds else {
            let subject = TraceTable.Subject(request, of: app)
            return try trace(isRead ? .withheld(.read) : .expired(), to: subject)
        }
        try show(request, actions, of: app, sent: Date(storedMilliseconds: row[2]))
        try attach(request.identifier, to: id, of: app)
    }

    /// Deletes the notification held for a message.
    func dropHeld(_ id: MessageID, of app: AppID) throws {
        try run("DELETE FROM heldNotification WHERE appID = ? AND messageID = ?", [app, id])
    }

    /// Deletes the notifications held for messages that are missing from a list requested after their pushes.
    func deleteHeldOrphans(of app: AppID, asOf moment: Revision) throws {
        try run(
            """
            DELETE FROM heldNotification WHERE appID = ? AND revision <= ? AND NOT EXISTS (
                SELECT 1 FROM message WHERE message.appID = heldNotification.appID AND message.id = messageID)
            """,
            [app, moment]
        )
    }

    /// Schedules a notification for immediate delivery.
    ///
    /// A notification that exceeds a limit is logged and dropped, so that it does not block later events.
    func show(_ request: NotificationRequest, _ actions: [NotificationAction], of app: AppID, sent: Date) throws {
        let times = NotificationOperation.dueTimes
        let due = times.contains(sent) ? min(sent, now) : now
        let scheduled = ScheduledNotification(app: app, request: request, actions: actions, due: due)
        try detach(request.identifier, of: app)
        do {
            _ = try schedule(scheduled)
        } catch let error as StoreError where error.code == .limitExceeded || error.code == .invalid {
            logOnce(error, "A notification from the cloud is lost")
            try trace(.withheld(.limit), to: TraceTable.Subject(request, of: app))
        }
    }

    private func hold(_ received: ReceivedPush, _ request: NotificationRequest, _ message: MessageID) throws {
        let app = received.app
        let what = "The notification of the message \(message) of \(app)"
        let latest = now.addingTimeInterval(PushTable.lifetime)
        try run(
            """
            INSERT INTO heldNotification (appID, messageID, request, actions, sent, expires, revision)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (appID, messageID) DO UPDATE SET request = excluded.request, actions = excluded.actions,
                sent = excluded.sent, expires = excluded.expires, revision = excluded.revision
            """,
            [
                app, message, try StoredJSON.text(request, of: what),
                try StoredActions.text(received.actions, of: request.identifier, app: app),
                received.push.sent,
                min(received.expires ?? latest, latest), revision,
            ]
        )
        try trimHeld(app)
    }

    /// Deletes the oldest notifications beyond the limit: a cloud may send pushes for messages that it never lists.
    private func trimHeld(_ app: AppID) throws {
        let row = try first("SELECT count(*) FROM heldNotification WHERE appID = ?", [app])
        guard let count: Int = row?[0], count > MessageLimits.held else { return }
        // A tenth is deleted at once, because the statement reads all rows of the app.
        try run(
            """
            DELETE FROM heldNotification WHERE number IN (
                SELECT number FROM heldNotification WHERE appID = ? ORDER BY revision DESC, number DESC
                LIMIT -1 OFFSET ?)
            """,
            [app, MessageLimits.held * 9 / 10]
        )
    }
}
