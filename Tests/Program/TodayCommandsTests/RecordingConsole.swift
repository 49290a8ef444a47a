import Foundation
import Synchronization

@testable import TodayCommands

/// Records what a command prints.
final class RecordingConsole: Sendable {
    private let texts = Mutex((output: "", error: ""))
    private let lines: Mutex<[String]>
    private let secrets: Mutex<[String]>
    private let answer: String?
    private let isInteractive: Bool

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - answer: The person's answer to every question, or `nil` if no person can be asked.
    ///   - secrets: The lines that a person types without echo, one for each question.
    ///   - lines: The lines of standard input.
    init(answer: String? = nil, secrets: [String]? = nil, lines: [String] = []) {
        self.answer = answer
        self.lines = Mutex(lines)
        self.secrets = Mutex(secrets ?? [])
        isInteractive = answer != nil || secrets != nil
    }

    var output: String { texts.withLock(\.output) }
    var error: String { texts.withLock(\.error) }

    var console: Console {
        Console(
            write: { text in self.texts.withLock { $0.output += text } },
            writeError: { text in self.texts.withLock { $0.error += text } },
            readLine: { self.answer ?? self.lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } },
            readSecret: { question in
                self.texts.withLock { $0.error += question }
                return self.secrets.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            },
            isInteractive: isInteractive
        )
    }

    func context(
        environment: [String: String] = ["HOME": "/home/person"],
        directory: String = "/work",
        zone: String = "UTC",
        now: Date = Date(timeIntervalSince1970: 1_795_248_000)
    ) -> CommandContext {
        CommandContext(console: console, environment: environment, currentDirectory: directory, zone: zone, now: now)
    }
}

extension Report {
    /// The text in UTC, for 80 columns without colors.
    var text: String { text(in: RecordingConsole().context()) }
}
