package import ArgumentParser
import HostAPI
import Notifications

/// `today passcode set`: sets the passcode, or another one.
package struct PasscodeSetCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the passcode, or another one.",
        discussion: """
            Asks on the terminal, for the present passcode too if there is one. With --passcode-stdin the first line of
            standard input is the new passcode; where there is one already, the first line is the present one and the
            second the new one.

            EXAMPLES
              today passcode set
              printf '%s\\n' "$NEW" | today passcode set --passcode-stdin
            """
    )

    @Flag(help: "Read from standard input instead of asking.")
    var passcodeStdin = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        let asker = PasscodeAsker(console: context.console, readsInput: passcodeStdin)
        try await host.withHost(context) { client in
            let state = try await client.passcodeState()
            let current = state.isSet ? try asker.ask("Present passcode") : nil
            try await client.setPasscode(try asker.askForNew(), current: current)
            context.console.printError("The passcode is set.")
        }
    }
}
