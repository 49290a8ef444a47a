package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// Reads of pending requests, which skip and log damaged rows.
extension DurableReader {
    /// The largest number of notifications or requests that one read returns.
    package static let largestNotificationPage = 1000

    private static let pendingColumns = "appID, identifier, request, actions, due, floats, generation"

    /// Reads the time at which the next request is due; `nil` if none is pending.
    package func nextDue() throws -> Date? {
        try pendingNotifications(of: nil, soonest: 1).first?.due
    }

    /// Reads the requests that are due by a time, at most `limit` and ``largestNotificationPage``.
    ///
    /// They are sorted by due time, then by the order of scheduling.
    package func due(before date: Date, limit: Int) throws -> [ScheduledNotification] {
        try readableRows(
            "SELECT \(Self.pendingColumns) FROM pendingNotification WHERE due <= ? ORDER BY due, generation",
            [date.storedMilliseconds],
            limit: min(limit, Self.largestNotificationPage),
            Self.scheduled
        )
    }

    /// Reads a page of the requests that follow the person's time zone, sorted by app and identifier.
    ///
    /// The page begins after the request `after` and has at most `limit` and ``largestNotificationPage`` requests; a
    /// page with fewer is the last.
    package func floatingNotifications(
        after: (app: AppID, identifier: String)?,
        limit: Int
    ) throws -> [ScheduledNotification] {
        try readableRows(
            """
            SELECT \(Self.pendingColumns) FROM pendingNotification INDEXED BY pendingNotificationFloating
            WHERE floats = 1 AND (appID, identifier) > (?, ?) ORDER BY appID, identifier
            """,
            [after?.app.rawValue ?? "", after?.identifier ?? ""],
            limit: min(limit, Self.largestNotificationPage),
            Self.scheduled
        )
    }

    /// Reads one pending request; `nil` if there is none.
    package func scheduled(_ app: AppID, identifier: String) throws -> ScheduledNotification? {
        try readableRow(
            "SELECT \(Self.pendingColumns) FROM pendingNotification WHERE appID = ? AND identifier = ?",
            [app.rawValue, identifier],
            Self.scheduled
        )
    }

    /// Reads a page of an app's pending requests, sorted by the bytes of their identifiers.
    ///
    /// The page begins after the identifier `after` and has at most `limit` and ``largestNotificationPage`` requests; a
    /// page with fewer is the last.
    package func pendingNotifications(
        of app: AppID,
        after: String?,
        limit: Int
    ) throws -> [ScheduledNotification] {
        try readableRows(
            """
            SELECT \(Self.pendingColumns) FROM pendingNotification WHERE appID = ? AND identifier > ?
            ORDER BY identifier
            """,
            [app.rawValue, after ?? ""],
            limit: min(limit, Self.largestNotificationPage),
            Self.scheduled
        )
    }

    /// Reads the pending requests of one app or of all that are due first.
    ///
    /// At most `limit` and ``largestNotificationPage`` are returned, sorted by due time, then by the order of
    /// scheduling.
    package func pendingNotifications(of app: AppID?, soonest limit: Int) throws -> [ScheduledNotification] {
        let limit = min(limit, Self.largestNotificationPage)
        guard let app else {
            return try readableRows(
                "SELECT \(Self.pendingColumns) FROM pendingNotification ORDER BY due, generation",
                limit: limit,
                Self.scheduled
            )
        }
        return try readableRows(
            "SELECT \(Self.pendingColumns) FROM pendingNotification WHERE appID = ? ORDER BY due, generation",
            [app.rawValue],
            limit: limit,
            Self.scheduled
        )
    }

    /// Reads the number of pending requests of an app.
    package func pendingCount(of app: AppID) throws -> Int {
        try NotificationUsage.of(app, in: database).pending
    }

    private static func scheduled(_ row: Row) throws(StoreError) -> ScheduledNotification {
        let app: String = row[0]
        let identifier: String = row[1]
        let what = { "the pending notification \(identifier) of \(app)" }
        return ScheduledNotification(
            app: AppID(app),
            request: try StoredJSON.value(row[2], of: what()),
            actions: try StoredActions.value(row[3], of: what()),
            due: Date(storedMilliseconds: row[4]),
            floats: row[5],
            generation: row[6]
        )
    }
}
