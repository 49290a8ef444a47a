import ArgumentParser
import HostModel
import LocalAPI

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

struct PasscodeSetCommand: HostCommand {
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

    func run(with client: HostClient, in context: CommandContext) async throws {
        let asker = PasscodePrompt(console: context.console, readsInput: passcodeStdin)
        let state = try await client.send(GetPasscodeStateRequest())
        let current = state.isSet ? try asker.ask("Current passcode") : nil
        try await client.send(SetPasscodeRequest(try asker.askForNew(), current: current))
        context.console.printError("The passcode is set.")
    }
}

struct PasscodeRemoveCommand: HostCommand {
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

    func run(with client: HostClient, in context: CommandContext) async throws {
        let asker = PasscodePrompt(console: context.console, readsInput: passcodeStdin)
        guard try await client.send(GetPasscodeStateRequest()).isSet else {
            throw CommandError("There is no passcode.")
        }
        try await asker.withPasscode(if: true, "Current passcode") { current in
            try await client.send(SetPasscodeRequest(nil, current: current))
        }
        context.console.printError("The passcode is removed.")
    }
}

/// Reads passcodes from a terminal without echo, or from standard input.
struct PasscodePrompt: Sendable {
    private static let attempts = 3

    var console: Console
    /// `true` if each passcode is a line of standard input, without a prompt.
    var readsInput: Bool

    func ask(_ question: String) throws(CommandError) -> String {
        if readsInput {
            guard let line = console.readLine(), !line.isEmpty else {
                throw CommandError("Standard input holds no passcode; write it there as a line.")
            }
            return line
        }
        let advice = "add --passcode-stdin and write it to standard input."
        return try console.askSecret(question, "the passcode", advice: advice)
    }

    /// Reads a new passcode; on a terminal, twice.
    func askForNew() throws(CommandError) -> String {
        let passcode = try ask("New passcode")
        let again = try readsInput ? passcode : ask("The same again")
        guard again == passcode else {
            throw CommandError("These were two different passcodes; nothing was changed.")
        }
        return passcode
    }

    /// Performs work with the passcode if it is required; on a terminal the person may correct a wrong one.
    func withPasscode<Result: Sendable>(
        if isNeeded: Bool,
        _ question: String = "Passcode",
        _ body: (String?) async throws -> Result
    ) async throws -> Result {
        guard isNeeded else { return try await body(nil) }
        for _ in 1..<Self.attempts {
            do {
                return try await body(try ask(question))
            } catch let error as HostError where error.code == .passcodeWrong && !readsInput {
                console.printError(error.message)
            }
        }
        return try await body(try ask(question))
    }
}
