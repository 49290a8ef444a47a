package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// A message in a list of the cloud, as it is before ``MessageLimits`` apply.
package struct RemoteMessage: Hashable, Sendable {
    /// The key of the extra that lists show as the second line.
    package static let subtitleExtra = "com.urbanairship.listing.field1"

    /// A message with a malformed id is skipped.
    package var id: MessageID
    package var title: String
    package var sent: Date
    package var expires: Date?
    package var isRead: Bool
    package var icon: String?
    package var contentType: String
    package var bodyURL: String?
    package var extra: [String: String]

    package init(
        id: MessageID,
        title: String,
        sent: Date,
        expires: Date? = nil,
        isRead: Bool,
        icon: String? = nil,
        contentType: String = "text/html",
        bodyURL: String? = nil,
        extra: [String: String] = [:]
    ) {
        self.id = id
        self.title = title
        self.sent = sent
        self.expires = expires
        self.isRead = isRead
        self.icon = icon
        self.contentType = contentType
        self.bodyURL = bodyURL
        self.extra = extra
    }
}

/// The fields of a message that the cloud determines.
private struct MessageFields: Equatable {
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

private struct KnownMessage {
    var reference: MessageRow
    var fields: MessageFields
    var isRead: Bool
}

extension TransactionContext {
    /// Merges a complete list of the cloud into an app's inbox.
    func merge(_ list: [RemoteMessage], into app: AppID, lastModified: String?, asOf: Revision?) throws
        -> OperationOutcome
    {
        let moment = asOf ?? revision
        try makeInbox(app)
        var known = try readKnown(of: app)
        let changes = try winningChanges(of: app, asOf: moment)
        var isChanged = false
        for (message, fields) in try valid(list, of: app).reversed() {
            let change = changes[message.id]
            if let old = known.removeValue(forKey: message.id) {
                let isRead = change == nil ? message.isRead : old.isRead
                if try update(old, to: fields, of: app, isRead: isRead) { isChanged = true }
            } else if change != .delete {
                try insert(message, fields, into: app, isRead: change.map { $0 == .read } ?? message.isRead)
                isChanged = true
            }
        }
        for old in known.values.sorted(by: { $0.reference.number < $1.reference.number }) {
            try removeMessage(old.reference, of: app)
            isChanged = true
        }
        try deleteHeldOrphans(of: app, asOf: moment)
        try run("UPDATE inbox SET lastModified = ? WHERE appID = ?", [lastModified, app])
        _ = try markInboxFresh(app, asOf: asOf)
        guard isChanged else { return .unchanged }
        try run("UPDATE inbox SET changed = ? WHERE appID = ?", [revision, app])
        return try recountInbox(app)
    }

    /// Returns the messages to store, newest first: the first of each valid id that has not expired, within the limits.
    private func valid(_ list: [RemoteMessage], of app: AppID) throws -> [(RemoteMessage, MessageFields)] {
        var seen: Set<MessageID> = []
        var valid: [(RemoteMessage, MessageFields)] = []
        var bytes = 0
        for message in list where valid.count < MessageLimits.messages {
            let isOver = message.expires.map { $0 <= now } ?? false
            guard message.id.isWellFormed, !isOver, seen.insert(message.id).inserted else { continue }
            let fields = try fields(of: message, in: app)
            bytes += fields.size
            // The other half is for other data of the app.
            guard bytes <= appBytes / 2 else { break }
            valid.append((message, fields))
        }
        return valid
    }

    private func readKnown(of app: AppID) throws -> [MessageID: KnownMessage] {
        let rows = try all(
            """
            SELECT number, id, notification, title, subtitle, sent, expires, icon, contentType, bodyURL, extra, isRead
            FROM message WHERE appID = ?
            """,
            [app]
        )
        var known: [MessageID: KnownMessage] = [:]
        for row in rows {
            let reference = MessageRow(row)
            known[reference.id] = KnownMessage(
                reference: reference,
                fields: MessageFields(
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

    private func fields(of message: RemoteMessage, in app: AppID) throws -> MessageFields {
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
        return MessageFields(
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

    private func insert(_ message: RemoteMessage, _ fields: MessageFields, into app: AppID, isRead: Bool) throws {
        try run(
            """
            INSERT INTO message (appID, id, title, subtitle, folded, sent, expires, icon, contentType, bodyURL, extra,
                isRead, body, bodySize, attempts, nextAttempt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'missing', 0, 0, 0)
            """,
            [
                app, message.id, fields.title, fields.subtitle, folded(fields), fields.sent,
                fields.expires, fields.icon, fields.contentType, fields.bodyURL, fields.extra, isRead,
            ]
        )
        if isRead { try dropHeld(message.id, of: app) }
    }

    /// Updates a stored message; `true` if anything changed.
    private func update(_ old: KnownMessage, to fields: MessageFields, of app: AppID, isRead: Bool) throws -> Bool {
        guard old.fields != fields || old.isRead != isRead else { return false }
        try run(
            """
            UPDATE message SET title = ?, subtitle = ?, folded = ?, sent = ?, expires = ?, icon = ?, contentType = ?,
                bodyURL = ?, extra = ?, isRead = ? WHERE number = ?
            """,
            [
                fields.title, fields.subtitle, folded(fields), fields.sent, fields.expires, fields.icon,
                fields.contentType, fields.bodyURL, fields.extra, isRead, old.reference.number,
            ]
        )
        if isRead, !old.isRead { try withdraw(old.reference.id, of: app) }
        return true
    }

    private func folded(_ fields: MessageFields) -> String {
        MessageText.folded("\(fields.title)\n\(fields.subtitle ?? "")")
    }
}
