package import ArgumentParser
import Host
import HostAPIClient
package import JSON
import TodayProtocol
package import TodayScreen

/// `today why`: explains the newest updates of a widget.
package struct WhyCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Show when and why a widget was updated, how it ended and what it took.",
        discussion: """
            EXAMPLES
              today why Weather
              today why Weather --limit 100 --json
            """
    )

    @Argument(help: ArgumentHelp("The widget's bundle identifier or name.", valueName: "WIDGET"))
    var widget: String

    @Option(help: ArgumentHelp("How many updates to show at most, 1 to 1000.", valueName: "N"))
    var limit = 20

    @Flag(help: "Print the updates as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit is a number from 1 to 1000.") }
    }

    package func run(in context: CommandContext) async throws {
        let entries = try await host.withHost(context) { client in
            try await client.send(GetLedgerRequest(of: try await client.send(FindWidgetRequest(widget)), limit: limit))
        }
        context.console.print(LedgerReport(entries: entries, zone: context.zone), asJSON: json)
    }
}

/// The newest updates of a widget.
package struct LedgerReport: Report {
    /// The updates, the newest first.
    package var entries: [LedgerEntry]
    /// The time zone for times.
    package var zone: String

    package init(entries: [LedgerEntry], zone: String) {
        self.entries = entries
        self.zone = zone
    }

    /// A line for each update.
    package var text: String {
        guard !entries.isEmpty else { return "The widget has not been updated yet." }
        let dates = Dates(zone: zone)
        var table = TextTable("TIME", "WHY", "OUTCOME", "TOOK", "PEAK MEMORY", "")
        for entry in entries {
            table.add(
                dates.display(entry.date),
                entry.reasons.map(\.rawValue).sorted().joined(separator: ", "),
                entry.outcome.rawValue,
                Dates.duration(milliseconds: entry.milliseconds),
                entry.peakMemory.map(Dates.memory) ?? "",
                entry.message ?? ""
            )
        }
        return table.text
    }

    package var json: JSONValue {
        .array(
            entries.map { entry in
                var members: [String: JSONValue] = [
                    "date": .string(Dates.iso8601(entry.date)),
                    "reasons": .array(entry.reasons.map(\.rawValue).sorted().map(JSONValue.string)),
                    "outcome": .string(entry.outcome.rawValue),
                    "milliseconds": .real(entry.milliseconds),
                ]
                members["peakMemory"] = entry.peakMemory.map(JSONValue.integer)
                members["message"] = entry.message.map(JSONValue.string)
                return .object(members)
            }
        )
    }
}
