import Synchronization
import TodayCommands

/// Keeps what a command prints.
final class RecordingConsole: Sendable {
    private let texts = Mutex((output: "", error: ""))
    private let answer: String?

    /// Makes a console.
    ///
    /// - Parameter answer: What the person types when asked; nobody is there if `nil`.
    init(answer: String? = nil) { self.answer = answer }

    var output: String { texts.withLock(\.output) }
    var error: String { texts.withLock(\.error) }

    var console: Console {
        Console(
            write: { text in self.texts.withLock { $0.output += text } },
            writeError: { text in self.texts.withLock { $0.error += text } },
            readLine: { self.answer },
            canAsk: answer != nil
        )
    }

    func context(
        environment: [String: String] = ["HOME": "/home/person"],
        directory: String = "/work",
        zone: String = "UTC"
    ) -> CommandContext {
        CommandContext(console: console, environment: environment, currentDirectory: directory, zone: zone)
    }
}
