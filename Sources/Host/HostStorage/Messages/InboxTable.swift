import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
package import TodayProtocol

/// The synchronization state of an inbox.
package struct InboxState: Hashable, Sendable {
    /// The version of the last list, sent with the next request.
    package var lastModified: String?
    /// `true` if the list must be fetched.
    package var isStale: Bool = false
    package var messages: Int = 0
    package var unread: Int = 0
}

/// The table of the inboxes' states and counts.
extension TransactionContext {
    func makeInbox(_ app: AppID) throws {
        try run("INSERT INTO inbox (appID) VALUES (?) ON CONFLICT (appID) DO NOTHING", [app])
    }

    /// Recounts the messages, sets the badge to the number of unread ones, and returns `changed`.
    @discardableResult
    func recountInbox(_ app: AppID) throws -> OperationOutcome {
        try makeInbox(app)
        let all = try number("SELECT count(*) FROM message WHERE appID = ? AND deleteAt IS NULL", [app])
        let unread = try number(
            "SELECT count(*) FROM message WHERE appID = ? AND isRead = 0 AND deleteAt IS NULL",
            [app]
        )
        try run("UPDATE inbox SET messages = ?, unread = ? WHERE appID = ?", [all, unread, app])
        _ = try storeBadge(unread, of: app)
        return record(.messages(app))
    }

    func markInboxStale(_ app: AppID) throws -> OperationOutcome {
        try makeInbox(app)
        try run("UPDATE inbox SET dirtySince = ? WHERE appID = ?", [revision, app])
        return record(.inboxStale(app))
    }

    /// Marks an inbox as fresh unless it became stale after the request, and deletes changes that the list includes.
    func markInboxFresh(_ app: AppID, asOf: Revision?) throws -> OperationOutcome {
        let moment = asOf ?? revision
        try run("UPDATE inbox SET dirtySince = NULL WHERE appID = ? AND dirtySince <= ?", [app, moment])
        try run("DELETE FROM messageChange WHERE appID = ? AND synced IS NOT NULL AND synced <= ?", [app, moment])
        return .unchanged
    }

    func forgetInbox(_ app: AppID) throws {
        let rows = try all("SELECT number, id, notification FROM message WHERE appID = ?", [app])
        for row in rows { try removeMessage(MessageRow(row), of: app) }
        try run("DELETE FROM heldNotification WHERE appID = ?", [app])
        try run("DELETE FROM messageChange WHERE appID = ?", [app])
        if !rows.isEmpty { try recountInbox(app) }
        try run("DELETE FROM inbox WHERE appID = ?", [app])
    }
}

/// A change of a message by the person that the cloud has not received.
package struct MessageChange: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case read
        case unread
        case delete
    }

    package var app: AppID
    package var message: MessageID
    package var kind: Kind
    package var generation: Int64
}

/// The table of the person's changes of messages that no list from the cloud has confirmed.
///
/// A change is kept after the cloud has received it until a list that was requested later is merged: an older list must
/// not undo it.
extension TransactionContext {
    /// Records a change in place of an earlier one of the same message.
    func recordChange(_ kind: MessageChange.Kind, _ id: MessageID, of app: AppID) throws {
        // Deleted first, so that the new row gets a new generation.
        try run("DELETE FROM messageChange WHERE appID = ? AND messageID = ?", [app, id])
        try run("INSERT INTO messageChange (appID, messageID, kind) VALUES (?, ?, ?)", [app, id, kind.rawValue])
    }

    func synced(
        _ id: MessageID,
        of app: AppID,
        _ kind: MessageChange.Kind,
        generation: Int64
    ) throws -> OperationOutcome {
        // Reported although nothing visible changed, because merges compare lists with this revision.
        try run(
            """
            UPDATE messageChange SET synced = ? WHERE generation = ? AND appID = ? AND messageID = ? AND kind = ?
            AND synced IS NULL
            """,
            [revision, generation, app, id, kind.rawValue],
            recording: .messageChangesSynced(app)
        )
    }

    /// Reads the changes that take precedence over a list requested at a revision.
    func winningChanges(of app: AppID, asOf moment: Revision) throws -> [MessageID: MessageChange.Kind] {
        let rows = try all(
            "SELECT messageID, kind FROM messageChange WHERE appID = ? AND (synced IS NULL OR synced > ?)",
            [app, moment]
        )
        var changes: [MessageID: MessageChange.Kind] = [:]
        for row in rows { changes[MessageID(row[0])] = MessageChange.Kind(rawValue: row[1]) }
        return changes
    }
}

/// The table of notifications that are held until the bodies of their messages arrive.
extension TransactionContext {
    /// Schedules the notification of a push, or holds it until the body of its message arrives; drops it if the message
    /// was read or deleted on this device.
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
        } else {
            let deleted = "SELECT 1 FROM messageChange WHERE appID = ? AND messageID = ? AND kind = 'delete'"
            if try exists(deleted, [received.app, message]) { return }
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

    /// Schedules a notification for immediate delivery; one beyond a limit is logged and dropped.
    func show(_ request: NotificationRequest, _ actions: [NotificationAction], of app: AppID, sent: Date) throws {
        let times = NotificationOperation.dueTimes
        let due = times.contains(sent) ? min(sent, now) : now
        let scheduled = ScheduledNotification(app: app, request: request, actions: actions, due: due)
        // The identifier is used for another notification now.
        try run(
            "UPDATE message SET notification = NULL WHERE appID = ? AND notification = ?",
            [app, request.identifier]
        )
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
        let count = try number("SELECT count(*) FROM heldNotification WHERE appID = ?", [app])
        guard count > MessageLimits.held else { return }
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
