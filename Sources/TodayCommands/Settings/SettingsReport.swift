package import JSON
package import Notifications
import TodayProtocol

/// What every app may do to get the person's attention.
package struct SettingsReport: Report {
    /// The apps, by name.
    package var apps: [AppNotificationDescription]
    /// How the text looks.
    package var look: TerminalLook

    /// Reports apps.
    package init(apps: [AppNotificationDescription], look: TerminalLook) {
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
