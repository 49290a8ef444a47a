package import ArgumentParser
import HostAPI
import Notifications

/// `today passcode remove`: removes the passcode.
package struct PasscodeRemoveCommand: ContextCommand {
    package static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove the passcode. Actions that need one then cannot be done until there is one again.",
        discussion: """
            EXAMPLES
              today passcode remove
              printf '%s\\n' "$PASSCODE" | today passcode remove --passcode-stdin
            """
    )

    @Flag(help: "Read the present passcode from the first line of standard input instead of asking.")
    var passcodeStdin = false

    @OptionGroup var host: HostOptions

    package init() {}

    package func run(in context: CommandContext) async throws {
        let asker = PasscodeAsker(console: context.console, readsInput: passcodeStdin)
        try await host.withHost(context) { client in
            guard try await client.passcodeState().isSet else { throw CommandError("There is no passcode.") }
            try await asker.withPasscode(if: true, "Present passcode") { current in
                try await client.setPasscode(nil, current: current)
            }
            context.console.printError("The passcode is removed.")
        }
    }
}
