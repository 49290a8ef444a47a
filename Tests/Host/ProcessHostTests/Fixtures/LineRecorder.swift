import Logging
import Synchronization

/// A log that keeps its lines for a test.
final class LineRecorder: Sendable {
    struct Line: Hashable, Sendable {
        var level: Logger.Level
        var text: String
        /// Which stream of a process has the line, if one has.
        var stream: String?
    }

    private struct Handler: LogHandler {
        let recorder: LineRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let stream = event.metadata?["stream"].map { "\($0)" }
            let line = Line(level: event.level, text: event.message.description, stream: stream)
            recorder.state.withLock { $0.append(line) }
        }
    }

    private let state = Mutex<[Line]>([])

    var lines: [Line] { state.withLock { $0 } }

    /// A logger that writes to this log.
    var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }
}
