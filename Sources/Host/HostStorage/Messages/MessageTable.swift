package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// Changes the messages of inboxes.
///
/// Every operation that adds or removes messages, or marks them as read or unread, also sets the app's badge to the
/// number of unread ones in the same commit. While an inbox has messages, ``NotificationOperation/setBadge(_:_:)`` has
/// no effect. When a message is read or removed, its notification is withdrawn, even if it is held.
///
/// Changes of the person that the cloud has not received take precedence over the cloud's list.
package enum MessageOperation: Hashable, Sendable {
    /// Merges a complete list of the cloud, newest first: adds, updates and removes messages.
    ///
    /// The first of several messages with the same id counts; expired messages and malformed ids are skipped. The
    /// version of the list is stored, and the inbox becomes fresh. `asOf` is ``DurableStore/revision`` from before the
    /// request: changes that were made or sent to the cloud since then take precedence over the list, and an inbox that
    /// became stale since then stays stale. Without it the list counts as current.
    case merge(AppID, [RemoteMessage], lastModified: String?, asOf: Revision? = nil)
    /// Marks an inbox as fresh because the cloud's list has not changed; `asOf` is as in `merge`.
    case upToDate(AppID, asOf: Revision? = nil)
    /// Records that a body is on disk; `text` is its searchable text.
    ///
    /// The notification held for the body is scheduled in the same commit unless the message is read. If the message
    /// was removed meanwhile, only ``StoreChange/messageRemoved(_:_:)`` is reported, so that the files are deleted.
    case bodyArrived(AppID, MessageID, text: String, size: Int)
    /// Records a failed attempt to fetch a body, which then counts as missing; the next one is after a growing pause.
    case bodyFailed(AppID, MessageID, reason: LocalizableText)
    /// Requests a body that was dropped to free space, to be fetched at once; `unchanged` for any other body.
    case bodyWanted(AppID, MessageID)
    /// Marks messages as read or unread and queues the change for the cloud; missing messages are skipped.
    case read(AppID, [MessageID], Bool)
    /// Deletes messages and queues the change for the cloud; missing messages are skipped.
    ///
    /// With a hold, in seconds, the messages are only hidden for that time: no read returns or counts them, the cloud
    /// is not told, and ``restore(_:_:)`` brings them back. Afterwards ``expire`` deletes them.
    case delete(AppID, [MessageID], hold: Double? = nil)
    /// Brings back messages whose deletion is held; others are skipped.
    case restore(AppID, [MessageID])
    /// Removes all expired messages and held notifications, and deletes the messages whose hold has ended.
    case expire
    /// Records that the cloud has received a change; `unchanged` if a newer change of the message replaced it.
    case synced(AppID, MessageID, MessageChange.Kind, generation: Int64)
}

extension TransactionContext {
    func apply(_ operation: MessageOperation) throws -> OperationOutcome {
        switch operation {
        case .merge(let app, let messages, let lastModified, let asOf):
            try merge(messages, into: app, lastModified: lastModified, asOf: asOf)
        case .upToDate(let app, let asOf): try markInboxFresh(app, asOf: asOf)
        case .bodyArrived(let app, let id, let text, let size): try bodyArrived(id, of: app, text: text, size: size)
        case .bodyFailed(let app, let id, let reason): try bodyFailed(id, of: app, reason: reason)
        case .bodyWanted(let app, let id): try bodyWanted(id, of: app)
        case .read(let app, let ids, let isRead): try markMessages(ids, of: app, isRead: isRead)
        case .delete(let app, let ids, let hold): try deleteMessages(ids, of: app, hold: hold)
        case .restore(let app, let ids): try restoreMessages(ids, of: app)
        case .expire: try expireMessages()
        case .synced(let app, let id, let kind, let generation): try synced(id, of: app, kind, generation: generation)
        }
    }
}

/// A reference to a row, with the identifier of the message's notification if it has one.
struct MessageRow {
    var number: Int64
    var id: MessageID
    var notification: String?

    init(_ row: Row) {
        number = row[0]
        id = MessageID(row[1])
        notification = row[2]
    }
}

extension TransactionContext {
    func markMessages(_ ids: [MessageID], of app: AppID, isRead: Bool) throws -> OperationOutcome {
        var isChanged = false
        for id in ids {
            let count = try run(
                "UPDATE message SET isRead = ?1 WHERE appID = ?2 AND id = ?3 AND isRead <> ?1 AND deleteAt IS NULL",
                [isRead, app, id]
            )
            guard count > 0 else { continue }
            isChanged = true
            try recordChange(isRead ? .read : .unread, id, of: app)
            if isRead { try withdraw(id, of: app) }
        }
        return isChanged ? try recountInbox(app) : .unchanged
    }

