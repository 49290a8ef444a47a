import AsyncPrimitives
import Foundation
import HostClock
import HostStorage
import Logging
import Notifications
import Synchronization
import Testing
import TodayProtocol
import TodayTestSupport

/// A scheduler over a real database, whose clock and app the test plays.
struct SchedulerFixture: Sendable {
    static let app = AppID("org.example.App")
    static let other = AppID("org.example.Other")

    let store: DurableStore
    let clock: ManualWallClock
    let stage: Stage
    /// What the store tells, for waiting.
    let commits: CommitLog

    /// Schedules a request as the host does.
    func add(
        _ identifier: String,
        _ trigger: NotificationTrigger,
        of app: AppID = app,
        _ change: (inout NotificationContent) -> Void = { _ in }
    ) async throws {
        var content = NotificationContent(title: .text(identifier))
        change(&content)
        let request = NotificationRequest(identifier: identifier, content: content, trigger: trigger)
        try request.check()
        let scheduled = ScheduledNotification(
            app: app,
            request: request,
            due: try request.firstDue(now: clock.now, zone: clock.zone),
            floats: trigger.floats
        )
        try await store.commit(.notification(.schedule(scheduled)))
    }

    func decide(
        _ authorization: NotificationSettings.Authorization,
        _ allowed: Set<NotificationAuthorizationOption> = Set(NotificationAuthorizationOption.allCases),
        of app: AppID = app
    ) async throws {
        try await store.commit(.authorization(.decide(app, authorization, allowed: allowed)))
    }

    /// The delivered notification of an identifier, once it is there.
    func delivered(
        _ identifier: String,
        of app: AppID = app,
        file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> DeliveredRecord {
        try await commits.wait(for: "the delivery of \(identifier)", file: file, line: line) {
            try await store.read { try $0.delivered(of: app, identifier: identifier) }
        }
    }

    /// Waits until nothing is due.
    func settle() async throws {
        let now = clock.now
        _ = try await commits.wait(for: "the delivery of everything that is due") {
            try await store.read { try $0.due(before: now, limit: 1) }.isEmpty ? true : nil
        }
    }

    /// When a pending request falls due; none if it is not pending.
    func due(_ identifier: String, of app: AppID = app) async throws -> Date? {
        try await store.read { try $0.scheduled(app, identifier: identifier)?.due }
    }
}

/// The apps in front, and what they answer.
final class Stage: Sendable {
    private struct State {
        var front: Set<AppID> = []
        var asked: [String] = []
        var answers: [String: Set<NotificationPresentationOption>?] = [:]
        var gates: [String: Gate] = [:]
    }

    private let state = Mutex(State())

    var asked: [String] { state.withLock(\.asked) }

    func bringToFront(_ app: AppID) { _ = state.withLock { $0.front.insert(app) } }
    func isInForeground(_ app: AppID) -> Bool { state.withLock { $0.front.contains(app) } }

    /// Fixes what an app answers about a notification, and whether it waits for the test.
    func answer(_ identifier: String, _ options: Set<NotificationPresentationOption>?, gate: Gate? = nil) {
        state.withLock { state in
            state.answers[identifier] = .some(options)
            state.gates[identifier] = gate
        }
    }

    func present(_ notification: DeliveredNotification) async -> Set<NotificationPresentationOption>? {
        let name = notification.request.identifier
        let (answer, gate) = state.withLock { state in
            state.asked.append(name)
            return (state.answers[name] ?? nil, state.gates[name])
        }
        await gate?.pass()
        return answer
    }
}

/// Holds one task until the test lets it go.
final class Gate: Sendable {
    private let reached = Signal()
    private let opened = Signal()

    func pass() async {
        reached.raise()
        await opened.wait()
    }

    func waitUntilReached() async throws {
        try await withTimeLimit(on: "an app that is asked") { [reached] in await reached.wait() }
    }
    func open() { opened.raise() }
}

/// Wakes a test with each commit.
final class CommitLog: Sendable {
    private let signal = Signal()
    private let all = Mutex<[StoreChange]>([])

    var changes: [StoreChange] { all.withLock(\.self) }

    func note(_ commit: Commit) {
        all.withLock { $0 += commit.changes }
        signal.raise()
    }

    /// Looks for something, again after each commit, until it is there.
    func wait<Value: Sendable>(
        for event: String = "the commit that a test waits for",
        file: StaticString = #fileID,
        line: UInt = #line,
        _ look: @escaping @Sendable () async throws -> Value?
    ) async throws -> Value {
        try await withTimeLimit(on: event, file: file, line: line) { [signal] in
            while true {
                if let value = try await look() { return value }
                try Task.checkCancellation()
                await signal.wait()
            }
        }
    }
}

/// Runs a test with a scheduler; again on the same folder it is a restart.
func withScheduler(
    in folder: String,
    clock: ManualWallClock = ManualWallClock(),
    before: (SchedulerFixture) async throws -> Void = { _ in },
    _ body: (SchedulerFixture) async throws -> Void
) async throws {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let store = try DurableStore(path: "\(folder)/promises.sqlite", now: { clock.now })
    let stage = Stage()
    let commits = CommitLog()
    let observation = store.observe { commits.note($0) }
    let scheduler = NotificationScheduler(store: store, clock: clock, logger: logger) { app in
        stage.isInForeground(app)
    } present: { _, notification in
        await stage.present(notification)
    }
    let fixture = SchedulerFixture(store: store, clock: clock, stage: stage, commits: commits)
    try await before(fixture)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await scheduler.run() }
        try await body(fixture)
        group.cancelAll()
    }
    observation.cancel()
    await store.close()
}

/// Names and texts of apps that a test made up.
struct FixtureTexts: NotificationTexts {
    func title(of app: AppID, in language: String) -> String {
        let name = app.rawValue.split(separator: ".").last.map(String.init) ?? ""
        return language == "ja" ? "\(name)（日本語）" : name
    }

    func isTitle(_ text: String, of app: AppID) -> Bool { text == title(of: app, in: "en") }

    func hasPage(_ app: AppID) -> Bool { true }

    func strings(of app: AppID, in language: String) -> LocalizedStrings {
        LocalizedStrings([
            LocalizedStrings.Table(
                language: language,
                strings: ["hello": language == "ja" ? "%@さん、こんにちは" : "Hello, %@"]
            )
        ])
    }
}
