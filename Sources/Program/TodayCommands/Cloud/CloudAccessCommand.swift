import ArgumentParser
import CloudDaemon
import CloudStorage
import Foundation
import JSON

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

struct CloudAccessListCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the rules about topics, and the tokens without their secrets."
    )

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the list as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let report = try await location.withCloud(context) { cloud in
            CloudAccessReport(
                rules: try await cloud.store.topicRules(),
                tokens: try await cloud.store.topicTokens()
            )
        }
        context.print(report, asJSON: json)
    }
}

struct CloudAccessReport: Report {
    var rules: [TopicRule]
    var tokens: [TopicToken]

    func text(in context: CommandContext) -> String {
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
            let dates = context.dates
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

struct CloudAccessSetCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set what a person or a program may do with topics.",
        discussion: "A running cloud applies it at once; streams that are no longer allowed end within a minute."
    )

    @Argument(help: .value("NAME", "A person, a program with a token, or everyone."))
    var name: String

    @Argument(help: .value("TOPIC", "The topic; each * stands for any text."))
    var topic: String

    @Argument(help: .value("RIGHTS", "read-write, read-only, write-only or deny."))
    var rights: String

    @OptionGroup var location: CloudStateOption

    func validate() throws {
        if let mistake = AccessName.mistake(in: name) ?? AccessName.mistake(inPattern: topic) {
            throw ValidationError(mistake)
        }
        guard TopicRights(rawValue: rights) != nil else {
            throw ValidationError("RIGHTS is read-write, read-only, write-only or deny.")
        }
    }

    func run(in context: CommandContext) async throws {
        guard let rights = TopicRights(rawValue: rights) else { return }
        try await location.withCloud(context) { cloud in
            try await cloud.store.set(TopicRule(who: AccessName.stored(name), pattern: topic, rights: rights))
        }
    }
}

struct CloudAccessRemoveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a rule about topics, or all rules of a name."
    )

    @Argument(help: .value("NAME", "The name in the rules; everyone for the rules about everyone."))
    var name: String

    @Argument(help: .value("TOPIC", "The topic in the rule; all rules of the name if left out."))
    var topic: String?

    @OptionGroup var location: CloudStateOption

    func run(in context: CommandContext) async throws {
        try await location.withCloud(context) { cloud in
            guard try await cloud.store.removeTopicRules(of: AccessName.stored(name), pattern: topic) > 0 else {
                throw CommandError("There is no such rule; list them with: today cloud access list")
            }
        }
    }
}

struct CloudAccessTokenCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Print an access token for a program.",
        discussion: """
            Programs send it as clients of ntfy do: as a bearer token, or as the password that goes with the name. It is
            shown only once.
            """
    )

    @Argument(help: .value("NAME", "The name."))
    var name: String

    @Option(help: .value("TEXT", "A label for the token, so that it can be revoked by itself."))
    var label = ""

    @Option(help: .value("N", "For how many hours it works; forever if left out."))
    var hours: Int?

    @OptionGroup var location: CloudStateOption

    @Flag(help: "Print the token as JSON.")
    var json = false

    func validate() throws {
        if let mistake = AccessName.mistake(in: name) { throw ValidationError(mistake) }
        guard name != AccessName.everyone else { throw ValidationError("A token belongs to one name.") }
        guard label.utf8.count <= AccessName.limit else {
            throw ValidationError("--label has at most \(AccessName.limit) bytes.")
        }
        guard (1...876_000).contains(hours ?? 1) else { throw ValidationError("--hours is a number from 1 to 876000.") }
    }

    func run(in context: CommandContext) async throws {
        let token = try await location.withCloud(context) { cloud in
            try await cloud.makeTopicToken(for: name, label: label, lifetime: hours.map { Double($0) * 3600 })
        }
        context.print(token, or: ["token": token, "name": name], asJSON: json)
    }
}

struct CloudAccessRevokeCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke all tokens of a name, or one of them.",
        discussion: "A running cloud refuses them at once; their streams end within a minute."
    )

    @Argument(help: .value("NAME", "The name."))
    var name: String

    @Option(help: .value("TEXT", "The label of the one token to revoke."))
    var label: String?

    @OptionGroup var location: CloudStateOption

    func run(in context: CommandContext) async throws {
        try await location.withCloud(context) { cloud in
            guard try await cloud.store.revokeTopicTokens(of: name, label: label) > 0 else {
                throw CommandError("\(name) has no such token; list them with: today cloud access list")
            }
        }
    }
}
