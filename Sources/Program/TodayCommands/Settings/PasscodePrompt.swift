import Host

/// Reads passcodes from a terminal without echo, or from standard input.
struct PasscodePrompt: Sendable {
    /// The number of attempts on a terminal.
    private static let attempts = 3

    /// The console for questions.
    var console: Console
    /// `true` if each passcode is a line of standard input, without a prompt.
    var readsInput: Bool

    /// Reads one passcode.
    ///
    /// - Parameter question: The question to the person.
    /// - Returns: The passcode, which is not empty.
    /// - Throws: ``CommandError``, with status `consentNeeded` if no person can be asked.
    func ask(_ question: String) throws(CommandError) -> String {
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
    ///
    /// - Parameters:
    ///   - isNeeded: `true` if the passcode is required.
    ///   - question: The question to the person.
    ///   - body: The work.
    /// - Returns: The result of `body`.
    /// - Throws: An error of ``ask(_:)`` or of `body`.
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
