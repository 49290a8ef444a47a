import AsyncPrimitives
import Foundation
import Host
import HostAPI
import HostAPIClient
import Synchronization
import TodayDesktop
import TodayProtocol
import TodayScreen

/// Writes the complication of an app for a status bar, a line for each change, until the bar is closed.
///
/// While the host cannot be reached, it writes one empty line and retries. It ends when standard output is closed, and
/// in the format of i3bar also at the end of standard input.
final class ComplicationFollower: Sendable {
    /// The dependencies of a follower.
    struct Environment: Sendable {
        var console: Console
        /// The language and time zone of the person.
        var viewer: Viewer
        /// Makes a client, for each attempt to reach the host.
        var connect: @Sendable () throws -> HostClient
        /// Opens an address in the person's browser.
        var openAddress: @Sendable (String) throws -> Void
        /// The clock of the delay between two attempts.
        var clock: any Clock<Duration> = ContinuousClock()
    }

    /// The number of clicks that may wait while another is handled; older ones are dropped.
    private static let clickLimit = 8

    private let name: String
    private let environment: Environment
    private let stream: Mutex<ComplicationStream>
    private let formatter: ComplicationFormatter

    /// Makes a follower of an app's complication.
    ///
    /// - Parameters:
    ///   - name: The app's bundle identifier or name; the host resolves it once it is reached.
    ///   - formatter: Writes the lines.
    ///   - environment: Its dependencies.
    init(_ name: String, formatter: ComplicationFormatter, environment: Environment) {
        self.name = name
        self.formatter = formatter
        self.environment = environment
        stream = Mutex(ComplicationStream(formatter))
    }

    /// Follows until the reader of the lines is gone.
    ///
    /// - Throws: ``Host/HostError`` if the host has no such app.
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
                try await client.watchComplications(for: environment.viewer) { event in
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
    /// Opens the app at each click; returns at the end of standard input.
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
            let page = DesktopPage.address(url)
            let link = try await environment.connect().send(MakeLinkRequest(to: page.path))
            try environment.openAddress(link.link)
        } catch let error as PageOpener.Failure {
            environment.console.printError(error.message)
        } catch {
            let reason = (error as? HostError)?.message ?? "\(error)"
            environment.console.printError("\(shown.title) could not be opened: \(reason)")
        }
    }
}
