package import Host
package import JSON
import TodayProtocol

/// The installed apps.
package struct AppListReport: Report {
    /// The apps, in the order to show them.
    package var apps: [AppDescription]

    /// Reports apps.
    package init(apps: [AppDescription]) { self.apps = apps }

    /// A line for each app, and one for each widget below its app's.
    package var text: String {
        guard !apps.isEmpty else { return "No apps are installed. Install one with: today install PATH.app" }
        var table = TextTable("NAME", "IDENTIFIER", "VERSION", "ON SCREEN", "HOSTS")
        for app in apps {
            let hosts = (app.declaredHosts + app.allowedHosts).joined(separator: ", ")
            table.add(app.title, app.id.rawValue, app.version, "", hosts)
            for widget in app.widgets {
                table.add("  \(widget.title)", widget.id.rawValue, "", widget.isOnScreen ? "yes" : "no", "")
            }
        }
        return table.text
    }

    /// An array of apps.
    package var json: JSONValue { .array(apps.map(AppReport.json)) }
}
