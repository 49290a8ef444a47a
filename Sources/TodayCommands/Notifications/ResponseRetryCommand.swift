package import ArgumentParser
import HostAPI
import Notifications

/// `today notifications retry`: has an app asked again for what it failed at.
package struct ResponseRetryCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Ask an app again to do what it failed at.",
        discussion: """
            EXAMPLES
              today notifications list
              today notifications retry 5c2e81f0
            """
    )

    @OptionGroup var response: FailedResponseArgument
    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        let viewer = try host.viewer(context)
        try await host.withHost(context) { client in
            try await client.retryResponse(try await response.find(client, for: viewer).id)
        }
    }
}
