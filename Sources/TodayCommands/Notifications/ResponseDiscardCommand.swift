package import ArgumentParser
import HostAPI
import Notifications

/// `today notifications discard`: forgets what an app failed at.
package struct ResponseDiscardCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Forget what an app failed at; it is not done.",
        discussion: """
            EXAMPLES
              today notifications discard 5c2e81f0
            """
    )

    @OptionGroup var response: FailedResponseArgument
    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        try await host.withHost(context) { client in
            try await client.discardResponse(try await response.find(client, for: viewer).id)
        }
    }
}
