package import ArgumentParser
import CloudStore

/// `today cloud access list`: shows the rules about topics and the tokens.
package struct CloudAccessListCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the rules about topics, and the tokens without their secrets."
    )

    @Option(help: ArgumentHelp("The folder that holds all state.", valueName: "DIR"))
    var state: String?

    @Flag(help: "Print the list as JSON.")
    var json = false

    package init() {}

    package func run(in context: CommandContext) async throws {
        let report = try await OpenCloud.with(state, context) { cloud in
            CloudAccessReport(
                rules: try await cloud.store.topicRules(),
                tokens: try await cloud.store.topicTokens()
            )
        }
        context.console.print(report, asJSON: json)
    }
}
