import HostStore
package import JSON
package import Notifications
import TodayProtocol

/// What one app may do to get the person's attention.
package struct AppSettingsReport: Report {
    /// The app.
    package var app: AppNotificationDescription

    /// Reports an app.
    package init(app: AppNotificationDescription) { self.app = app }

    /// A table with one line.
    package var text: String { Self.table([app]) }

    /// The app, what the person said, what the app asked for, and what is switched on.
    package var json: JSONValue {
        [
            "app": .string(app.settings.app.rawValue),
            "title": .string(app.title),
            "authorization": .string(app.settings.authorization.rawValue),
            "wanted": .array(app.settings.wanted.map(\.rawValue).sorted().map(JSONValue.string)),
            "allowed": .array(app.settings.allowed.map(\.rawValue).sorted().map(JSONValue.string)),
        ]
    }

    /// A line for each app.
    static func table(_ apps: [AppNotificationDescription]) -> String {
        var table = TextTable("APP", "NOTIFICATIONS", "ALERTS", "SOUNDS", "BADGES")
        for app in apps {
            let settings = app.settings
            let word =
                switch settings.authorization {
                case .authorized: "allowed"
                case .denied: "denied"
                case .notDetermined: settings.wanted.isEmpty ? "not asked" : "to be answered"
                }
            let switches = [NotificationAuthorizationOption.alert, .sound, .badge].map { option in
                guard settings.authorization == .authorized else { return "-" }
                return settings.allowed.contains(option) ? "on" : "off"
            }
            table.add(app.title, word, switches[0], switches[1], switches[2])
        }
        return table.text
    }
}
