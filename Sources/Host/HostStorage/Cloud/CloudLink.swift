import GRDB
import HostModel
import SQLiteSupport
package import TodayProtocol

/// The host's link to a cloud, with the last event that it has received.
///
/// It holds a secret, which its description omits.
package struct CloudLink: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    package var url: String
    package var deviceID: String
    /// The token that authenticates the host; a secret.
    package var deviceToken: String
    package var user: String
    /// Name of the cloud's database to which event numbers belong.
    package var epoch: String
    /// The number of the last received event; 0 before the first.
    package var sequence: Int64
    /// `true` if it is the cloud inside this program.
    package var isLocal: Bool

    package init(
        url: String,
        deviceID: String,
        deviceToken: String,
        user: String,
        epoch: String,
        sequence: Int64,
        isLocal: Bool
    ) {
        self.url = url
        self.deviceID = deviceID
        self.deviceToken = deviceToken
        self.user = user
        self.epoch = epoch
        self.sequence = sequence
        self.isLocal = isLocal
    }

    package var description: String { "\(url) as \(user), event \(sequence) of \(epoch)" }

    package var debugDescription: String { description }
}

/// The registration of one of the host's apps with the cloud.
///
/// It holds a secret, which its description omits.
package struct CloudChannel: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    package var app: AppID
    package var channelID: String
    package var inboxUser: String
    package var inboxPassword: String

    package init(app: AppID, channelID: String, inboxUser: String, inboxPassword: String) {
        self.app = app
        self.channelID = channelID
        self.inboxUser = inboxUser
        self.inboxPassword = inboxPassword
    }

    package var description: String { "\(app): channel \(channelID)" }

    package var debugDescription: String { description }
}

/// The tables of the link to the cloud and of the channels.
extension TransactionContext {
    func link(_ link: CloudLink) throws -> OperationOutcome {
        let old = try reader.cloudLink()
        guard old != link else { return .unchanged }
        let isSame = old.map { ($0.url, $0.user, $0.epoch) == (link.url, link.user, link.epoch) } ?? false
        if !isSame {
            try forgetPerson()
            // The queue is still wanted in another database of the same person's cloud.
            let isSamePerson = old.map { ($0.url, $0.user) == (link.url, link.user) } ?? true
            try isSamePerson ? forgetRecordDatabase() : failAllRecordChanges()
        } else if old?.deviceID != link.deviceID {
            try run("DELETE FROM cloudChannel")
        }
        try run(
            """
            INSERT INTO cloudLink (id, url, deviceID, deviceToken, user, epoch, sequence, isLocal)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET url = excluded.url, deviceID = excluded.deviceID,
                deviceToken = excluded.deviceToken, user = excluded.user, epoch = excluded.epoch,
                sequence = excluded.sequence, isLocal = excluded.isLocal
            """,
            [link.url, link.deviceID, link.deviceToken, link.user, link.epoch, max(0, link.sequence), link.isLocal]
        )
        if !link.isLocal, !isSame || old?.deviceID != link.deviceID {
            try audit(AuditEvent(.cloudLinked, "\(link.url) as \(link.user)"))
        }
        return record(.cloudLink)
    }

    func unlink() throws -> OperationOutcome {
        guard let link = try reader.cloudLink() else { return .unchanged }
        if !link.isLocal { try audit(AuditEvent(.cloudUnlinked, link.url)) }
        try forgetPerson()
        try failAllRecordChanges()
        try run("DELETE FROM cloudLink")
        return record(.cloudLink)
    }

    func setChannel(_ channel: CloudChannel) throws -> OperationOutcome {
        let app = channel.app
        let old = try reader.cloudChannel(of: app)
        guard old != channel else { return .unchanged }
        if let old, old.inboxUser != channel.inboxUser { try forgetInbox(app) }
        try run(
            """
            INSERT INTO cloudChannel (appID, channelID, inboxUser, inboxPassword) VALUES (?, ?, ?, ?)
            ON CONFLICT (appID) DO UPDATE SET channelID = excluded.channelID, inboxUser = excluded.inboxUser,
                inboxPassword = excluded.inboxPassword
            """,
            [app, channel.channelID, channel.inboxUser, channel.inboxPassword]
        )
        _ = try markInboxStale(app)
        return record(.cloudLink)
    }

    /// Deletes an app's channel and its inbox; `true` if there was a channel.
    @discardableResult
    func removeChannel(of app: AppID) throws -> Bool {
        try forgetInbox(app)
        return try run("DELETE FROM cloudChannel WHERE appID = ?", [app]) > 0
    }

