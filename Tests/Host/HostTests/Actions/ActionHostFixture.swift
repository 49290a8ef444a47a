import Foundation
import HostModel
import HostStorage
import JSON
import Testing
public import TodayProtocol
import TodayScreen
import TodayTestSupport

@testable import Host

/// A host with an ``ActionApp``; the wall clock and the deadlines of calls are the test's.
struct ActionHostFixture: Sendable {
    static let viewer = Viewer(language: "en", zone: "UTC")

    let host: TodayHost
    let app: ActionApp
    let clock: ManualWallClock
    let deadlineClock: ManualClock

    var store: DurableStore { host.store }

    /// Enqueues actions as the widget does outside a transaction.
    func enqueue(_ ids: String..., in group: GroupID = ActionApp.group) async throws {
        try await enqueue(ids, in: group)
    }

    /// Enqueues actions as the widget does outside a transaction.
    func enqueue(_ ids: [String], in group: GroupID = ActionApp.group) async throws {
        let operations = ids.map { id in
            StoreOperation.action(
                .enqueue(ActionApp.app, group, .init(id: ActionID(id), payload: ["set": .string(id)]))
            )
        }
        try await store.commit(StoreTransaction(operations, origin: .widget(ActionApp.widget)))
    }

    /// The app's actions in the order in which they were enqueued.
    func actions() async throws -> [ActionRecord] {
        try await store.read { try $0.actions(of: ActionApp.app).actions }
    }

    /// Waits until a condition of the store is true.
    func wait(
        for what: String,
        file: StaticString = #fileID,
        line: UInt = #line,
        until isTrue: @escaping @Sendable (DurableReader) throws -> Bool
    ) async throws {
        try await store.wait(for: what, file: file, line: line, until: isTrue)
    }

    /// Waits until the app's queue is empty.
    func waitUntilEmpty(file: StaticString = #fileID, line: UInt = #line) async throws {
        try await wait(for: "the end of all actions", file: file, line: line) {
            try $0.actions(of: ActionApp.app).actions.isEmpty
        }
    }

    /// Waits until an action's last attempts have failed.
    func waitForAttempts(_ count: Int, of id: String, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await wait(for: "attempt \(count) of \(id)", file: file, line: line) { reader in
            try reader.actions(of: ActionApp.app).actions.contains { record in
                record.action.id == ActionID(id) && record.action.attempts == count && record.action.state != .delivered
            }
        }
    }

    /// Waits until the program has been given a number of batches.
    func waitForBatches(_ count: Int, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await app.waitForNotes("processed", count: count, file: file, line: line)
    }

    /// Opens a page of the app, as a link does.
    func open() async throws {
        _ = try await withTimeLimit(on: "the app's answer to an address") { [host] in
            try await host.send(OpenURLRequest(url: "example://page", source: .own, viewer: Self.viewer))
        }
    }

    /// The background runs of the app, newest first.
    func runs() async throws -> [BackgroundRun] {
        try await host.send(GetBackgroundRunsRequest(of: ActionApp.app, limit: 100))
    }
}

/// Runs a test with a host, if need be on an executor of the test; call it again with the same folder to start the host anew.
func withActionHost(
    in folder: String,
    wakesForActions: Bool = true,
    hasWidget: Bool = true,
    backgroundModes: [String] = ["remote-notification"],
    clock: ManualWallClock = ManualWallClock(),
    on executor: SerialTaskExecutor? = nil,
    _ body: (ActionHostFixture) async throws -> Void
) async throws {
    let state = URL(filePath: "\(folder)/state", directoryHint: .isDirectory)
    let isNew = !FileManager.default.fileExists(atPath: state.path)
    let app = try ActionApp(in: folder, hasWidget: hasWidget, backgroundModes: backgroundModes)
    let deadlineClock = ManualClock()
    let host = try await TodayHost(
        configuration: HostConfiguration(
            stateDirectory: state,
            sandbox: .off,
            wakesForActions: wakesForActions,
            version: "test"
        ),
        logger: RecordedLog().logger,
        clock: clock,
        deadlineClock: deadlineClock
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask(executorPreference: executor) { try await host.run() }
        do {
            if isNew { _ = try await host.send(InstallAppRequest(path: app.bundle, consent: .everything)) }
            try await body(ActionHostFixture(host: host, app: app, clock: clock, deadlineClock: deadlineClock))
        } catch {
            group.cancelAll()
            throw error
        }
        group.cancelAll()
        while let _ = try await group.next() {}
    }
}

/// Runs a test with a host in a folder of its own.
func withActionHost(
    wakesForActions: Bool = true,
    hasWidget: Bool = true,
    backgroundModes: [String] = ["remote-notification"],
    on executor: SerialTaskExecutor? = nil,
    _ body: (ActionHostFixture) async throws -> Void
) async throws {
    try await withTemporaryDirectory(isInMemory: true) { folder in
        try await withActionHost(
            in: folder,
            wakesForActions: wakesForActions,
            hasWidget: hasWidget,
            backgroundModes: backgroundModes,
            on: executor,
            body
        )
    }
}

extension ActionID: ExpressibleByStringLiteral {
    /// Takes a literal, in tests.
    public init(stringLiteral value: String) { self.init(value) }
}
