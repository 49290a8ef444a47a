import AsyncPrimitives
package import Foundation
import Logging
import Synchronization
import TodayProtocol

/// A line of what the host has logged about an app, for `today logs APP` and `today why`.
package struct AppLogLine: Codable, Hashable, Sendable {
    /// Who wrote a line.
    package enum Source: String, Codable, Hashable, Sendable {
        /// The process, to its standard error.
        case standardError
        /// The process, to its standard output, where it is no message of the process protocol.
        case standardOutput
        /// The host, or the process with the method `log`.
        case host
    }

    /// How many lines of standard error explain a failure.
    package static let causeLength = 20

    /// Its number: those of an app begin at 1 and have no gaps, but the oldest lines are dropped.
    package var number: Int
    package var date: Date
    /// The process that it is about: the identifier of the app, or of an instance of one of its widgets.
    package var process: String
    package var source: Source
    /// The level of the log, such as `notice`.
    package var level: String
    /// One line of text without control characters, and none that change the direction of text.
    package var text: String

    /// Describes a line.
    package init(number: Int, date: Date, process: String, source: Source, level: String, text: String) {
        self.number = number
        self.date = date
        self.process = process
        self.source = source
        self.level = level
        self.text = text
    }
}

/// The newest lines of the log about each installed app, in memory: what its processes write, how they begin and end, and what
/// the host logs about the app.
///
/// It is filled by the logger that ``logger(over:)`` makes. A line counts if its metadata name the `process`, or if it is of
/// level notice at least and its metadata name the `widget` or the `app`.
final class AppLog: Sendable {
    /// How many lines of each app are kept.
    static let lineLimit = 500
    /// How long the kept lines of each app may be together, in bytes.
    static let byteLimit = 128 << 10

    private struct Ring {
        var lines: [AppLogLine] = []
        var bytes = 0
        var lastNumber = 0

        mutating func append(_ line: AppLogLine) {
            lines.append(line)
            bytes += line.text.utf8.count
            lastNumber = line.number
            while lines.count > AppLog.lineLimit || bytes > AppLog.byteLimit {
                bytes -= lines.removeFirst().text.utf8.count
            }
        }
    }

    private let registry: AppRegistry
    private let now: @Sendable () -> Date
    private let rings = Mutex<[AppID: Ring]>([:])
    private let changed = AsyncCondition()

    /// Makes a log without lines.
    ///
    /// - Parameters:
    ///   - registry: Knows which process belongs to which app; lines of others are not kept.
    ///   - now: The time of day.
    init(registry: AppRegistry, now: @escaping @Sendable () -> Date) {
        self.registry = registry
        self.now = now
    }

    /// A logger that logs as another one does, and adds what concerns an app to this log.
    func logger(over logger: Logger) -> Logger {
        var result = logger
        result.handler = AppLogHandler(base: logger.handler, log: self)
        return result
    }

    /// The kept lines of an app, the oldest first.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - process: The process whose lines are wanted; `nil` for all of the app.
    ///   - number: The number of a line, after which they begin; one that the app has not reached counts as 0.
    /// - Returns: The lines.
    func lines(of app: AppID, process: String? = nil, after number: Int = 0) -> [AppLogLine] {
        let ring = rings.withLock { $0[app] ?? Ring() }
        return ring.lines.filter { line in
            (number > ring.lastNumber || line.number > number) && (process == nil || line.process == process)
        }
    }

    /// The newest lines that a process has written to standard error, the oldest first; those since a time if there is one.
    func standardError(of process: String, since time: Date? = nil) -> [AppLogLine] {
        guard let app = registry.app(ofProcess: process) else { return [] }
        let written = lines(of: app, process: process).filter { line in
            line.source == .standardError && line.date >= time ?? .distantPast
        }
        return Array(written.suffix(AppLogLine.causeLength))
    }

    /// Waits until an app has a line after that number, or the task is cancelled.
    func waitForLine(of app: AppID, after number: Int) async {
        let isThere = { @Sendable in self.rings.withLock { ($0[app]?.lastNumber ?? 0) > number } }
        while !Task.isCancelled, !isThere() { await changed.wait(unless: isThere) }
    }

    /// Forgets the apps that are not installed any more.
    func installedAppsDidChange() {
        let installed = Set(registry.all.map(\.id))
        rings.withLock { rings in rings = rings.filter { installed.contains($0.key) } }
    }

    /// Adds what was logged, if it concerns an app.
    fileprivate func record(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata) {
        let process = metadata["process"]
        guard level >= .info,
            let about = process ?? (level >= .notice ? metadata["widget"] ?? metadata["app"] : nil),
            let app = registry.app(ofProcess: "\(about)")
        else { return }
        let source: AppLogLine.Source =
            switch metadata["stream"].map({ "\($0)" }) {
            case "stderr": .standardError
            case "stdout": .standardOutput
            default: .host
            }
        let values = metadata.filter { !["process", "widget", "app", "stream"].contains($0.key) }
            .sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let text = LogLimiter.harmless(message + values)
        rings.withLock { rings in
            let number = (rings[app]?.lastNumber ?? 0) + 1
            rings[app, default: Ring()].append(
                AppLogLine(
                    number: number,
                    date: now(),
                    process: "\(about)",
                    source: source,
                    level: level.rawValue,
                    text: text
                )
            )
        }
        changed.notifyAll()
    }
}

/// Adds what is logged to an ``AppLog``, from level info on, before another handler gets it at its own level.
private struct AppLogHandler: LogHandler {
    var base: any LogHandler
    let log: AppLog

    var logLevel: Logger.Level {
        get { min(base.logLevel, .info) }
        set { base.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        log.record(
            event.level,
            event.message.description,
            base.metadata.merging(event.metadata ?? [:]) { $1 }
        )
        if event.level >= base.logLevel { base.log(event: event) }
    }
}
