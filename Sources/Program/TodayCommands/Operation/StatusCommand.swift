import ArgumentParser
import CardRendering
import HostDaemon
import HostModel
import JSON
import LocalAPI

struct StatusCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether Today is running, where, and what it uses.",
        discussion: """
            Ends with status 4 if Today is not running on the state folder. “today doctor” examines the machine as well.

            EXAMPLES
              today status
              today status --json
            """
    )

    @Flag(help: "Print the status as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let folder = try StateLocation(option: host.state, context: context).stateDirectory
        let viewer = try host.viewer(context)
        let report = StatusReport(
            version: try await client.send(GetVersionRequest()),
            cloud: try await client.send(GetCloudStatusRequest()),
            apps: try await client.send(ListAppsRequest(language: viewer.language)),
            warnings: try await client.send(GetScreenRequest(for: viewer, opens: false, settle: .zero)).warnings
                .map(\.english),
            stateDirectory: folder,
            storage: try await client.send(GetStorageUsageRequest()),
            limits: try await client.send(GetProcessLimitsRequest()).enforcement.enforcementSentence.english
        )
        context.print(report, asJSON: json)
    }
}

struct StatusReport: Report {
    var version: VersionReply
    var cloud: CloudStatus
    var apps: [AppDescription]
    var warnings: [String]
    var stateDirectory: String
    /// The disk space that the state folder takes, in bytes.
    var storage: Int
    var limits: String

    func text(in context: CommandContext) -> String {
        let dates = context.dates
        let shown = apps.flatMap(\.widgets).count(where: \.isOnScreen)
        var table = TextTable("TODAY", version.version)
        table.add("Running", "since \(dates.display(version.started)), process \(version.pid)")
        if let url = version.url { table.add("Address", "\(url) (sign in a browser with: today link)") }
        table.add("Apps", "\(apps.count), with \(shown) \(shown == 1 ? "widget" : "widgets") on the screen")
        table.add("Cloud", CloudStatusReport(status: cloud).text(in: context))
        table.add("State", "\(stateDirectory), \(Dates.memory(storage))")
        table.add("Limits", limits)
        let warnings = warnings.map { "Warning: \(TerminalText.safe($0))" }
        return ([table.text] + warnings + [dates.zoneLine]).joined(separator: "\n")
    }

    var json: JSONValue {
        .members([
            "version": version.version, "pid": version.pid, "started": version.started, "url": version.url,
            "apps": apps.count, "widgets": apps.flatMap(\.widgets).count(where: \.isOnScreen),
            "cloud": CloudStatusReport(status: cloud).json, "state": stateDirectory, "storage": storage,
            "limits": limits, "warnings": warnings,
        ])
    }
}
