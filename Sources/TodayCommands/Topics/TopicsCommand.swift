package import ArgumentParser

/// `today topics`: holds the commands about topics; by itself it lists them.
package struct TopicsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "topics",
        abstract: "Subscribe to topics, whose messages become notifications.",
        discussion: """
            Whoever may publish to a topic of the cloud notifies everybody who is subscribed to it. A subscription holds
            for all devices of the person.

            EXAMPLES
              today topics                 List the subscriptions
              today topics add alerts
              today topics remove alerts
            """,
        subcommands: [TopicsListCommand.self, TopicsAddCommand.self, TopicsRemoveCommand.self],
        defaultSubcommand: TopicsListCommand.self
    )

    package init() {}
}
