package import ArgumentParser
import CloudStore

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
        try await OpenCloud.with(state, context) { cloud in
            try await cloud.store.set(TopicRule(who: AccessName.stored(name), pattern: topic, rights: rights))
        }
    }
}
