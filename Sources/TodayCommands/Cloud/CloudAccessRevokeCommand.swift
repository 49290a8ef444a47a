package import ArgumentParser
import CloudStore

/// `today cloud access revoke`: makes tokens for topics void.
package struct CloudAccessRevokeCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Make the tokens of a name void, or one of them.",
        discussion: "A cloud that runs refuses them at once; their streams end within a minute."
    )

    @Argument(help: ArgumentHelp("The name.", valueName: "NAME"))
    var name: String

    @Option(help: ArgumentHelp("The label of the one token to revoke.", valueName: "TEXT"))
    var label: String?

    @Option(help: ArgumentHelp("The folder that holds all state.", valueName: "DIR"))
    var state: String?

    package init() {}

    package func run(in context: CommandContext) async throws {
        try await OpenCloud.with(state, context) { cloud in
            guard try await cloud.store.revokeTopicTokens(of: name, label: label) > 0 else {
                throw CommandError("\(name) has no such token; list them with: today cloud access list")
            }
        }
    }
}
