package import ArgumentParser

/// `today allow`: lets an app's processes fetch from a host that its bundle does not declare.
package struct AllowCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Let an app's processes fetch from a host that its bundle does not declare.",
        discussion: """
            \(AllowedHostArguments.discussion)

            EXAMPLES
              today allow Weather api.example.com
              today allow Weather 127.0.0.1:8080
              today allow Topics home.example.org    (for the http actions of messages of topics)
            """
    )

    @OptionGroup var arguments: AllowedHostArguments

    package init() {}

    package func run(in context: CommandContext) async throws { try await arguments.set(true, in: context) }
}
