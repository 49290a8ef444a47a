import GRDB
import JSON
import SQLiteSupport
package import TodayProtocol

extension DurableReader {
    /// Reads an app's categories, in the order in which it set them.
    ///
    /// One that cannot be read is passed over, and named in the log.
    package func categories(of app: AppID) throws -> [NotificationCategory] {
        let values = try readableRow(
            "SELECT categories FROM notificationCategories WHERE appID = ?",
            [app.rawValue]
        ) { row throws(StoreError) in
            try StoredJSON.value(row[0], as: [JSONValue].self, of: "the categories of \(app)")
        }
        return (values ?? []).enumerated().compactMap { index, value in
            sound { () throws(StoreError) in
                do {
                    return try value.decode(NotificationCategory.self)
                } catch {
                    throw StoreError.damaged("category \(index + 1) of \(app)")
                }
            }
        }
    }

    /// Reads an app's badge; 0 for none.
    package func badge(of app: AppID) throws -> Int {
        try database.row("SELECT number FROM badge WHERE appID = ?", [app.rawValue])?[0] ?? 0
    }

    /// Reads the badges that are not 0.
    package func badges() throws -> [AppID: Int] {
        let rows = try database.rows("SELECT appID, number FROM badge")
        return Dictionary(uniqueKeysWithValues: rows.map { (AppID($0[0]), $0[1]) })
    }

    /// Reads what an app asked for and what the person allows it; one that never asked is not determined.
    package func notificationSettings(of app: AppID) throws -> AppNotificationSettings {
        try database.row(
            "SELECT appID, authorization, wanted, allowed, answered FROM notificationSettings WHERE appID = ?",
            [app.rawValue]
        ).map(Self.notificationSettings)
            ?? AppNotificationSettings(app: app, authorization: .notDetermined, wanted: [], allowed: [])
    }

    /// Reads the settings of every app that asked or was decided about, in the order in which they last asked for something
    /// new.
    package func notificationSettings() throws -> [AppNotificationSettings] {
        try database.rows(
            "SELECT appID, authorization, wanted, allowed, answered FROM notificationSettings ORDER BY asked, appID"
        ).map(Self.notificationSettings)
    }

    private static func notificationSettings(_ row: Row) -> AppNotificationSettings {
        AppNotificationSettings(
            app: AppID(row[0]),
            authorization: NotificationSettings.Authorization(rawValue: row[1]) ?? .notDetermined,
            wanted: StoredOptions.value(row[2]),
            allowed: StoredOptions.value(row[3]),
            answered: StoredOptions.value(row[4])
        )
    }
}
