import FoundationEssentials
import GRDB
import SQLiteSupport
import TodayProtocol

/// Deletes messages at once, or after a time in which the deletion can be undone.
extension MessageTable {
    /// Deletes messages, or hides them for a number of seconds.
    static func delete(
        _ ids: [MessageID],
        of app: AppID,
        hold: Double?,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        var isChanged = false
        for id in ids {
            guard let reference = try find(id, of: app, in: context) else { continue }
            if let hold {
                guard try hide(reference, for: hold, of: app, in: context) else { continue }
            } else {
                try remove(reference, of: app, in: context)
                try MessageChangeTable.record(.delete, id, of: app, in: context)
            }
            isChanged = true
        }
        return isChanged ? try InboxTable.recount(app, in: context) : .unchanged
    }

    /// Brings back messages whose deletion is held.
    ///
    /// Their notifications stay withdrawn.
    static func restore(_ ids: [MessageID], of app: AppID, in context: TransactionContext) throws -> OperationOutcome {
        var isChanged = false
        for id in ids {
            let count = try context.run(
                "UPDATE message SET deleteAt = NULL WHERE appID = ? AND id = ? AND deleteAt IS NOT NULL",
                [app.rawValue, id.rawValue]
            )
            isChanged = isChanged || count > 0
        }
        return isChanged ? try InboxTable.recount(app, in: context) : .unchanged
    }

    /// Deletes the messages whose hold has ended.
    ///
    /// - Returns: The apps of their inboxes, which the caller must recount.
    static func deleteHidden(in context: TransactionContext) throws -> Set<AppID> {
        let rows = try context.database.rows(
            "SELECT number, id, notification, appID FROM message WHERE deleteAt <= ?",
            [context.now.storedMilliseconds]
        )
        for row in rows {
            let (reference, app) = (Reference(row), AppID(row[3]))
            try remove(reference, of: app, in: context)
            try MessageChangeTable.record(.delete, reference.id, of: app, in: context)
        }
        return Set(rows.map { AppID($0[3]) })
    }

    /// Hides a message unless it is already hidden: repeating a deletion does not extend its hold.
    private static func hide(
        _ reference: Reference,
        for hold: Double,
        of app: AppID,
        in context: TransactionContext
    ) throws -> Bool {
        let time = context.now.addingTimeInterval(min(hold, MessageLimits.longestHold))
        try withdraw(reference.id, of: app, in: context)
        return try context.run(
            "UPDATE message SET deleteAt = ? WHERE number = ? AND deleteAt IS NULL",
            [time.storedMilliseconds, reference.number]
        ) > 0
    }
}
