package import ArgumentParser
import HostAPI

/// `today topics list`: the topics that the person is subscribed to.
package struct TopicsListCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the topics that you are subscribed to.",
        discussion: """
            EXAMPLE
              today topics list --json
            """
    )

    @Flag(help: "Print the topics as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        let topics = try await host.withHost(context) { try await $0.topics() }
        context.console.print(TopicsReport(topics: topics), asJSON: json)
    }
}
