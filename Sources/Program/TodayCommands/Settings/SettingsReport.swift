import HostStorage
package import JSON
package import Notifications
import TodayProtocol

/// What every app may do to get the person's attention.
package struct SettingsReport: Report {
    /// The apps, by name.
    package var apps: [AppNotificationDescription]
    /// How the text looks.
    package var look: TerminalFormatter

    /// Reports apps.
    package init(apps: [AppNotificationDescription], look: TerminalFormatter) {
        self.apps = apps
        self.look = look
    }

    /// A line for each app.
    package var text: String {
        guard !apps.isEmpty else { return "No app has asked to notify you." }
        return AppSettingsReport.table(apps, look)
    }

    /// An array of apps.
    package var json: JSONValue { .array(apps.map { AppSettingsReport(app: $0, look: look).json }) }
}

/// What one app may do to get the person's attention.
package struct AppSettingsReport: Report {
    /// The app.
    package var app: AppNotificationDescription
    /// How the text looks.
    package var look: TerminalFormatter

    /// Reports an app.
    package init(app: AppNotificationDescription, look: TerminalFormatter) {
        self.app = app
        self.look = look
    }

    /// A table with one line.
    package var text: String { Self.table([app], look) }

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

    /// A line for each app; where there is little room, what is switched on stands below it.
    static func table(_ apps: [AppNotificationDescription], _ look: TerminalFormatter) -> String {
        if look.isNarrow { return narrowTable(apps, look) }
        var table = TextTable("APP", "NOTIFICATIONS", "ALERTS", "SOUNDS", "BADGES")
        for app in apps {
            let settings = app.settings
            let word = word(settings)
            let switches = [NotificationAuthorizationOption.alert, .sound, .badge].map { option in
                guard settings.authorization == .authorized else { return "-" }
                return settings.allowed.contains(option) ? "on" : "off"
            }
            table.add(app.title, word, switches[0], switches[1], switches[2])
        }
        return table.text
    }

    private static func narrowTable(_ apps: [AppNotificationDescription], _ look: TerminalFormatter) -> String {
        var table = TextTable("APP", "NOTIFICATIONS")
        for app in apps {
            table.add(look.cut(app.title, to: look.width - 25), word(app.settings))
            guard app.settings.authorization == .authorized else { continue }
            let names: [(NotificationAuthorizationOption, String)] = [
                (.alert, "alerts"), (.sound, "sounds"), (.badge, "badges"),
            ]
            let on = names.filter { app.settings.allowed.contains($0.0) }.map(\.1)
            table.add("", on.isEmpty ? "nothing" : on.joined(separator: ", "))
        }
        return table.text
    }

    private static func word(_ settings: AppNotificationSettings) -> String {
        switch settings.authorization {
        case .authorized: "allowed"
        case .denied: "denied"
        case .notDetermined: settings.wanted.isEmpty ? "not asked" : "to be answered"
        }
    }
}
