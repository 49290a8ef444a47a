import ArgumentParser
import CardRendering
import HostModel
import JSON
import LocalAPI

struct TopicsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topics",
        abstract: "Subscribe to topics, whose messages become notifications.",
        discussion: """
            Anyone who may publish to a topic of the cloud that Today is linked to notifies all its subscribers. Topics of
            other servers, such as ntfy.sh, cannot be subscribed to. A subscription applies to all devices of the person.

            EXAMPLES
              today topics                 List the subscriptions
              today topics add alerts
              today topics remove alerts
            """,
        subcommands: [TopicsListCommand.self, TopicsAddCommand.self, TopicsRemoveCommand.self],
        defaultSubcommand: TopicsListCommand.self
    )
}

enum TopicArgument {
    /// Parses an argument of 1 to 64 characters of `A-Za-z0-9_-`, like a topic of ntfy.
    ///
    /// - Throws: A validation error that describes the form of a name, and for an address which topics there are.
    static func name(_ text: String) throws -> String {
        if text.contains("/") {
            throw ValidationError(
                "give the topic's name alone, not “\(text)”: topics are those of the cloud that Today is linked to, and "
                    + "not of another server"
            )
        }
        guard text.wholeMatch(of: /[A-Za-z0-9_-]{1,64}/) != nil else {
            throw ValidationError("a topic's name has 1 to 64 letters, digits, - and _")
        }
        return text
    }
}

struct TopicsListCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the topics that you are subscribed to.",
        discussion: examples("today topics list --json")
    )

    @Flag(help: "Print the topics as JSON.")
    var json = false

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        let topics = try await client.send(ListTopicsRequest())
        let none = "There are no subscriptions. Add one with: today topics add NAME"
        let text = topics.isEmpty ? none : topics.map(TerminalText.safe).joined(separator: "\n")
        context.print(text, orJSONOf: topics, asJSON: json)
    }
}

struct TopicsAddCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Subscribe to a topic.",
        discussion: examples("today topics add alerts"),
        aliases: ["subscribe"]
    )

    @Argument(help: .value("TOPIC", "The topic."), transform: TopicArgument.name)
    var topic: String

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        try await client.send(SetTopicRequest(topic, subscribed: true))
        context.console.printError("You are subscribed to \(topic).")
    }
}

struct TopicsRemoveCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "End the subscription to a topic.",
        discussion: examples("today topics remove alerts"),
        aliases: ["unsubscribe"]
    )

    @Argument(help: .value("TOPIC", "The topic."), transform: TopicArgument.name)
    var topic: String

    @OptionGroup var host: HostOptions

    func run(with client: HostClient, in context: CommandContext) async throws {
        guard try await client.send(ListTopicsRequest()).contains(topic) else {
            throw CommandError("You are not subscribed to \(topic). “today topics” lists your subscriptions.")
        }
        try await client.send(SetTopicRequest(topic, subscribed: false))
        context.console.printError("You are no longer subscribed to \(topic).")
    }
}
