import Logging
import Synchronization
import TodayTestSupport

/// A host's log, whose lines a test waits for.
///
/// What a process writes to standard error is in it too.
final class RecordedLog: Sendable {
    private struct State {
        var lines: [String] = []
        var readers: [AsyncStream<String>.Continuation] = []
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { log.add(event.message.description) }
    }

    private let state = Mutex(State())

    /// A logger that writes to this log.
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    /// Waits for a line that contains a text; one that is there already counts.
    func line(containing text: String) async throws -> String {
        let lines = lines()
        return try await withTimeLimit(on: "the line \"\(text)\"") {
            for await line in lines where line.contains(text) { return line }
            throw CancellationError()
        }
    }

    /// The lines so far.
    var recorded: [String] { state.withLock(\.lines) }

    /// Every line, from the first on.
    private func lines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        state.withLock { state in
            for line in state.lines { continuation.yield(line) }
            state.readers.append(continuation)
        }
        return lines
    }

    private func add(_ line: String) {
        state.withLock { state in
            state.lines.append(line)
            for reader in state.readers { reader.yield(line) }
        }
    }
}
