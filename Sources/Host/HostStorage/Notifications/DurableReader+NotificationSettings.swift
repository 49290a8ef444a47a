import GRDB
package import HostModel
import JSON
import SQLiteSupport
package import TodayProtocol

extension DurableReader {
    private static let settingsColumns = "appID, authorization, wanted, allowed, answered, alertStyle, isQuiet"

    /// Reads an app's categories in the order in which the app set them; damaged ones are skipped and logged.
    package func categories(of app: AppID) throws -> [NotificationCategory] {
        let values = try readableRow(
            "SELECT categories FROM notificationCategories WHERE appID = ?",
            [app.rawValue]
        ) { row throws(StoreError) in
            try StoredJSON.value(row[0], as: [JSONValue].self, of: "the categories of \(app)")
        }
        return (values ?? []).enumerated().compactMap { index, value in
            readable { () throws(StoreError) in
                do {
                    return try value.decode(NotificationCategory.self)
                } catch {
                    throw StoreError.damaged("category \(index + 1) of \(app)")
                }
            }
        }
    }

    /// Reads an app's badge; 0 if it has none.
    package func badge(of app: AppID) throws -> Int {
        try database.row("SELECT number FROM badge WHERE appID = ?", [app.rawValue])?[0] ?? 0
    }

    /// Reads the badges that are not 0.
    package func badges() throws -> [AppID: Int] {
        let rows = try database.rows("SELECT appID, number FROM badge")
        return Dictionary(uniqueKeysWithValues: rows.map { (AppID($0[0]), $0[1]) })
    }

    /// Reads an app's settings, which are `notDetermined` until the app requests authorization.
    package func notificationSettings(of app: AppID) throws -> AppNotificationSettings {
        try database.row(
            "SELECT \(Self.settingsColumns) FROM notificationSettings WHERE appID = ?",
            [app.rawValue]
        ).map(Self.notificationSettings)
            ?? AppNotificationSettings(app: app, authorization: .notDetermined, wanted: [], allowed: [])
    }

    /// Reads the settings of all apps that have any, in the order of their last requests for new options.
    package func notificationSettings() throws -> [AppNotificationSettings] {
        try database.rows(
            "SELECT \(Self.settingsColumns) FROM notificationSettings ORDER BY asked, appID"
        ).map(Self.notificationSettings)
    }

    private static func notificationSettings(_ row: Row) -> AppNotificationSettings {
        AppNotificationSettings(
            app: AppID(row[0]),
            authorization: NotificationSettings.Authorization(rawValue: row[1]) ?? .notDetermined,
            wanted: StoredOptions.value(row[2]),
            allowed: StoredOptions.value(row[3]),
            answered: StoredOptions.value(row[4]),
            alertStyle: NotificationAlertStyle(rawValue: row[5]) ?? .banner,
            isQuiet: row[6]
        )
    }
}
