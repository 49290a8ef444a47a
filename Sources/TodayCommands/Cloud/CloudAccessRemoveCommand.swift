package import ArgumentParser
import CloudStore

/// `today cloud access remove`: removes rules about topics.
package struct CloudAccessRemoveCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a rule about topics, or all rules of a name."
    )

    @Argument(help: ArgumentHelp("Whose rules; everyone for those about everybody.", valueName: "NAME"))
    var name: String

    @Argument(help: ArgumentHelp("The topic as the rule names it; all rules if left out.", valueName: "TOPIC"))
    var topic: String?

    @Option(help: ArgumentHelp("The folder that holds all state.", valueName: "DIR"))
    var state: String?

    package init() {}

    package func run(in context: CommandContext) async throws {
        try await OpenCloud.with(state, context) { cloud in
            guard try await cloud.store.removeTopicRules(of: AccessName.stored(name), pattern: topic) > 0 else {
                throw CommandError("There is no such rule; list them with: today cloud access list")
            }
        }
    }
}
