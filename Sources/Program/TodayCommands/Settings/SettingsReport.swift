import HostStorage
package import JSON
package import Notifications
import TodayProtocol

/// The notification settings of every app.
package struct SettingsReport: Report {
    /// The apps, ordered by name.
    package var apps: [AppNotificationDescription]
    package var quietHours: QuietHours
    /// The formatter of the text.
    package var formatter: TerminalFormatter

    package init(
        apps: [AppNotificationDescription],
        quietHours: QuietHours = .initial,
        formatter: TerminalFormatter
    ) {
        self.apps = apps
        self.quietHours = quietHours
        self.formatter = formatter
    }

    /// A line for each app, and the quiet hours if they are on.
    package var text: String {
        let table = apps.isEmpty ? "No app has asked to notify you." : AppSettingsReport.table(apps, formatter)
        return quietHours.isOn ? "\(table)\n\(QuietHoursReport(quietHours: quietHours).text)" : table
    }

    package var json: JSONValue { .array(apps.map { AppSettingsReport(app: $0, formatter: formatter).json }) }
}

package struct QuietHoursReport: Report {
    package var quietHours: QuietHours

    package init(quietHours: QuietHours) { self.quietHours = quietHours }

    package var text: String { "Quiet hours: \(quietHours.isOn ? quietHours.text : "off")" }

    /// The state of the quiet hours, and their times.
    package var json: JSONValue {
        [
            "isOn": .bool(quietHours.isOn), "from": .string(QuietHours.text(quietHours.from)),
            "to": .string(QuietHours.text(quietHours.to)),
        ]
    }
}

/// The notification settings of one app.
package struct AppSettingsReport: Report {
    package var app: AppNotificationDescription
    /// The formatter of the text.
    package var formatter: TerminalFormatter

    package init(app: AppNotificationDescription, formatter: TerminalFormatter) {
        self.app = app
        self.formatter = formatter
    }

    /// A table with one line.
    package var text: String { Self.table([app], formatter) }

    /// The app, the person's answer, the requested options, the enabled options, and the appearance.
    package var json: JSONValue {
        [
            "app": .string(app.settings.app.rawValue),
            "title": .string(app.title),
            "authorization": .string(app.settings.authorization.rawValue),
            "wanted": .array(app.settings.wanted.map(\.rawValue).sorted().map(JSONValue.string)),
            "allowed": .array(app.settings.allowed.map(\.rawValue).sorted().map(JSONValue.string)),
            "alertStyle": .string(app.settings.alertStyle.rawValue),
            "isQuiet": .bool(app.settings.isQuiet),
        ]
    }

    /// Returns a line for each app, with its options below it if the output is narrow.
    static func table(_ apps: [AppNotificationDescription], _ formatter: TerminalFormatter) -> String {
        if formatter.isNarrow { return narrowTable(apps, formatter) }
        var table = TextTable("APP", "NOTIFICATIONS", "ALERTS", "SOUNDS", "BADGES", "STYLE")
        for app in apps {
            let settings = app.settings
            let word = word(settings)
            let switches = [NotificationAuthorizationOption.alert, .sound, .badge].map { option in
                guard settings.authorization == .authorized else { return "-" }
                return settings.allowed.contains(option) ? "on" : "off"
            }
            table.add(app.title, word, switches[0], switches[1], switches[2], style(settings))
        }
        return table.text
    }

    private static func narrowTable(_ apps: [AppNotificationDescription], _ formatter: TerminalFormatter) -> String {
        var table = TextTable("APP", "NOTIFICATIONS")
        for app in apps {
            table.add(formatter.cut(app.title, to: formatter.width - 25), word(app.settings))
            guard app.settings.authorization == .authorized else { continue }
            let names: [(NotificationAuthorizationOption, String)] = [
                (.alert, "alerts"), (.sound, "sounds"), (.badge, "badges"),
            ]
            let on = names.filter { app.settings.allowed.contains($0.0) }.map(\.1)
            table.add("", on.isEmpty ? "nothing" : on.joined(separator: ", "))
            if app.settings.isQuiet || app.settings.alertStyle != .banner {
                table.add("", "style \(style(app.settings))")
            }
        }
        return table.text
    }

    private static func style(_ settings: AppNotificationSettings) -> String {
        guard settings.authorization == .authorized, settings.allowed.contains(.alert) else { return "-" }
        return settings.isQuiet ? "quiet" : settings.alertStyle.rawValue
    }

    private static func word(_ settings: AppNotificationSettings) -> String {
        switch settings.authorization {
        case .authorized: "allowed"
        case .denied: "denied"
        case .notDetermined: settings.wanted.isEmpty ? "not asked" : "to be answered"
        }
    }
}
