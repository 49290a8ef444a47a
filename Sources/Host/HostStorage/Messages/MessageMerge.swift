import FoundationEssentials
import GRDB
import SQLiteSupport
import TodayProtocol

/// Merges a complete list of the cloud into an app's inbox.
struct MessageMerge {
    /// The fields of a message that the cloud determines.
    private struct Fields: Equatable {
        var title: String
        var subtitle: String?
        var sent: Int64
        var expires: Int64?
        var icon: String?
        var contentType: String
        var bodyURL: String?
        var extra: String

        /// Size of the fields in the database, in bytes.
        var size: Int {
            let optional = [subtitle, icon, bodyURL].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            // A title is stored a second time for searching.
            return 2 * title.utf8.count + contentType.utf8.count + extra.utf8.count + optional
        }
    }

    /// A stored message.
    private struct Known {
        var reference: MessageTable.Reference
        var fields: Fields
        var isRead: Bool
    }

    let app: AppID
    let asOf: Revision?
    let context: TransactionContext

    func merge(_ list: [RemoteMessage], lastModified: String?) throws -> OperationOutcome {
        let moment = asOf ?? context.revision
        try InboxTable.make(app, in: context)
        var known = try readKnown()
        let changes = try MessageChangeTable.winning(of: app, asOf: moment, in: context)
        var isChanged = false
        for (message, fields) in try valid(list).reversed() {
            let change = changes[message.id]
            if let old = known.removeValue(forKey: message.id) {
                let isRead = change == nil ? message.isRead : old.isRead
                if try update(old, to: fields, isRead: isRead) { isChanged = true }
            } else if change != .delete {
                try insert(message, fields, isRead: change.map { $0 == .read } ?? message.isRead)
                isChanged = true
            }
        }
        for old in known.values.sorted(by: { $0.reference.number < $1.reference.number }) {
            try MessageTable.remove(old.reference, of: app, in: context)
            isChanged = true
        }
        try HeldNotificationTable.deleteOrphans(of: app, asOf: moment, in: context)
        try context.run("UPDATE inbox SET lastModified = ? WHERE appID = ?", [lastModified, app.rawValue])
        _ = try InboxTable.markFresh(app, asOf: asOf, in: context)
        guard isChanged else { return .unchanged }
        try context.run("UPDATE inbox SET changed = ? WHERE appID = ?", [context.revision.number, app.rawValue])
        return try InboxTable.recount(app, in: context)
    }

    /// Returns the messages to store, newest first: the first of each well-formed id that has not expired, within the
    /// app's limits.
    private func valid(_ list: [RemoteMessage]) throws -> [(RemoteMessage, Fields)] {
        var seen: Set<MessageID> = []
        var valid: [(RemoteMessage, Fields)] = []
        var bytes = 0
        for message in list where valid.count < MessageLimits.messages {
            let isOver = message.expires.map { $0 <= context.now } ?? false
            guard message.id.isWellFormed, !isOver, seen.insert(message.id).inserted else { continue }
            let fields = try fields(of: message)
            bytes += fields.size
            // The other half is for other data of the app.
            guard bytes <= context.appBytes / 2 else { break }
            valid.append((message, fields))
        }
        return valid
    }

    private func readKnown() throws -> [MessageID: Known] {
        let rows = try context.database.rows(
            """
            SELECT number, id, notification, title, subtitle, sent, expires, icon, contentType, bodyURL, extra, isRead
            FROM message WHERE appID = ?
            """,
            [app.rawValue]
        )
        var known: [MessageID: Known] = [:]
        for row in rows {
            let reference = MessageTable.Reference(row)
            known[reference.id] = Known(
                reference: reference,
                fields: Fields(
                    title: row[3],
                    subtitle: row[4],
                    sent: row[5],
                    expires: row[6],
                    icon: row[7],
                    contentType: row[8],
                    bodyURL: row[9],
                    extra: row[10]
                ),
                isRead: row[11]
            )
        }
        return known
    }

    /// Returns the fields of a message, normalized to the limits.
    private func fields(of message: RemoteMessage) throws -> Fields {
        let subtitle = message.extra[RemoteMessage.subtitleExtra]
            .map { MessageText.line($0, to: MessageLimits.titleBytes) }
        var extra = try StoredJSON.text(message.extra, of: "An extra of the message \(message.id) of \(app)")
        if extra.utf8.count > MessageLimits.extraBytes { extra = "{}" }
        let icon = message.icon.flatMap { icon in
            ["http://", "https://"].contains(where: icon.lowercased().hasPrefix)
                && icon.utf8.count <= MessageLimits.addressBytes
                ? MessageText.line(icon, to: MessageLimits.addressBytes) : nil
        }
        let isType = (1...MessageLimits.contentTypeBytes).contains(message.contentType.utf8.count)
        return Fields(
            title: MessageText.line(message.title, to: MessageLimits.titleBytes),
            subtitle: subtitle.flatMap { $0.isEmpty ? nil : $0 },
            sent: message.sent.storedMilliseconds,
            expires: message.expires?.storedMilliseconds,
            icon: icon,
            contentType: isType
                ? MessageText.line(message.contentType, to: MessageLimits.contentTypeBytes) : "text/html",
            bodyURL: message.bodyURL.flatMap { $0.utf8.count <= MessageLimits.addressBytes ? $0 : nil },
            extra: extra
        )
    }

    private func insert(_ message: RemoteMessage, _ fields: Fields, isRead: Bool) throws {
        try context.run(
            """
            INSERT INTO message (appID, id, title, subtitle, folded, sent, expires, icon, contentType, bodyURL, extra,
                isRead, body, bodySize, attempts, nextAttempt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'missing', 0, 0, 0)
            """,
            [
                app.rawValue, message.id.rawValue, fields.title, fields.subtitle, folded(fields), fields.sent,
                fields.expires, fields.icon, fields.contentType, fields.bodyURL, fields.extra, isRead ? 1 : 0,
            ]
        )
        if isRead { try HeldNotificationTable.drop(message.id, of: app, in: context) }
    }

    /// Updates a stored message.
    ///
    /// - Returns: `true` if anything changed.
    private func update(_ old: Known, to fields: Fields, isRead: Bool) throws -> Bool {
        guard old.fields != fields || old.isRead != isRead else { return false }
        try context.run(
            """
            UPDATE message SET title = ?, subtitle = ?, folded = ?, sent = ?, expires = ?, icon = ?, contentType = ?,
                bodyURL = ?, extra = ?, isRead = ? WHERE number = ?
            """,
            [
                fields.title, fields.subtitle, folded(fields), fields.sent, fields.expires, fields.icon,
                fields.contentType, fields.bodyURL, fields.extra, isRead ? 1 : 0, old.reference.number,
            ]
        )
        if isRead, !old.isRead { try MessageTable.withdraw(old.reference.id, of: app, in: context) }
        return true
    }

    private func folded(_ fields: Fields) -> String { MessageText.folded("\(fields.title)\n\(fields.subtitle ?? "")") }
}
