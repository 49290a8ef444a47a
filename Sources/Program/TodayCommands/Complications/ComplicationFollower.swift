import AsyncPrimitives
import Foundation
import HostModel
import JSON
import LocalAPI
import Synchronization
import TodayProtocol

/// Writes the complication of an app for a status bar, a line for each change, until the bar is closed.
///
/// While the host cannot be reached, it writes one empty line and retries. It ends when standard output is closed, and
/// in the format of i3bar also at the end of standard input.
final class ComplicationFollower: Sendable {
    struct Environment: Sendable {
        var console: Console
        var viewer: Viewer
        var connect: @Sendable () throws -> HostClient
        /// Opens an address in the person's browser; returns a sentence about a problem.
        var openAddress: @Sendable (String) -> String?
        var clock: any Clock<Duration> = ContinuousClock()
    }

    /// The number of clicks that may wait while another is handled; older ones are dropped.
    private static let clickLimit = 8

    private let name: String
    private let environment: Environment
    private let stream: Mutex<ComplicationStream>
    private let formatter: ComplicationFormatter

    init(_ name: String, formatter: ComplicationFormatter, environment: Environment) {
        self.name = name
        self.formatter = formatter
        self.environment = environment
        stream = Mutex(ComplicationStream(formatter))
    }

    /// Follows until the reader of the lines is gone; fails if the host has no such app.
    func run() async throws {
        for line in formatter.header { environment.console.print(line) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.follow() }
            if let wait = environment.console.waitForClosedOutput {
                group.addTask { await Self.runOnThread(wait) }
            }
            if formatter.format == .i3bar { group.addTask { await self.handleClicks() } }
            try await group.next()
        }
    }

    private func follow() async throws {
        var backoff = Backoff(first: .milliseconds(250), longest: .seconds(2))
        while !Task.isCancelled {
            do {
                let client = try environment.connect()
                if stream.withLock({ $0.app == nil }) {
                    let app = try await client.send(FindAppRequest(name))
                    stream.withLock { $0.app = app }
                }
                try await client.watch(ComplicationEvent.self, for: environment.viewer) { event in
                    backoff.reset()
                    self.print(self.stream.withLock { $0.receive(event) })
                }
            } catch {
                guard Self.isOutage(error) else { throw error }
            }
            // The reader of the lines is gone.
            try Task.checkCancellation()
            print(stream.withLock { $0.disconnect() })
            try await environment.clock.sleep(for: backoff.next())
        }
    }

    private func print(_ line: String?) {
        if let line { environment.console.print(line) }
    }

    /// Returns `true` if an error means that the host cannot be reached, so that a retry may succeed.
    private static func isOutage(_ error: any Error) -> Bool {
        switch error {
        case is CommandError, is CancellationError: false
        case let error as HostError: [.notRunning, .stateUnavailable, .internal].contains(error.code)
        default: true
        }
    }

    /// Runs blocking work on a thread of its own; returns early if the task is cancelled.
    private static func runOnThread(_ body: @escaping @Sendable () -> Void) async {
        let ended = OneTimeSignal()
        Thread.detachNewThread {
            body()
            ended.raise()
        }
        await ended.wait()
    }
}

// MARK: - Clicks

extension ComplicationFollower {
    /// Opens the app at each click, until the end of standard input.
    private func handleClicks() async {
        let (lines, input) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(Self.clickLimit))
        let readLine = environment.console.readLine
        Thread.detachNewThread {
            while let line = readLine() { input.yield(line) }
            input.finish()
        }
        for await line in lines {
            guard let click = ComplicationClick(line: line), let shown = stream.withLock(\.shown),
                click.opens(shown.app)
            else { continue }
            await open(shown)
        }
    }

    private func open(_ shown: ShownComplication) async {
        guard let url = shown.url else {
            return environment.console.printError("\(shown.title) has no page to open: it declares no URL scheme.")
        }
        do {
            let link = try await environment.connect().send(MakeLinkRequest(to: OpenURLRequest.page(url, as: nil)))
            if let problem = environment.openAddress(link.link) { environment.console.printError(problem) }
        } catch {
            let reason = (error as? HostError)?.message ?? "\(error)"
            environment.console.printError("\(shown.title) could not be opened: \(reason)")
        }
    }
}

/// The lines of `today complication --follow`; a pure value.
///
/// There is one line for each change of the app's complication, even if the line equals the previous one, since the
/// format may not show the change. An event that changes nothing for this app has no line.
struct ComplicationStream: Sendable {
    let formatter: ComplicationFormatter
    /// The app; `nil` until the host was reached.
    var app: AppID?
    /// The complication in the last line; `.none` before the first line.
    private var last: ShownComplication??
    /// The current complication; `nil` if the app has none, or if the host cannot be reached.
    var shown: ShownComplication? { last ?? nil }

    init(_ formatter: ComplicationFormatter) { self.formatter = formatter }

    /// Receives an event of the host; returns the line to write, or `nil` if nothing has changed for the app.
    mutating func receive(_ event: ComplicationEvent) -> String? {
        switch event.change {
        case .all(let state): return showIfNew(app.flatMap { state[$0] })
        case .removed(let removed): return removed == app ? showIfNew(nil) : nil
        case .set(let complication):
            guard complication.app == app else { return nil }
            last = .some(complication)
            return formatter.line(complication, of: app, isInStream: true)
        }
    }

    /// Records that the host cannot be reached; returns the line to write, or `nil` if nothing was shown.
    mutating func disconnect() -> String? { showIfNew(nil) }

    private mutating func showIfNew(_ shown: ShownComplication?) -> String? {
        guard last != .some(shown) else { return nil }
        last = .some(shown)
        return formatter.line(shown, of: app, isInStream: true)
    }
}

struct ComplicationClick: Codable, Hashable, Sendable {
    /// The largest length of a line, in bytes; a longer line is not a click.
    static let limit = 64 << 10

    /// The instance of the block; `nil` if the bar does not name it.
    var instance: String?
    /// The number of the mouse button: 1 is the left one.
    var button: Int

    /// Parses a line of the endless array that i3bar writes: `[`, and then an event on each line, with a comma before
    /// or after it; `nil` for any other line.
    init?(line: String) {
        guard line.utf8.count <= Self.limit else { return nil }
        let text = line.drop { $0 == "[" || $0 == "," || $0.isWhitespace }
        let end = text.lastIndex { $0 != "," && !$0.isWhitespace }
        guard let end, let click = try? JSONValue(parsing: String(text[...end])).decode(Self.self) else { return nil }
        self = click
    }

    /// Returns `true` if the click opens an app: a click with the left button on the app's block.
    func opens(_ app: AppID) -> Bool { button == 1 && (instance == nil || instance == app.rawValue) }
}
