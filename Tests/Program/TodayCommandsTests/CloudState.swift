import Foundation
import Testing

@testable import TodayCommands

/// Runs `today cloud` on a state folder.
struct CloudState: Sendable {
    let path: String

    /// Runs a command and expects an exit status.
    ///
    /// - Returns: The output of the command.
    @discardableResult
    func run(
        _ arguments: String...,
        on console: RecordingConsole = RecordingConsole(),
        status: TodayCommands.ExitStatus = .success,
        _ location: SourceLocation = #_sourceLocation
    ) async -> String {
        let ended = await CommandLineProgram.run(["cloud"] + arguments + ["--state", path], in: console.context())
        #expect(ended == status, "\(console.error)", sourceLocation: location)
        return console.output
    }

    /// Creates a token with which a host joins.
    func token(for person: String) async -> String {
        await run("user", "add", person).trimmingCharacters(in: .newlines)
    }
}
