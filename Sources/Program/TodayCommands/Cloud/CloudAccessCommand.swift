import ArgumentParser
import CloudStorage
import Foundation
import JSON

/// `today cloud access`: groups the commands about access to topics.
struct CloudAccessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "access",
        abstract: "Control who may publish and subscribe to topics.",
        discussion: """
            A rule is about a name, or about everyone, and a topic, in which each * stands for any text. Rules about a name
            take precedence over those about everyone, and longer patterns over shorter ones. If no rule matches,
            everything is allowed if only this machine can reach the cloud, and otherwise nothing; “today cloud --topics”
            changes this.

            EXAMPLES
              today cloud access set ada alerts read-only        Let ada's hosts and programs read alerts
              today cloud access set everyone 'up*' write-only
              today cloud access token backup                    Print a token with which a program is called backup
              today cloud access list
              today cloud access remove ada alerts
              today cloud access revoke backup
            """,
        subcommands: [
            CloudAccessListCommand.self, CloudAccessSetCommand.self, CloudAccessRemoveCommand.self,
            CloudAccessTokenCommand.self, CloudAccessRevokeCommand.self,
        ],
        defaultSubcommand: CloudAccessListCommand.self
    )
}

/// `today cloud access list`: shows the rules about topics and the tokens.
struct CloudAccessListCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the rules about topics, and the tokens without their secrets."
    )

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the list as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let report = try await OpenCloudState.with(location, context) { cloud in
            CloudAccessReport(
                rules: try await cloud.store.topicRules(),
                tokens: try await cloud.store.topicTokens(),
                zone: context.zone
            )
        }
        context.console.print(report, asJSON: json)
    }
}

/// The rules about topics, and the tokens without their secrets.
struct CloudAccessReport: Report {
    var rules: [TopicRule]
    var tokens: [TopicToken]
    var zone: String

    /// A line for each rule, and one for each token.
    var text: String {
        var parts: [String] = []
        if rules.isEmpty {
            parts.append("There are no rules. Make one with: today cloud access set NAME TOPIC RIGHTS")
        } else {
            let table = TextTable(
                of: rules,
                ("NAME", { AccessName.shown($0.who) }),
                ("TOPIC", \.pattern),
                ("RIGHTS", \.rights.rawValue)
            )
            parts.append(table.text)
        }
        if !tokens.isEmpty {
            let dates = Dates(zone: zone)
            let table = TextTable(
                of: tokens,
                ("TOKEN OF", \.name),
                ("LABEL", \.label),
                ("EXPIRES", { $0.expires.map(dates.display) ?? "never" })
            )
            parts.append(table.text(with: dates, hasDates: tokens.contains { $0.expires != nil }))
        }
        return parts.joined(separator: "\n\n")
    }

    /// An object with `rules` (`name`, `topic`, `rights`) and `tokens` (`name`, `label`, `expires`).
    var json: JSONValue {
        .members([
            "rules": JSONValue.list(rules) {
                ["name": AccessName.shown($0.who), "topic": $0.pattern, "rights": $0.rights.rawValue]
            },
            "tokens": JSONValue.list(tokens) {
                ["name": $0.name, "label": $0.label, "expires": ($0.expires?.formatted(.iso8601)).orNull]
            },
        ])
    }
}
