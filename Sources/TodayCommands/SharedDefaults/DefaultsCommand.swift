package import ArgumentParser

/// `today defaults`: the shared defaults of an app group.
package struct DefaultsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "defaults",
        abstract: "Read and change the shared defaults of an app group.",
        discussion: """
            EXAMPLES
              today defaults read group.today.weather
              today defaults write group.today.weather units si
              today defaults write group.com.example.app count 3 --json
              today defaults delete group.today.weather units
            """,
        subcommands: [DefaultsReadCommand.self, DefaultsWriteCommand.self, DefaultsDeleteCommand.self]
    )

    package init() {}
}
