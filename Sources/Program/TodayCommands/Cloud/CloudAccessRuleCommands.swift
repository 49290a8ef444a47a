import ArgumentParser
import CloudCore
import CloudStorage

/// `today cloud access set`: sets an access rule for topics.
struct CloudAccessSetCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set what a person or a program may do with topics.",
        discussion: "A running cloud applies it at once; streams that are no longer allowed end within a minute."
    )

    @Argument(help: ArgumentHelp("A person, a program with a token, or everyone.", valueName: "NAME"))
    var name: String

    @Argument(help: ArgumentHelp("The topic; each * stands for any text.", valueName: "TOPIC"))
    var topic: String

    @Argument(help: ArgumentHelp("read-write, read-only, write-only or deny.", valueName: "RIGHTS"))
    var rights: String

    @OptionGroup var location: CloudStateOption

    func validate() throws {
        try AccessName.check(name)
        try AccessName.check(pattern: topic)
        guard TopicRights(rawValue: rights) != nil else {
            throw ValidationError("RIGHTS is read-write, read-only, write-only or deny.")
        }
    }

    func run(in context: CommandContext) async throws {
        guard let rights = TopicRights(rawValue: rights) else { return }
        try await OpenCloudState.with(location, context) { cloud in
            try await cloud.store.set(TopicRule(who: AccessName.stored(name), pattern: topic, rights: rights))
        }
    }
}

/// `today cloud access remove`: removes access rules for topics.
struct CloudAccessRemoveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a rule about topics, or all rules of a name."
    )

    @Argument(help: ArgumentHelp("The name in the rules; everyone for the rules about everyone.", valueName: "NAME"))
    var name: String

    @Argument(help: ArgumentHelp("The topic in the rule; all rules of the name if left out.", valueName: "TOPIC"))
    var topic: String?

    @OptionGroup var location: CloudStateOption

    func run(in context: CommandContext) async throws {
        try await OpenCloudState.with(location, context) { cloud in
            guard try await cloud.store.removeTopicRules(of: AccessName.stored(name), pattern: topic) > 0 else {
                throw CommandError("There is no such rule; list them with: today cloud access list")
            }
        }
    }
}

/// The name in an access rule as written on the command line.
enum AccessName {
    /// The name for everyone.
    static let everyone = "everyone"

    /// Converts a name to the form in the store.
    static func stored(_ name: String) -> String { name == everyone ? TopicRule.everyone : name }

    /// Converts a name to the form on the command line.
    static func shown(_ name: String) -> String { name == TopicRule.everyone ? everyone : name }

    /// Throws an error if a text is not a valid name.
    static func check(_ name: String) throws {
        let isName =
            (1...Cloud.nameLimit).contains(name.utf8.count) && name != TopicRule.everyone
            && !name.contains(":") && !name.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
        guard isName else {
            throw ValidationError("NAME has 1 to \(Cloud.nameLimit) bytes and no colon, or is \"everyone\".")
        }
    }

    /// Throws an error if a text is not a valid topic pattern.
    static func check(pattern: String) throws {
        guard TopicName.isValid(pattern.replacing("*", with: "_")) else {
            throw ValidationError("TOPIC has 1 to 64 letters, digits, hyphens, underscores and stars.")
        }
    }
}
