import Host

/// Gets passcodes from the person: from a terminal, without showing what is typed, or from standard input.
package struct PasscodePrompt: Sendable {
    /// How often a person on a terminal may mistype.
    private static let attempts = 3

    /// Where to ask.
    package var console: Console
    /// Whether each passcode is a line of standard input, and nobody is asked.
    package var readsInput: Bool

    /// Takes both.
    package init(console: Console, readsInput: Bool) {
        self.console = console
        self.readsInput = readsInput
    }

    /// Gets one passcode.
    ///
    /// - Parameter question: What the person is asked.
    /// - Returns: What the person typed, not empty.
    /// - Throws: ``CommandError``: with status `consentNeeded` when nobody can be asked.
    package func ask(_ question: String) throws(CommandError) -> String {
        if readsInput {
            guard let line = console.readLine(), !line.isEmpty else {
                throw CommandError("Standard input holds no passcode; write it there as a line.")
            }
            return line
        }
        guard console.isInteractive else {
            throw CommandError(
                "This needs the passcode, and there is no terminal to ask on: add --passcode-stdin and write it to "
                    + "standard input.",
                status: .consentNeeded
            )
        }
        guard let passcode = console.readSecret("\(question): "), !passcode.isEmpty else {
            throw CommandError("No passcode was given; nothing was done.")
        }
        return passcode
    }

    /// Gets a new passcode, from a terminal twice.
    package func askForNew() throws(CommandError) -> String {
        let passcode = try ask("New passcode")
        let again = try readsInput ? passcode : ask("The same again")
        guard again == passcode else {
            throw CommandError("These were two different passcodes; nothing was changed.")
        }
        return passcode
    }

    /// Does something with the passcode, if it is needed; on a terminal a wrong one is asked for again.
    ///
    /// - Parameters:
    ///   - isNeeded: Whether the passcode is needed.
    ///   - question: What the person is asked.
    ///   - body: What to do.
    /// - Returns: What `body` returns.
    /// - Throws: What ``ask(_:)`` and `body` throw.
    package func withPasscode<Result: Sendable>(
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
