import ArgumentParser
import HostModel
import JSON
import LocalAPI
import TodayProtocol

struct ListCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the installed apps and their widgets.",
        discussion: examples("today list", "today list --json", "today list --limits")
    )

    @OptionGroup var host: HostOptions

    @Flag(help: "Print everything about the apps as JSON.")
    var json = false

    @Flag(help: "Show what the processes of each app and widget may use.")
    var limits = false

    func run(with client: HostClient, in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        let apps = try await client.send(ListAppsRequest(language: viewer.language))
        if limits {
            let report = LimitReport(apps: apps, limits: try await client.send(GetProcessLimitsRequest()))
            return context.print(report, asJSON: json)
        }
        let badges = try await client.send(GetNotificationsRequest(for: viewer)).summary.badges
        context.print(AppListReport(apps: apps, badges: badges), asJSON: json)
    }
}

struct AppListReport: Report {
    var apps: [AppDescription]
    /// The badges of the apps; an app without a badge is left out.
    var badges: [AppID: Int] = [:]

    func text(in _: CommandContext) -> String {
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

enum AppReport {
    /// Returns the properties of an app, with the badge on its icon unless that is `nil`.
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

struct LimitReport: Report {
    var apps: [AppDescription]
    var limits: ProcessLimits

    func text(in _: CommandContext) -> String {
        guard !apps.isEmpty else { return "No apps are installed. Install one with: today install PATH.app" }
        let groupSize = "\(limits.groupBytes >> 20) MiB, \(limits.groupFiles) files"
        let programs: [(title: String, memory: Int, app: AppDescription, isWidget: Bool)] = apps.flatMap { app in
            [(title: app.title, memory: limits.appMemory, app: app, isWidget: false)]
                + app.widgets.map { (title: "  \($0.title)", memory: limits.widgetMemory, app: app, isWidget: true) }
        }
        let table = TextTable(
            of: programs,
            ("NAME", { $0.title }),
            ("MEMORY", { "\($0.memory >> 20) MiB" }),
            ("CPU/REQUEST", { _ in Dates.duration(milliseconds: limits.processorSeconds * 1000) }),
            ("PROCESSES", { _ in String(limits.processes) }),
            ("IN DATABASE", { $0.isWidget ? nil : mebibytes(stored(by: $0.app)) }),
            ("TEMPORARY FILES", { _ in String(limits.temporaryFiles) }),
            ("EACH GROUP", { $0.app.groups.isEmpty ? nil : groupSize })
        )
        return """
            \(table.text)
            Each app with its widgets: \(limits.appMemory >> 20) MiB of memory, \(limits.appProcesses) processes, \
            \(limits.appRequests) requests that wait, \(limits.databaseBytes >> 20) MiB in the database
            \(limits.enforcement.enforcementSentence.english)
            """
    }

    var json: JSONValue {
        .members([
            "limits": apps.flatMap { app in
                [object(app.id.rawValue, "app", memory: limits.appMemory, stored: stored(by: app))]
                    + app.widgets.map { object($0.id.rawValue, "widget", memory: limits.widgetMemory) }
            },
            "eachApp": [
                "memory": limits.appMemory, "processes": limits.appProcesses, "requests": limits.appRequests,
                "databaseBytes": limits.databaseBytes,
            ],
            "enforcement": JSONValue.members([
                "controlGroups": limits.enforcement.controllers.map(\.rawValue),
                "sentence": limits.enforcement.enforcementSentence,
            ]),
        ])
    }

    private func stored(by app: AppDescription) -> Int { limits.stored[app.id.rawValue] ?? 0 }

    private func mebibytes(_ bytes: Int) -> String { "\((Double(bytes) / 1_048_576 * 10).rounded() / 10) MiB" }

    private func object(_ id: String, _ kind: String, memory: Int, stored: Int? = nil) -> JSONValue {
        .members([
            "id": id, "kind": kind, "memory": memory, "processorSeconds": limits.processorSeconds,
            "processes": limits.processes, "hostShare": limits.hostShare, "temporaryFiles": limits.temporaryFiles,
            "groupBytes": limits.groupBytes, "groupFiles": limits.groupFiles, "databaseBytes": stored,
        ])
    }
}

struct GroupLimitReport: Report {
    var limits: ProcessLimits

    func text(in _: CommandContext) -> String {
        "Each app group: \(limits.groupBytes >> 20) MiB, \(limits.groupFiles) files"
    }

    var json: JSONValue { .members(["groupBytes": limits.groupBytes, "groupFiles": limits.groupFiles]) }
}
