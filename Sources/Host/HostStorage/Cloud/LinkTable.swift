import GRDB
import HostModel
import SQLiteSupport
import TodayProtocol

/// The tables of the link to the cloud and of the channels.
enum LinkTable {
    static func link(_ link: CloudLink, in context: TransactionContext) throws -> OperationOutcome {
        let old = try context.reader.cloudLink()
        guard old != link else { return .unchanged }
        let isSame = old.map { ($0.url, $0.user, $0.epoch) == (link.url, link.user, link.epoch) } ?? false
        if !isSame {
            try forgetPerson(in: context)
            // The queue is still wanted in another database of the same person's cloud.
            let isSamePerson = old.map { ($0.url, $0.user) == (link.url, link.user) } ?? true
            try isSamePerson ? RecordOperation.forgetDatabase(in: context) : RecordOperation.forgetPerson(in: context)
        } else if old?.deviceID != link.deviceID {
            try context.run("DELETE FROM cloudChannel")
        }
        try context.run(
            """
            INSERT INTO cloudLink (id, url, deviceID, deviceToken, user, epoch, sequence, isLocal)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET url = excluded.url, deviceID = excluded.deviceID,
                deviceToken = excluded.deviceToken, user = excluded.user, epoch = excluded.epoch,
                sequence = excluded.sequence, isLocal = excluded.isLocal
            """,
            [
                link.url, link.deviceID, link.deviceToken, link.user, link.epoch, max(0, link.sequence),
                link.isLocal ? 1 : 0,
            ]
        )
        if !link.isLocal, !isSame || old?.deviceID != link.deviceID {
            try context.audit(AuditEvent(.cloudLinked, "\(link.url) as \(link.user)"))
        }
        return context.record(.cloudLink)
    }

    static func unlink(in context: TransactionContext) throws -> OperationOutcome {
        guard let link = try context.reader.cloudLink() else { return .unchanged }
        if !link.isLocal { try context.audit(AuditEvent(.cloudUnlinked, link.url)) }
        try forgetPerson(in: context)
        try RecordOperation.forgetPerson(in: context)
        try context.run("DELETE FROM cloudLink")
        return context.record(.cloudLink)
    }

    static func setChannel(_ channel: CloudChannel, in context: TransactionContext) throws -> OperationOutcome {
        let app = channel.app
        let old = try context.reader.cloudChannel(of: app)
        guard old != channel else { return .unchanged }
        if let old, old.inboxUser != channel.inboxUser { try InboxTable.forget(app, in: context) }
        try context.run(
            """
            INSERT INTO cloudChannel (appID, channelID, inboxUser, inboxPassword) VALUES (?, ?, ?, ?)
            ON CONFLICT (appID) DO UPDATE SET channelID = excluded.channelID, inboxUser = excluded.inboxUser,
                inboxPassword = excluded.inboxPassword
            """,
            [app.rawValue, channel.channelID, channel.inboxUser, channel.inboxPassword]
        )
        _ = try InboxTable.markStale(app, in: context)
        return context.record(.cloudLink)
    }

    /// Deletes an app's channel and its inbox.
    ///
    /// - Returns: `true` if there was a channel.
    @discardableResult
    static func removeChannel(of app: AppID, in context: TransactionContext) throws -> Bool {
        try InboxTable.forget(app, in: context)
        return try context.run("DELETE FROM cloudChannel WHERE appID = ?", [app.rawValue]) > 0
    }

    /// Moves the cursor to an event, never back within an epoch.
    static func advanceCursor(
        to sequence: Int64,
        of epoch: String,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard let link = try context.reader.cloudLink() else { return .unchanged }
        if link.epoch == epoch {
            // No surface shows the cursor, so the change feed does not report it.
            try context.run("UPDATE cloudLink SET sequence = ?1 WHERE sequence < ?1", [max(0, sequence)])
            return .unchanged
        }
        return try setCursor(to: sequence, of: epoch, in: context)
    }

    /// Moves the cursor to the start of a database, even backwards within an epoch.
    static func resetCursor(_ epoch: String, in context: TransactionContext) throws -> OperationOutcome {
        guard try context.reader.cloudLink() != nil else { return .unchanged }
        return try setCursor(to: 0, of: epoch, in: context)
    }

    private static func setCursor(
        to sequence: Int64,
        of epoch: String,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        try context.run("UPDATE cloudLink SET sequence = ?, epoch = ?", [max(0, sequence), epoch])
        for row in try context.database.rows("SELECT appID FROM cloudChannel ORDER BY appID") {
            let app = AppID(row[0])
            _ = try InboxTable.markStale(app, in: context)
            try context.run("UPDATE inbox SET lastModified = NULL WHERE appID = ?", [app.rawValue])
        }
        try RecordOperation.forgetDatabase(in: context)
        return context.record(.cloudLink)
    }

    /// Deletes the data on this device that belongs to the person in the cloud: inboxes, channels, answers and topics.
    private static func forgetPerson(in context: TransactionContext) throws {
        for row in try context.database.rows("SELECT appID FROM inbox ORDER BY appID") {
            try InboxTable.forget(AppID(row[0]), in: context)
        }
        try context.run("DELETE FROM cloudChannel")
        try AnsweredPushTable.forget(nil, in: context)
        try TopicTable.forget(in: context)
    }
}
