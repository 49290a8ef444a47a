package import Host
package import JSON
package import TodayProtocol

/// The installed apps.
package struct AppListReport: Report {
    /// The apps, in the order to show them.
    package var apps: [AppDescription]
    /// The numbers on their icons; 0 for those that are left out.
    package var badges: [AppID: Int]

    /// Reports apps.
    package init(apps: [AppDescription], badges: [AppID: Int] = [:]) {
        self.apps = apps
        self.badges = badges
    }

    /// A line for each app, and one for each widget below its app's.
    package var text: String {
        guard !apps.isEmpty else { return "No apps are installed. Install one with: today install PATH.app" }
        var table = TextTable("NAME", "IDENTIFIER", "VERSION", "BADGE", "ON SCREEN", "HOSTS")
        for app in apps {
            let hosts = (app.declaredHosts + app.allowedHosts).joined(separator: ", ")
            let badge = badges[app.id].map { $0 == 0 ? "" : String($0) } ?? ""
            table.add(app.title, app.id.rawValue, app.version, badge, "", hosts)
            for widget in app.widgets {
                table.add("  \(widget.title)", widget.id.rawValue, "", "", widget.isOnScreen ? "yes" : "no", "")
            }
        }
        return table.text
    }

    /// An array of apps.
    package var json: JSONValue { .array(apps.map { AppReport.json($0, badge: badges[$0.id] ?? 0) }) }
}