    func expireMessages() throws -> OperationOutcome {
        let now = now.storedMilliseconds
        let rows = try all(
            "SELECT number, id, notification, appID FROM message WHERE expires IS NOT NULL AND expires <= ?",
            [now]
        )
        var apps: Set<AppID> = []
        for row in rows {
            let app = AppID(row[3])
            apps.insert(app)
            try removeMessage(MessageRow(row), of: app)
        }
        apps.formUnion(try deleteHidden())
        for app in apps.sorted() { try recountInbox(app) }
        try run("DELETE FROM heldNotification WHERE expires <= ?", [now])
        return apps.isEmpty ? .unchanged : .changed
    }

    /// Removes a message with its notification; the caller must recount the inbox.
    func removeMessage(_ reference: MessageRow, of app: AppID) throws {
        try withdraw(reference, of: app)
        try run(
            """
            UPDATE inbox SET bodyBytes = bodyBytes - (SELECT bodySize FROM message WHERE number = ?1) WHERE appID = ?2
            """,
            [reference.number, app]
        )
        try run("DELETE FROM message WHERE number = ?", [reference.number])
        record(.messageRemoved(app, reference.id))
    }

    /// Withdraws a message's delivered, pending or held notification.
    func withdraw(_ id: MessageID, of app: AppID) throws {
        if let reference = try findMessage(id, of: app) { try withdraw(reference, of: app) }
    }

    func attach(_ notification: String, to id: MessageID, of app: AppID) throws {
        try run("UPDATE message SET notification = ? WHERE appID = ? AND id = ?", [notification, app, id])
    }

    func findMessage(_ id: MessageID, of app: AppID) throws -> MessageRow? {
        try first(
            "SELECT number, id, notification FROM message WHERE appID = ? AND id = ?",
            [app, id]
        ).map(MessageRow.init)
    }

    private func withdraw(_ reference: MessageRow, of app: AppID) throws {
        try dropHeld(reference.id, of: app)
        guard let notification = reference.notification else { return }
        _ = try removePending([notification], of: app)
        _ = try withdraw([notification], of: app)
        try run("UPDATE message SET notification = NULL WHERE number = ?", [reference.number])
    }
}

/// Deletes messages at once, or after a time in which the deletion can be undone.
extension TransactionContext {
    func deleteMessages(_ ids: [MessageID], of app: AppID, hold: Double?) throws -> OperationOutcome {
        var isChanged = false
        for id in ids {
            guard let reference = try findMessage(id, of: app) else { continue }
            if let hold {
                guard try hideMessage(reference, for: hold, of: app) else { continue }
            } else {
                try removeMessage(reference, of: app)
                try recordChange(.delete, id, of: app)
            }
            isChanged = true
        }
        return isChanged ? try recountInbox(app) : .unchanged
    }

    /// Brings back messages whose deletion is held; their notifications stay withdrawn.
    func restoreMessages(_ ids: [MessageID], of app: AppID) throws -> OperationOutcome {
        var isChanged = false
        for id in ids {
            let count = try run(
                "UPDATE message SET deleteAt = NULL WHERE appID = ? AND id = ? AND deleteAt IS NOT NULL",
                [app, id]
            )
            isChanged = isChanged || count > 0
        }
        return isChanged ? try recountInbox(app) : .unchanged
    }

    /// Deletes the messages whose hold has ended; returns the apps whose inboxes the caller must recount.
    func deleteHidden() throws -> Set<AppID> {
        let rows = try all("SELECT number, id, notification, appID FROM message WHERE deleteAt <= ?", [now])
        for row in rows {
            let (reference, app) = (MessageRow(row), AppID(row[3]))
            try removeMessage(reference, of: app)
            try recordChange(.delete, reference.id, of: app)
        }
        return Set(rows.map { AppID($0[3]) })
    }

    /// Hides a message unless it is already hidden: repeating a deletion does not extend its hold.
    private func hideMessage(_ reference: MessageRow, for hold: Double, of app: AppID) throws -> Bool {
        let time = now.addingTimeInterval(min(hold, MessageLimits.longestHold))
        try withdraw(reference.id, of: app)
        return try run(
            "UPDATE message SET deleteAt = ? WHERE number = ? AND deleteAt IS NULL",
            [time, reference.number]
        ) > 0
    }
}

