import ArgumentParser
import Host
import HostAPIClient
import JSON
import Notifications
import TodayProtocol
import TodayScreen

/// `today list`: lists the installed apps.
struct ListCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the installed apps and their widgets.",
        discussion: """
            EXAMPLES
              today list
              today list --json
              today list --limits
            """
    )

    @OptionGroup var host: HostOptions

    @Flag(help: "Print everything about the apps as JSON.")
    var json = false

    @Flag(help: "Show what the processes of each app and widget may use.")
    var limits = false

    func run(in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        let report: any Report = try await host.withHost(context) { client in
            let apps = try await client.send(ListAppsRequest(language: viewer.language))
            if limits { return LimitReport(apps: apps, limits: try await client.send(GetProcessLimitsRequest())) }
            return AppListReport(
                apps: apps,
                badges: try await client.send(GetNotificationsRequest(for: viewer)).summary.badges
            )
        }
        context.console.print(report, asJSON: json)
    }
}

/// The installed apps.
struct AppListReport: Report {
    /// The apps, in display order.
    var apps: [AppDescription]
    /// The badges of the apps; an app without a badge is left out.
    var badges: [AppID: Int] = [:]

    /// A line for each app, and below it one for each of its widgets.
    var text: String {
        guard !apps.isEmpty else { return "No apps are installed. Install one with: today install PATH.app" }
        var table = TextTable("NAME", "IDENTIFIER", "VERSION", "BADGE", "ON SCREEN", "SIZE", "HOSTS")
        for app in apps {
            let hosts = (app.declaredHosts + app.allowedHosts).joined(separator: ", ")
            let badge = badges[app.id].map { $0 == 0 ? "" : String($0) } ?? ""
            table.add(app.title, app.id.rawValue, app.version, badge, "", "", hosts)
            for widget in app.widgets {
                let isOnScreen = widget.isOnScreen ? "yes" : "no"
                table.add("  \(widget.title)", widget.id.rawValue, "", "", isOnScreen, widget.family.rawValue, "")
            }
        }
        return table.text
    }

    var json: JSONValue { .array(apps.map { AppReport.json($0, badge: badges[$0.id] ?? 0) }) }
}

/// One app as JSON.
enum AppReport {
    /// Returns the properties of an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - badge: The badge on its icon; left out of the result if `nil`.
    /// - Returns: A JSON object.
    static func json(_ app: AppDescription, badge: Int? = nil) -> JSONValue {
        .members([
            "id": app.id, "title": app.title, "version": app.version,
            "widgets": JSONValue.list(app.widgets) {
                ["id": $0.id, "title": $0.title, "isOnScreen": $0.isOnScreen, "size": $0.family]
            },
            "groups": app.groups, "urlSchemes": app.urlSchemes, "declaredHosts": app.declaredHosts,
            "allowedHosts": app.allowedHosts, "signer": app.signer, "badge": badge, "unsupported": app.unsupported,
        ])
    }
}
