import Dispatch
import Foundation

/// A Python program of `Tests/Fixtures` that runs for as long as a test needs it, and reports in lines of text.
package struct FixtureProgram: Sendable {
    /// The program ended, or its output was closed.
    package struct HasEnded: Error {}

    private let lines: AsyncStream<String>

    /// Starts a program, and ends it when the closure returns.
    ///
    /// It runs in the `.venv` of the tests. Its standard input ends with the test's process, and it must end then too.
    ///
    /// - Parameters:
    ///   - name: The name of the file in `Tests/Fixtures`.
    ///   - arguments: Its arguments.
    ///   - body: Uses the program.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or an error if the program cannot be started.
    package static func with<Result>(
        _ name: String,
        _ arguments: [String] = [],
        _ body: (FixtureProgram) async throws -> Result
    ) async throws -> Result {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let process = Process()
        process.executableURL = root.appending(path: ".venv/bin/python")
        process.arguments = [root.appending(path: "Tests/Fixtures/\(name)").path()] + arguments
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let lines = AsyncStream<String> { continuation in
            DispatchQueue(label: "today.fixture").async {
                var rest = Data()
                while true {
                    let more = output.fileHandleForReading.availableData
                    if more.isEmpty { break }
                    rest += more
                    while let end = rest.firstIndex(of: 0x0A) {
                        continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                        rest = Data(rest[rest.index(after: end)...])
                    }
                }
                continuation.finish()
            }
        }
        defer {
            try? input.fileHandleForWriting.close()
            // It inherits the signals that its thread blocks, which the request to end is one of. Nobody waits for it: the wait
            // would occupy the thread until every program has ended that was started at the same time.
            kill(process.processIdentifier, SIGKILL)
        }
        return try await body(FixtureProgram(lines: lines))
    }

    /// Waits for the next line.
    ///
    /// - Parameter event: What the line is expected to say, for the message if it does not come.
    /// - Returns: The line, without its end.
    /// - Throws: `TimeLimitExceeded`, or ``HasEnded`` if the program has ended.
    package func nextLine(_ event: String) async throws -> String {
        try await withTimeLimit(on: event) {
            for await line in lines { return line }
            throw HasEnded()
        }
    }
}
