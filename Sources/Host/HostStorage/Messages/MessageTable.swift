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
}

extension TransactionContext {
    /// Marks messages as read or unread.
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

    /// Removes expired messages and held notifications, and deletes messages whose hold has ended.
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
            try removeMessage(MessageTable.Reference(row), of: app)
        }
        apps.formUnion(try deleteHidden())
        for app in apps.sorted() { try recountInbox(app) }
        try run("DELETE FROM heldNotification WHERE expires <= ?", [now])
        return apps.isEmpty ? .unchanged : .changed
    }

    /// Removes a message with its notification; the caller must recount the inbox.
    func removeMessage(_ reference: MessageTable.Reference, of app: AppID) throws {
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

    /// Records the notification of a message, so that it is withdrawn with the message.
    func attach(_ notification: String, to id: MessageID, of app: AppID) throws {
        try run("UPDATE message SET notification = ? WHERE appID = ? AND id = ?", [notification, app, id])
    }

    /// Detaches a notification from its message because its identifier is used for another notification.
    func detach(_ notification: String, of app: AppID) throws {
        try run("UPDATE message SET notification = NULL WHERE appID = ? AND notification = ?", [app, notification])
    }

    func findMessage(_ id: MessageID, of app: AppID) throws -> MessageTable.Reference? {
        try first(
            "SELECT number, id, notification FROM message WHERE appID = ? AND id = ?",
            [app, id]
        ).map(MessageTable.Reference.init)
    }

    private func withdraw(_ reference: MessageTable.Reference, of app: AppID) throws {
        try dropHeld(reference.id, of: app)
        guard let notification = reference.notification else { return }
        _ = try removePending([notification], of: app)
        _ = try withdraw([notification], of: app)
        try run("UPDATE message SET notification = NULL WHERE number = ?", [reference.number])
    }
}

/// Deletes messages at once, or after a time in which the deletion can be undone.
extension TransactionContext {
    /// Deletes messages, or hides them for a number of seconds.
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

    /// Brings back messages whose deletion is held.
    ///
    /// Their notifications stay withdrawn.
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

    /// Deletes the messages whose hold has ended.
    ///
    /// - Returns: The apps of their inboxes, which the caller must recount.
    func deleteHidden() throws -> Set<AppID> {
        let rows = try all("SELECT number, id, notification, appID FROM message WHERE deleteAt <= ?", [now])
        for row in rows {
            let (reference, app) = (MessageTable.Reference(row), AppID(row[3]))
            try removeMessage(reference, of: app)
            try recordChange(.delete, reference.id, of: app)
        }
        return Set(rows.map { AppID($0[3]) })
    }

    /// Hides a message unless it is already hidden: repeating a deletion does not extend its hold.
    private func hideMessage(_ reference: MessageTable.Reference, for hold: Double, of app: AppID) throws -> Bool {
        let time = now.addingTimeInterval(min(hold, MessageLimits.longestHold))
        try withdraw(reference.id, of: app)
        return try run(
            "UPDATE message SET deleteAt = ? WHERE number = ? AND deleteAt IS NULL",
            [time, reference.number]
        ) > 0
    }
}
