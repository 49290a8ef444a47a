package import ArgumentParser

/// `today passcode`: the passcode that some actions of notifications need.
package struct PasscodeCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "passcode",
        abstract: "Set or remove the passcode that some actions of notifications need.",
        discussion: """
            Only a slow salted hash of it is kept. After wrong guesses the next one has to wait, longer each time.

            EXAMPLES
              today passcode set
              today passcode remove
            """,
        subcommands: [PasscodeSetCommand.self, PasscodeRemoveCommand.self]
    )

    package init() {}
}
