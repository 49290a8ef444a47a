package import ArgumentParser
import HostAPI

/// `today topics add`: subscribes to a topic.
package struct TopicsAddCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Subscribe to a topic.",
        discussion: """
            EXAMPLE
              today topics add alerts
            """
    )

    @Argument(help: ArgumentHelp("The topic.", valueName: "TOPIC"), transform: TopicArgument.name)
    var topic: String

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        try await host.withHost(context) { try await $0.setTopic(topic, subscribed: true) }
    }
}
