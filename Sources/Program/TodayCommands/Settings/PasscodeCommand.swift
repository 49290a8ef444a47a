import ArgumentParser
import Host
import HostAPIClient
import Notifications

/// `today passcode`: groups the commands about the passcode that some notification actions require.
struct PasscodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passcode",
        abstract: "Set or remove the passcode that some actions of notifications need.",
        discussion: """
            Only a slow, salted hash of it is stored. After wrong guesses you have to wait before the next one, longer each time.

            EXAMPLES
              today passcode set
              today passcode remove
            """,
        subcommands: [PasscodeSetCommand.self, PasscodeRemoveCommand.self]
    )
}

/// `today passcode set`: sets or changes the passcode.
struct PasscodeSetCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set or change the passcode.",
        discussion: """
            Asks on the terminal, also for the current passcode if there is one. With --passcode-stdin, the first line of
            standard input is the new passcode; if there is a passcode already, the first line is the current one and
            the second line the new one.

            EXAMPLES
              today passcode set
              printf '%s\\n' "$NEW" | today passcode set --passcode-stdin
            """
    )

    @Flag(help: "Read from standard input instead of asking.")
    var passcodeStdin = false

    @OptionGroup var host: HostOptions

    func run(in context: CommandContext) async throws {
        let asker = PasscodePrompt(console: context.console, readsInput: passcodeStdin)
        try await host.withHost(context) { client in
            let state = try await client.send(GetPasscodeStateRequest())
            let current = state.isSet ? try asker.ask("Current passcode") : nil
            try await client.send(SetPasscodeRequest(try asker.askForNew(), current: current))
            context.console.printError("The passcode is set.")
        }
    }
}

/// `today passcode remove`: removes the passcode.
struct PasscodeRemoveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove the passcode. Actions that need one are unavailable until you set a new one.",
        discussion: """
            EXAMPLES
              today passcode remove
              printf '%s\\n' "$PASSCODE" | today passcode remove --passcode-stdin
            """
    )

    @Flag(help: "Read the current passcode from the first line of standard input instead of asking.")
    var passcodeStdin = false

    @OptionGroup var host: HostOptions

    func run(in context: CommandContext) async throws {
        let asker = PasscodePrompt(console: context.console, readsInput: passcodeStdin)
        try await host.withHost(context) { client in
            guard try await client.send(GetPasscodeStateRequest()).isSet else {
                throw CommandError("There is no passcode.")
            }
            try await asker.withPasscode(if: true, "Current passcode") { current in
                try await client.send(SetPasscodeRequest(nil, current: current))
            }
            context.console.printError("The passcode is removed.")
        }
    }
}
