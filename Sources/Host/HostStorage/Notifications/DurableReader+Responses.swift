import FoundationEssentials
import GRDB
import HostModel
import SQLiteSupport
package import TodayProtocol

/// Reads of responses, which skip and log damaged rows.
extension DurableReader {
    private static let responseColumns =
        "number, id, appID, deliveredID, notification, action, text, date, acknowledged, reason"

    /// Reads the pending responses in their order.
    package func pendingResponses() throws -> [ResponseRecord] {
        try readableRows(
            "SELECT \(Self.responseColumns) FROM notificationResponse WHERE state = 'pending' ORDER BY number",
            [],
            Self.response
        )
    }

    /// Reads the apps with pending responses.
    package func respondingApps() throws -> Set<AppID> {
        Set(
            try readableRows("SELECT DISTINCT appID FROM notificationResponse WHERE state = 'pending'", []) { row in
                AppID(row[0])
            }
        )
    }

    /// Reads the first pending response of an app; `nil` if there is none.
    package func nextResponse(of app: AppID) throws -> ResponseRecord? {
        try readableRow(
            """
            SELECT \(Self.responseColumns) FROM notificationResponse WHERE appID = ? AND state = 'pending'
            ORDER BY number
            """,
            [app.rawValue],
            Self.response
        )
    }

    /// Reads the failed responses in their order.
    package func failedResponses() throws -> [ResponseRecord] {
        try readableRows(
            "SELECT \(Self.responseColumns) FROM notificationResponse WHERE state = 'failed' ORDER BY number",
            [],
            Self.response
        )
    }

    /// Reads one response; `nil` if it was never recorded, or was deleted.
    package func response(_ id: String) throws -> ResponseRecord? {
        try readableRow(
            "SELECT \(Self.responseColumns) FROM notificationResponse WHERE id = ?",
            [id],
            Self.response
        )
    }

    /// Reads the last response to a notification with an identifier; `nil` if there is none.
    package func lastResponse(of app: AppID, to identifier: String) throws -> ResponseRecord? {
        try readableRow(
            """
            SELECT \(Self.responseColumns) FROM notificationResponse WHERE appID = ? AND identifier = ?
            ORDER BY number DESC
            """,
            [app.rawValue, identifier],
            Self.response
        )
    }

    private static func response(_ row: Row) throws(StoreError) -> ResponseRecord {
        let id: String = row[1]
        let app: String = row[2]
        let acknowledged: Int64? = row[8]
        let reason: String? = row[9]
        let state: ResponseRecord.State
        if let acknowledged {
            state = .acknowledged(Date(storedMilliseconds: acknowledged))
        } else if let reason {
            state = .failed(reason: LocalizableText(stored: reason))
        } else {
            state = .pending
        }
        return ResponseRecord(
            number: row[0],
            app: AppID(app),
            response: NotificationResponse(
                id: id,
                notification: try StoredJSON.value(row[4], of: "the response \(id) to a notification of \(app)"),
                actionIdentifier: row[5],
                text: row[6]
            ),
            notification: DeliveredID(rawValue: row[3]),
            date: Date(storedMilliseconds: row[7]),
            state: state
        )
    }
}
