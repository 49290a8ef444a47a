import Foundation
import HostModel
import HostStorage
import JSON
import TodayProtocol
import TodayScreen
import TodayTestSupport

@testable import Host

/// A host with a ``WidgetApp`` whose widget has been updated; deadlines of calls follow a clock that the test moves.
struct WidgetHostFixture: Sendable {
    static let viewer = Viewer(language: "en", zone: "UTC")

    let host: TodayHost
    let app: WidgetApp
    let log: RecordedLog
    let deadlineClock: ManualClock

    var store: DurableStore { host.store }

    /// Has the app's process started, if it does not run, and asked which page an address leads to.
    func openApp() async throws {
        _ = try await withTimeLimit(on: "the app's answer to an address") { [host] in
            try await host.send(OpenURLRequest(url: "example://page", source: .own, viewer: Self.viewer))
        }
    }

    /// Has the widget's process updated.
    func updateWidget() async throws {
        try await withTimeLimit(on: "an update") { [host] in try await host.send(ReloadWidgetRequest(WidgetApp.widget))
        }
    }
}

/// A request of the host to a process of a ``WidgetApp``, by its method.
enum ProcessRequest: String, CaseIterable, Sendable {
    case update = "widget/update"
    case widgetTap = "widget/perform"
    case appTap = "app/perform"
    case response = "app/respond"
    case push = "app/push"
    case actions = "app/process"
    case recordFailures = "app/records"

    /// The requests whose effects are collected in a transaction.
    static let transactional: [ProcessRequest] = [.widgetTap, .appTap, .response, .push, .actions, .recordFailures]

    static let tap = TapID("tap")
    private static let responseID = "response"

    /// Whether it goes to the widget's process.
    var isForWidget: Bool { self == .update || self == .widgetTap }

    /// Does what makes the host send the request; a tap's outcome and an update's end are waited for.
    func cause(in fixture: WidgetHostFixture) async throws {
        switch self {
        case .update: try await fixture.host.send(ReloadWidgetRequest(WidgetApp.widget))
        case .widgetTap: try await perform(on: .widget(WidgetApp.widget), in: fixture)
        case .appTap: try await perform(on: .scene(url: "example://page"), in: fixture)
        case .response: try await respond(in: fixture.store)
        case .push:
            let push = Push(id: "push", sent: Date(), isSilent: true)
            try await fixture.store.commit(
                .cloud(.receivePush(ReceivedPush(app: WidgetApp.app, push: push, wakes: true, sequence: 0, epoch: "e")))
            )
        case .actions:
            let action = ActionsEnqueueRequest.NewAction(id: ActionID("a"), payload: 1)
            try await fixture.store.commit(.action(.enqueue(WidgetApp.app, WidgetApp.group, action)))
        case .recordFailures: try await refuseRecord(in: fixture.store)
        }
    }

    /// What the commit that ends it tells; an update has none.
    var end: StoreChange? {
        switch self {
        case .update: nil
        case .widgetTap, .appTap: .tap(Self.tap)
        case .response: .responses(WidgetApp.app)
        case .push: .pushes(WidgetApp.app)
        case .actions: .actions(WidgetApp.app, WidgetApp.group)
        case .recordFailures: .recordFailures(WidgetApp.app)
        }
    }

    /// Whether the store has its end.
    func isFinished(_ reader: DurableReader) throws -> Bool {
        switch self {
        case .update: true
        case .widgetTap, .appTap: try reader.tap(Self.tap)?.state != .pending
        case .response: try reader.nextResponse(of: WidgetApp.app) == nil
        case .push: try reader.pendingPushes().isEmpty
        case .actions: try reader.actions(of: WidgetApp.app).actions.isEmpty
        case .recordFailures: try reader.nextRecordFailures(of: WidgetApp.app) == nil
        }
    }

