import AsyncPrimitives
import Foundation
import HostModel
import Logging
import Synchronization
import TodayProtocol

/// The newest lines of the log about each installed app, in memory: what its processes write, how they begin and end,
/// and what the host logs about the app.
///
/// It is filled by the logger that ``logger(over:)`` returns. A line counts if its level is info or above and its
/// metadata name the `process`, or if its level is notice or above and its metadata name the `widget` or the `app`.
final class AppLog: HostPart {
    static let lineLimit = 500
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

    /// Creates a log without lines; lines about processes that the registry does not know are not kept.
    init(registry: AppRegistry, now: @escaping @Sendable () -> Date) {
        self.registry = registry
        self.now = now
    }

    func logger(over logger: Logger) -> Logger {
        var result = logger
        result.handler = AppLogHandler(base: logger.handler, log: self)
        return result
    }

    /// Returns the kept lines of an app or a process after a number, which counts as 0 if the app has not reached it.
    func lines(of app: AppID, process: String? = nil, after number: Int = 0) -> [AppLogLine] {
        let ring = rings.withLock { $0[app] ?? Ring() }
        return ring.lines.filter { line in
            (number > ring.lastNumber || line.number > number) && (process == nil || line.process == process)
        }
    }

    /// Returns the newest lines of a process's standard error, since a time if one is given, the oldest first.
    func standardError(of process: String, since time: Date? = nil) -> [AppLogLine] {
        guard let app = registry.app(ofProcess: process) else { return [] }
        let written = lines(of: app, process: process).filter { line in
            line.source == .standardError && line.date >= time ?? .distantPast
        }
        return Array(written.suffix(AppLogLine.causeLength))
    }

    func waitForLine(of app: AppID, after number: Int) async {
        let isThere = { @Sendable in self.rings.withLock { ($0[app]?.lastNumber ?? 0) > number } }
        while !Task.isCancelled, !isThere() { await changed.wait(unless: isThere) }
    }

    func appsDidChange(_ registry: AppRegistry) {
        let installed = Set(registry.all.map(\.id))
        rings.withLock { rings in rings = rings.filter { installed.contains($0.key) } }
    }

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

/// Adds lines of level info and above to an ``AppLog``, then passes them to another handler if its level admits them.
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
