package import JSON
package import Notifications
import TodayProtocol

/// What every app may do to get the person's attention.
package struct SettingsReport: Report {
    /// The apps, by name.
    package var apps: [AppNotificationDescription]

    /// Reports apps.
    package init(apps: [AppNotificationDescription]) { self.apps = apps }

    /// A line for each app.
    package var text: String {
        guard !apps.isEmpty else { return "No app has asked to notify you." }
        return AppSettingsReport.table(apps)
    }

    /// An array of apps.
    package var json: JSONValue { .array(apps.map { AppSettingsReport(app: $0).json }) }
}
