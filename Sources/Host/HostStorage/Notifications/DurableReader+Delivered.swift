import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
package import TodayProtocol

/// Reads of delivered notifications, which skip and log damaged rows.
extension DurableReader {
    private static let deliveredColumns =
        "id, appID, identifier, request, actions, date, due, isLate, isListed, revision, alertStyle"

    /// Reads one delivered notification, listed or not; `nil` if there is none.
    package func delivered(_ id: DeliveredID) throws -> DeliveredRecord? {
        try readableRow(
            "SELECT \(Self.deliveredColumns) FROM deliveredNotification WHERE id = ?",
            [id.rawValue],
            Self.delivered
        )
    }

    /// Reads the delivered notification of an identifier, listed or not; `nil` if there is none.
    package func delivered(of app: AppID, identifier: String) throws -> DeliveredRecord? {
        try readableRow(
            "SELECT \(Self.deliveredColumns) FROM deliveredNotification WHERE appID = ? AND identifier = ?",
            [app.rawValue, identifier],
            Self.delivered
        )
    }

    /// Reads a page of an app's listed notifications, sorted by the bytes of their identifiers.
    ///
    /// The page begins after the identifier `after` and has at most `limit` and ``largestNotificationPage``
    /// notifications; a page with fewer is the last.
    package func deliveredNotifications(of app: AppID, after: String?, limit: Int) throws -> [DeliveredRecord] {
        try readableRows(
            """
            SELECT \(Self.deliveredColumns) FROM deliveredNotification
            WHERE appID = ? AND identifier > ? AND isListed = 1 ORDER BY identifier
            """,
            [app.rawValue, after ?? ""],
            limit: min(limit, Self.largestNotificationPage),
            Self.delivered
        )
    }

    /// Reads the most recently delivered listed notifications of some apps or of all, newest first.
    ///
    /// At most `limit` and ``largestNotificationPage`` are returned.
    package func newestDelivered(limit: Int, of apps: Set<AppID>? = nil) throws -> [DeliveredRecord] {
        let limit = min(limit, Self.largestNotificationPage)
        guard let apps else {
            return try readableRows(
                "SELECT \(Self.deliveredColumns) FROM deliveredNotification WHERE isListed = 1 ORDER BY place DESC",
                limit: limit,
                Self.delivered
            )
        }
        // Without the index SQLite searches for the apps and sorts all of their rows.
        return try readableRows(
            """
            SELECT \(Self.deliveredColumns) FROM deliveredNotification INDEXED BY deliveredNotificationListed
            WHERE isListed = 1 AND appID IN (SELECT value FROM json_each(?)) ORDER BY place DESC
            """,
            [try StoredJSON.text(apps.map(\.rawValue), of: "A list of apps")],
            limit: limit,
            Self.delivered
        )
    }

    /// Reads the alert of some apps that has waited longest for an answer, listed or not; `nil` if none waits.
    package func oldestAlert(of apps: Set<AppID>) throws -> DeliveredRecord? {
        try readableRow(
            """
            SELECT \(Self.deliveredColumns) FROM deliveredNotification INDEXED BY deliveredNotificationAlert
            WHERE alertStyle = 'alert' AND appID IN (SELECT value FROM json_each(?)) ORDER BY place
            """,
            [try StoredJSON.text(apps.map(\.rawValue), of: "A list of apps")],
            Self.delivered
        )
    }

    /// Reads the number of listed notifications.
    package func deliveredCount() throws -> Int {
        try database.row("SELECT coalesce(sum(listed), 0) FROM notificationUsage")?[0] ?? 0
    }

    /// Reads the number of listed notifications of each app that has any.
    package func deliveredCounts() throws -> [AppID: Int] {
        let rows = try database.rows("SELECT appID, listed FROM notificationUsage WHERE listed > 0")
        return Dictionary(uniqueKeysWithValues: rows.map { (AppID($0[0]), $0[1]) })
    }

    /// Reads a delivered notification, and throws if it is damaged.
    func requireDelivered(_ id: DeliveredID) throws -> DeliveredRecord? {
        try database.row(
            "SELECT \(Self.deliveredColumns) FROM deliveredNotification WHERE id = ?",
            [id.rawValue]
        ).map(Self.delivered)
    }

    private static func delivered(_ row: Row) throws(StoreError) -> DeliveredRecord {
        let app: String = row[1]
        let identifier: String = row[2]
        let what = { "the delivered notification \(identifier) of \(app)" }
        return DeliveredRecord(
            id: DeliveredID(rawValue: row[0]),
            app: AppID(app),
            request: try StoredJSON.value(row[3], of: what()),
            actions: try StoredActions.value(row[4], of: what()),
            date: Date(storedMilliseconds: row[5]),
            due: Date(storedMilliseconds: row[6]),
            isLate: row[7],
            isListed: row[8],
            alertStyle: NotificationAlertStyle(rawValue: row[10]) ?? .banner,
            revision: Revision(row[9])
        )
    }
}

extension DurableReader {
    /// Reads the identifiers of an app's scheduled and delivered notifications that begin with a text.
    package func notificationIdentifiers(beginning text: String, of app: AppID) throws -> [String] {
        try database.rows(
            """
            SELECT identifier FROM pendingNotification WHERE appID = ?1 AND substr(identifier, 1, length(?2)) = ?2
            UNION SELECT identifier FROM deliveredNotification WHERE appID = ?1 AND substr(identifier, 1, length(?2)) = ?2
            ORDER BY identifier
            """,
            [app.rawValue, text]
        ).map { $0[0] }
    }
}
