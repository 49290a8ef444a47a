package import ArgumentParser
import HostAPI

/// `today why`: the newest updates of a widget.
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
            try await client.ledger(of: try await client.findWidget(widget), limit: limit)
        }
        context.console.print(LedgerReport(entries: entries, zone: context.zone), asJSON: json)
    }
}