package struct MissingBody: Hashable, Sendable {
    package var app: AppID
    package var message: MessageID
    package var contentType: String
    package var url: String?
    package var attempts: Int
    package var nextAttempt: Date
}

/// The state of the bodies.
extension TransactionContext {
    func bodyArrived(_ id: MessageID, of app: AppID, text: String, size: Int) throws -> OperationOutcome {
        let row = try first("SELECT number, bodySize, isRead FROM message WHERE appID = ? AND id = ?", [app, id])
        guard let row else { return record(.messageRemoved(app, id)) }
        let number: Int64 = row[0]
        let oldSize: Int = row[1]
        let size = max(0, size)
        try run(
            """
            UPDATE message SET body = 'here', bodySize = ?, attempts = 0, nextAttempt = 0, failure = NULL
            WHERE number = ?
            """,
            [size, number]
        )
        try run(
            """
            INSERT INTO messageText (number, text) VALUES (?, ?)
            ON CONFLICT (number) DO UPDATE SET text = excluded.text
            """,
            [number, MessageText.folded(MessageText.cut(text, to: MessageLimits.textBytes))]
        )
        try makeInbox(app)
        try run("UPDATE inbox SET bodyBytes = bodyBytes + ? WHERE appID = ?", [size - oldSize, app])
        try traceBody(id, of: app)
        try releaseHeld(id, of: app)
        try trimBodies(app, keeping: number)
        try trimTexts(of: app, keeping: number)
        return record(.messages(app))
    }

    func bodyFailed(_ id: MessageID, of app: AppID, reason: LocalizableText) throws -> OperationOutcome {
        let row = try first(
            "SELECT number, attempts, body, bodySize FROM message WHERE appID = ? AND id = ?",
            [app, id]
        )
        guard let row else { return .unchanged }
        let number: Int64 = row[0]
        let attempts: Int = row[1]
        let size: Int = row[3]
        let pause = min(MessageLimits.firstPause * Double(1 << min(attempts, 16)), MessageLimits.longestPause)
        try run(
            """
            UPDATE message SET body = 'missing', bodySize = 0, attempts = ?, nextAttempt = ?, failure = ?
            WHERE number = ?
            """,
            [attempts + 1, now.addingTimeInterval(pause), reason.stored(bytes: MessageLimits.failureBytes), number]
        )
        try run("UPDATE inbox SET bodyBytes = bodyBytes - ? WHERE appID = ?", [size, app])
        let old: String = row[2]
        return old == "here" ? record(.messages(app)) : .unchanged
    }

    func bodyWanted(_ id: MessageID, of app: AppID) throws -> OperationOutcome {
        try run(
            """
            UPDATE message SET body = 'missing', attempts = 0, nextAttempt = 0, failure = NULL
            WHERE appID = ? AND id = ? AND body = 'dropped'
            """,
            [app, id],
            recording: .bodyWanted(app)
        )
    }

    /// Drops the searchable texts of the oldest messages while an app has too much data in the database.
    private func trimTexts(of app: AppID, keeping kept: Int64) throws {
        while try reader.storedBytes(of: app) > appBytes {
            let count = try run(
                """
                DELETE FROM messageText WHERE number IN (
                    SELECT number FROM message JOIN messageText USING (number) WHERE appID = ? AND number <> ?
                    ORDER BY sent LIMIT 100)
                """,
                [app, kept]
            )
            guard count > 0 else { return }
        }
    }

    /// Drops the oldest bodies of an app while their total size exceeds the limit.
    private func trimBodies(_ app: AppID, keeping kept: Int64) throws {
        let size = try number("SELECT bodyBytes FROM inbox WHERE appID = ?", [app])
        var excess = size - MessageLimits.bodyBytes
        guard excess > 0 else { return }
        let rows = try all(
            """
            SELECT number, id, bodySize FROM message WHERE appID = ? AND body = 'here' AND number <> ?
            ORDER BY sent, number
            """,
            [app, kept]
        )
        for row in rows {
            guard excess > 0 else { return }
            let (number, size): (Int64, Int) = (row[0], row[2])
            try run("UPDATE message SET body = 'dropped', bodySize = 0 WHERE number = ?", [number])
            try run("UPDATE inbox SET bodyBytes = bodyBytes - ? WHERE appID = ?", [size, app])
            record(.messageRemoved(app, MessageID(row[1])))
            excess -= size
        }
    }
}
