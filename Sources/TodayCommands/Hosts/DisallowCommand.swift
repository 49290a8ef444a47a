package import ArgumentParser

/// `today disallow`: takes back what `today allow` allowed.
package struct DisallowCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "disallow",
        abstract: "No longer let an app's processes fetch from a host that you allowed.",
        discussion: """
            \(AllowedHostArguments.discussion)

            EXAMPLES
              today disallow Weather api.example.com
              today disallow Weather 127.0.0.1:8080
            """
    )

    @OptionGroup var arguments: AllowedHostArguments

    package init() {}

    package func run(in context: CommandContext) async throws { try await arguments.set(false, in: context) }
}