    /// Moves the cursor to an event, never back within an epoch.
    func advanceCursor(to sequence: Int64, of epoch: String) throws -> OperationOutcome {
        guard let link = try reader.cloudLink() else { return .unchanged }
        if link.epoch == epoch {
            // No surface shows the cursor, so the change feed does not report it.
            try run("UPDATE cloudLink SET sequence = ?1 WHERE sequence < ?1", [max(0, sequence)])
            return .unchanged
        }
        return try setCursor(to: sequence, of: epoch)
    }

    /// Moves the cursor to the start of a database, even backwards within an epoch.
    func resetCursor(_ epoch: String) throws -> OperationOutcome {
        guard try reader.cloudLink() != nil else { return .unchanged }
        return try setCursor(to: 0, of: epoch)
    }

    private func setCursor(to sequence: Int64, of epoch: String) throws -> OperationOutcome {
        try run("UPDATE cloudLink SET sequence = ?, epoch = ?", [max(0, sequence), epoch])
        for row in try all("SELECT appID FROM cloudChannel ORDER BY appID") {
            let app = AppID(row[0])
            _ = try markInboxStale(app)
            try run("UPDATE inbox SET lastModified = NULL WHERE appID = ?", [app])
        }
        try forgetRecordDatabase()
        return record(.cloudLink)
    }

    /// Deletes the data on this device that belongs to the person in the cloud: inboxes, channels, answers and topics.
    private func forgetPerson() throws {
        for row in try all("SELECT appID FROM inbox ORDER BY appID") {
            try forgetInbox(AppID(row[0]))
        }
        try run("DELETE FROM cloudChannel")
        try run("DELETE FROM answeredPush")
        for table in ["topicChange", "mutedTopic", "topicMessage"] { try run("DELETE FROM \(table)") }
        try run("DELETE FROM topic", recording: .topics)
    }
}

extension DurableReader {
    package func cloudLink() throws -> CloudLink? {
        try first("SELECT url, deviceID, deviceToken, user, epoch, sequence, isLocal FROM cloudLink").map {
            row in
            CloudLink(
                url: row[0],
                deviceID: row[1],
                deviceToken: row[2],
                user: row[3],
                epoch: row[4],
                sequence: row[5],
                isLocal: row[6]
            )
        }
    }

    /// Reads all channels, sorted by app.
    package func cloudChannels() throws -> [CloudChannel] {
        try all("SELECT appID, channelID, inboxUser, inboxPassword FROM cloudChannel ORDER BY appID")
            .map(Self.channel)
    }

    package func cloudChannel(of app: AppID) throws -> CloudChannel? {
        try first(
            "SELECT appID, channelID, inboxUser, inboxPassword FROM cloudChannel WHERE appID = ?",
            [app]
        ).map(Self.channel)
    }

    /// Reads the queued pushes in the order of their arrival; a damaged one is skipped and logged.
    package func pendingPushes() throws -> [QueuedPush] {
        try readableRows("SELECT appID, pushID, push FROM pendingPush ORDER BY number", [], Self.push)
    }

    package func pushedApps() throws -> Set<AppID> {
        Set(try all("SELECT DISTINCT appID FROM pendingPush").map { AppID($0[0]) })
    }

    package func nextPush(of app: AppID) throws -> QueuedPush? {
        try readableRow(
            "SELECT appID, pushID, push FROM pendingPush WHERE appID = ? ORDER BY number",
            [app],
            Self.push
        )
    }

    /// Reads the receipt of a queued push; `nil` if the app has acknowledged the push or never received it.
    package func receipt(ofPush id: String, to app: AppID) throws -> PushReceipt? {
        try first(
            "SELECT json_extract(push, '$.messageID'), received FROM pendingPush WHERE appID = ? AND pushID = ?",
            [app, id]
        ).map { row in
            let message: String? = row[0]
            return PushReceipt(message: message.map { MessageID($0) }, revision: Revision(row[1]))
        }
    }

    /// Returns `true` if the cloud's list changed an app's inbox in a commit after a revision.
    package func cloudChangedInbox(of app: AppID, after revision: Revision) throws -> Bool {
        try exists("SELECT 1 FROM inbox WHERE appID = ? AND changed > ?", [app, revision])
    }

    /// Reads the topics to which the person is subscribed, sorted by name.
    package func topics() throws -> [String] {
        try all("SELECT name FROM topic ORDER BY name").map { $0[0] }
    }

    private static func channel(_ row: Row) -> CloudChannel {
        CloudChannel(app: AppID(row[0]), channelID: row[1], inboxUser: row[2], inboxPassword: row[3])
    }

    private static func push(_ row: Row) throws(StoreError) -> QueuedPush {
        let (app, id): (String, String) = (row[0], row[1])
        return QueuedPush(app: AppID(app), push: try StoredJSON.value(row[2], of: "the push \(id) to \(app)"))
    }
}