    private func perform(on target: HostModel.Tap.Target, in fixture: WidgetHostFixture) async throws {
        let tap = HostModel.Tap(id: Self.tap, target: target)
        _ = try await fixture.host.send(PerformTapRequest(tap, viewer: WidgetHostFixture.viewer))
    }

    /// Delivers a notification and answers it.
    private func respond(in store: DurableStore) async throws {
        let request = NotificationRequest(identifier: "n", content: NotificationContent(title: .text("N")))
        let scheduled = ScheduledNotification(app: WidgetApp.app, request: request, due: .distantFuture)
        try await store.commit(.notification(.schedule(scheduled)))
        guard let kept = try await store.read({ try $0.scheduled(WidgetApp.app, identifier: "n") }) else {
            throw StoreError(.notFound, "The notification was not scheduled.")
        }
        let order = NotificationDelivery(scheduled: kept, presentation: [.list], isLate: false, next: nil)
        try await store.commit(.notification(.deliver(order)))
        guard let delivered = try await store.read({ try $0.delivered(of: WidgetApp.app, identifier: "n") }) else {
            throw StoreError(.notFound, "The notification was not delivered.")
        }
        try await store.commit(.response(.respond(delivered.id, id: Self.responseID, action: "done", text: nil)))
    }

    /// Has a change of a record fail, since the device leaves the cloud before it is sent.
    private func refuseRecord(in store: DurableStore) async throws {
        let link = CloudLink(
            url: "http://localhost:1",
            deviceID: "device",
            deviceToken: "token",
            user: "ada",
            epoch: "e",
            sequence: 0,
            isLocal: false
        )
        let changes = try RecordChangeSet(
            container: WidgetApp.container,
            zone: .default,
            app: WidgetApp.app,
            process: WidgetApp.app.rawValue,
            isAtomic: false,
            changes: [.save(Record("a", type: "Note"), .ifUnchanged)]
        )
        let operations: [StoreOperation] = [.cloud(.link(link)), .records(.enqueue(changes)), .cloud(.unlink)]
        try await store.commit(StoreTransaction(operations, origin: .host))
    }
}

extension DurableStore {
    /// Waits until a condition of the store is true.
    func wait(
        for what: String,
        file: StaticString = #fileID,
        line: UInt = #line,
        until isTrue: @escaping @Sendable (DurableReader) throws -> Bool
    ) async throws {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let observation = observe { _ in continuation.yield() }
        defer { observation.cancel() }
        continuation.yield()
        try await withTimeLimit(on: what, seconds: 60, file: file, line: line) {
            for await _ in changes {
                if try await self.read(isTrue) { return }
            }
        }
    }
}

/// Runs a test with a host on which a ``WidgetApp`` is installed.
func withWidgetHost(
    hasWidget: Bool = true,
    hasAction: Bool = false,
    _ body: (WidgetHostFixture) async throws -> Void
) async throws {
    try await withTemporaryDirectory(isInMemory: true) { folder in
        let log = RecordedLog()
        let deadlineClock = ManualClock()
        let app = try WidgetApp(in: folder, hasWidget: hasWidget, hasAction: hasAction)
        let host = try await TodayHost(
            configuration: HostConfiguration(
                stateDirectory: URL(filePath: "\(folder)/state", directoryHint: .isDirectory),
                sandbox: .off,
                version: "test"
            ),
            logger: log.logger,
            clock: ManualWallClock(),
            deadlineClock: deadlineClock
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await host.run() }
            do {
                _ = try await host.send(InstallAppRequest(path: app.bundle, consent: .everything))
                try await withTimeLimit(on: "the widget's first update") {
                    await host.screen.waitUntilSettled(WidgetApp.widget)
                }
                try await body(WidgetHostFixture(host: host, app: app, log: log, deadlineClock: deadlineClock))
            } catch {
                group.cancelAll()
                throw error
            }
            group.cancelAll()
            while let _ = try await group.next() {}
        }
    }
}
