package import ArgumentParser
import CloudCore
import CloudStorage

/// `today cloud access set`: makes a rule about topics.
package struct CloudAccessSetCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Say what somebody may do with topics.",
        discussion: "A cloud that runs follows it at once; streams that may not go on end within a minute."
    )

    @Argument(help: ArgumentHelp("A person, a program with a token, or everyone.", valueName: "NAME"))
    var name: String

    @Argument(help: ArgumentHelp("The topic; each * stands for any text.", valueName: "TOPIC"))
    var topic: String

    @Argument(help: ArgumentHelp("read-write, read-only, write-only or deny.", valueName: "RIGHTS"))
    var rights: String

    @Option(help: ArgumentHelp("The folder that holds all state.", valueName: "DIR"))
    var state: String?

    package init() {}

    package func validate() throws {
        try AccessName.check(name)
        try AccessName.check(pattern: topic)
        guard TopicRights(rawValue: rights) != nil else {
            throw ValidationError("RIGHTS is read-write, read-only, write-only or deny.")
        }
    }

    package func run(in context: CommandContext) async throws {
        guard let rights = TopicRights(rawValue: rights) else { return }
        try await OpenCloudState.with(state, context) { cloud in
            try await cloud.store.set(TopicRule(who: AccessName.stored(name), pattern: topic, rights: rights))
        }
    }
}

/// `today cloud access remove`: removes rules about topics.
package struct CloudAccessRemoveCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a rule about topics, or all rules of a name."
    )

    @Argument(help: ArgumentHelp("Whose rules; everyone for those about everybody.", valueName: "NAME"))
    var name: String

    @Argument(help: ArgumentHelp("The topic as the rule names it; all rules if left out.", valueName: "TOPIC"))
    var topic: String?

    @Option(help: ArgumentHelp("The folder that holds all state.", valueName: "DIR"))
    var state: String?

    package init() {}

    package func run(in context: CommandContext) async throws {
        try await OpenCloudState.with(state, context) { cloud in
            guard try await cloud.store.removeTopicRules(of: AccessName.stored(name), pattern: topic) > 0 else {
                throw CommandError("There is no such rule; list them with: today cloud access list")
            }
        }
    }
}

/// Whom a rule about topics is about, as the command line says it.
enum AccessName {
    /// The word for everybody.
    static let everyone = "everyone"

    /// The store's word for a name.
    static func stored(_ name: String) -> String { name == everyone ? TopicRule.everyone : name }

    /// The command line's word for a name.
    static func shown(_ name: String) -> String { name == TopicRule.everyone ? everyone : name }

    /// Refuses what can be no name.
    static func check(_ name: String) throws {
        let isName =
            (1...Cloud.nameLimit).contains(name.utf8.count) && name != TopicRule.everyone
            && !name.contains(":") && !name.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
        guard isName else {
            throw ValidationError("NAME has 1 to \(Cloud.nameLimit) bytes and no colon, or is \"everyone\".")
        }
    }

    /// Refuses what can be no topic with stars.
    static func check(pattern: String) throws {
        guard TopicName.isValid(pattern.replacing("*", with: "_")) else {
            throw ValidationError("TOPIC has 1 to 64 letters, digits, hyphens, underscores and stars.")
        }
    }
}
