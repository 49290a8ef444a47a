import Host
import HostModel
import JSON
import ProcessHost
import TodayProtocol

/// The resource limits of the installed apps and widgets, for `today list --limits`.
struct LimitReport: Report {
    /// The apps, in display order.
    var apps: [AppDescription]
    var limits: ProcessLimits

    /// A line for each app, and below it one for each of its widgets; then the limits of an app as a whole, and their
    /// enforcement.
    var text: String {
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

    /// The limits of each app and each widget.
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

/// The storage limit of each group's folder.
struct GroupLimitReport: Report {
    var limits: ProcessLimits

    var text: String { "Each app group: \(limits.groupBytes >> 20) MiB, \(limits.groupFiles) files" }

    var json: JSONValue { .members(["groupBytes": limits.groupBytes, "groupFiles": limits.groupFiles]) }
}
