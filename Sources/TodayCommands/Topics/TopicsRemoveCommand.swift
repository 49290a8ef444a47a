package import ArgumentParser
import HostAPI

/// `today topics remove`: ends the subscription to a topic.
package struct TopicsRemoveCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "End the subscription to a topic.",
        discussion: """
            EXAMPLE
              today topics remove alerts
            """
    )

    @Argument(help: ArgumentHelp("The topic.", valueName: "TOPIC"), transform: TopicArgument.name)
    var topic: String

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        try await host.withHost(context) { try await $0.setTopic(topic, subscribed: false) }
    }
}
