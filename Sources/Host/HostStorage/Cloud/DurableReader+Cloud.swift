import GRDB
import SQLiteSupport
package import TodayProtocol

extension DurableReader {
    /// Reads the link to the cloud; `nil` if the host is not linked.
    package func cloudLink() throws -> CloudLink? {
        try database.row("SELECT url, deviceID, deviceToken, user, epoch, sequence, isLocal FROM cloudLink").map {
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
        try database.rows("SELECT appID, channelID, inboxUser, inboxPassword FROM cloudChannel ORDER BY appID")
            .map(Self.channel)
    }

    /// Reads an app's channel; `nil` if it has none.
    package func cloudChannel(of app: AppID) throws -> CloudChannel? {
        try database.row(
            "SELECT appID, channelID, inboxUser, inboxPassword FROM cloudChannel WHERE appID = ?",
            [app.rawValue]
        ).map(Self.channel)
    }

    /// Reads the queued pushes in the order of their arrival.
    ///
    /// A damaged push is skipped and logged.
    package func pendingPushes() throws -> [QueuedPush] {
        try readableRows("SELECT number, appID, pushID, push FROM pendingPush ORDER BY number", [], Self.push)
    }

    /// Reads the apps with queued pushes.
    package func pushedApps() throws -> Set<AppID> {
        Set(try database.rows("SELECT DISTINCT appID FROM pendingPush").map { AppID($0[0]) })
    }

    /// Reads the first queued push of an app; `nil` if there is none.
    package func nextPush(of app: AppID) throws -> QueuedPush? {
        try readableRow(
            "SELECT number, appID, pushID, push FROM pendingPush WHERE appID = ? ORDER BY number",
            [app.rawValue],
            Self.push
        )
    }

    /// Reads the receipt of a queued push; `nil` if the app has acknowledged the push or never received it.
    package func receipt(ofPush id: String, to app: AppID) throws -> PushReceipt? {
        try database.row(
            "SELECT json_extract(push, '$.messageID'), received FROM pendingPush WHERE appID = ? AND pushID = ?",
            [app.rawValue, id]
        ).map { row in
            let message: String? = row[0]
            return PushReceipt(message: message.map { MessageID($0) }, revision: Revision(row[1]))
        }
    }

    /// Returns `true` if the cloud's list changed an app's inbox in a commit after a revision.
    package func cloudChangedInbox(of app: AppID, after revision: Revision) throws -> Bool {
        try database.row("SELECT 1 FROM inbox WHERE appID = ? AND changed > ?", [app.rawValue, revision.number]) != nil
    }

    /// Reads the topics to which the person is subscribed, sorted by name.
    package func topics() throws -> [String] {
        try database.rows("SELECT name FROM topic ORDER BY name").map { $0[0] }
    }

    private static func channel(_ row: Row) -> CloudChannel {
        CloudChannel(app: AppID(row[0]), channelID: row[1], inboxUser: row[2], inboxPassword: row[3])
    }

    private static func push(_ row: Row) throws(StoreError) -> QueuedPush {
        let app: String = row[1]
        let id: String = row[2]
        return QueuedPush(
            number: row[0],
            app: AppID(app),
            push: try StoredJSON.value(row[3], of: "the push \(id) to \(app)")
        )
    }
}
