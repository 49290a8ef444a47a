package import ArgumentParser
package import Host
import HostAPI
package import JSON
import Notifications
package import TodayProtocol
import TodayScreen

/// `today list`: the installed apps.
package struct ListCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the installed apps and their widgets.",
        discussion: """
            EXAMPLES
              today list
              today list --json
            """
    )

    @OptionGroup var host: HostOptions

    @Flag(help: "Print everything about the apps as JSON.")
    var json = false

    package init() {}

    package func run(in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        let report = try await host.withHost(context) { client in
            let apps = try await client.apps(language: viewer.language)
            return AppListReport(apps: apps, badges: try await client.notifications(for: viewer).summary.badges)
        }
        context.console.print(report, asJSON: json)
    }
}

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

/// One app, for programs.
enum AppReport {
    /// Everything about an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - badge: The number on its icon; left out if none.
    /// - Returns: An object.
    static func json(_ app: AppDescription, badge: Int? = nil) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(app.id.rawValue),
            "title": .string(app.title),
            "version": .string(app.version),
            "widgets": .array(
                app.widgets.map { widget in
                    [
                        "id": .string(widget.id.rawValue),
                        "title": .string(widget.title),
                        "isOnScreen": .bool(widget.isOnScreen),
                    ]
                }
            ),
            "groups": .array(app.groups.map { .string($0.rawValue) }),
            "urlSchemes": .array(app.urlSchemes.map(JSONValue.string)),
            "declaredHosts": .array(app.declaredHosts.map(JSONValue.string)),
            "allowedHosts": .array(app.allowedHosts.map(JSONValue.string)),
        ]
        members["badge"] = badge.map(JSONValue.integer)
        return .object(members)
    }
}
