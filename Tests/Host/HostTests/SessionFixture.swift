import DeviceSync
import Fetching
import Foundation
import HostModel
import HostStorage
import JSON
import JSONRPC
import Logging
import ProcessHost
import Synchronization
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// A process that a test plays, connected in memory to a session of the host over real databases.
struct SessionFixture: Sendable {
    static let app = AppID("org.example.App")
    static let widget = WidgetID("org.example.App.widget")
    static let group = GroupID("group.org.example")
    static let container = "iCloud.org.example.App"

    /// The process's side of the connection.
    let process: RPCConnection
    /// What the host told the process.
    let told: ReceivedNotifications
    /// The host's side.
    let session: ProcessSession
    let store: HostStore
    let screen: RecordingScreen
}

/// A cloud that cannot be reached.
struct UnreachableCloud: CloudTransport {
    func send(_ request: CloudRequest) async throws(CloudFailure) -> CloudResponse {
        throw CloudFailure(.unreachable, "the cloud cannot be reached.")
    }

    func stream(_ request: CloudRequest, _ receive: ([UInt8]) async throws -> Void) async throws -> CloudResponse? {
        throw CloudFailure(.unreachable, "the cloud cannot be reached.")
    }

    func close() async {}
}

/// What a process was told, in order.
final class ReceivedNotifications: RPCHandler {
    private let all = Mutex<[(method: String, params: JSONValue)]>([])

    /// How many messages were said to be unread, in order.
    var unread: [Int] {
        all.withLock { all in
            all.filter { $0.method == MessagesChangedNotification.method }
                .compactMap { try? $0.params.decode(MessagesChangedNotification.self).unread }
        }
    }

    /// The changes of shared defaults, in order.
    var changes: [DefaultsChangedNotification] {
        all.withLock { $0.compactMap { try? $0.params.decode() } }
    }

    /// What the person allows, as it was told, in order.
    var settings: [NotificationSettings] {
        all.withLock { all in
            all.filter { $0.method == SettingsChangedNotification.method }
                .compactMap { try? ($0.params.decode() as SettingsChangedNotification).notifications }
        }
    }

    /// What came of addresses that the process had opened, in order.
    var openings: [OpenFinishedNotification] {
        all.withLock { all in
            all.filter { $0.method == OpenFinishedNotification.method }.compactMap { try? $0.params.decode() }
        }
    }

    func receive(_ request: IncomingRequest) { request.reply(EmptyReply()) }

    func receive(notification method: String, params: JSONValue) { all.withLock { $0.append((method, params)) } }
}

/// A screen that records the requests of processes.
final class RecordingScreen: SessionScreen {
    private let notes = Mutex<[String]>([])

    var all: [String] { notes.withLock(\.self) }

    func note(_ text: String) { notes.withLock { $0.append(text) } }
    func instances(of widget: WidgetID) -> [WidgetID] { [widget] }
    func reload(_ widgets: [WidgetID], isUrgent: Bool, by widget: WidgetID?) {
        notes.withLock { $0.append("reload \(widgets)" + (isUrgent ? " at once" : "")) }
    }
    func setPlaceholder(_ content: WidgetContent, of widget: WidgetID) { note("placeholder of \(widget)") }
    func reloadScenes(of app: AppID, url: String?) { notes.withLock { $0.append("scenes \(app) \(url ?? "*")") } }
    func open(_ url: String, as opening: OpeningID?, onPagesOf app: AppID) {
        notes.withLock { $0.append("open \(url)") }
    }
    func canOpen(_ url: String) -> Bool { url.hasPrefix("https:") || url.hasPrefix("example:") }
    func opens(_ url: String, onPagesOf app: AppID) -> Bool { url.hasPrefix("example:") && app == SessionFixture.app }
}

extension SessionFixture {
    /// Adds the app to the store, which keeps actions and complications of installed apps alone.
    func install() async throws {
        let app = InstalledApp(
            id: Self.app,
            name: "App",
            version: "1",
            path: "/apps/App.app",
            manifest: [:],
            installed: Date(timeIntervalSince1970: 1_800_000_000)
        )
        try await store.durable.commit(
            .app(.install(app, widgets: [], claims: [])),
            origin: .person
        )
    }
}

/// Runs a test with a session of an app or a widget.
func withSession(
    _ kind: ProcessKind = .app,
    groups: [GroupID] = [SessionFixture.group],
    mayReceivePushes: Bool = true,
    containers: [String] = [SessionFixture.container],
    cloud: any CloudTransport = UnreachableCloud(),
    meter: ReadingMeter? = nil,
    awaitRefresh: @escaping @Sendable (AppID, String?, Duration) async throws -> InboxRefreshResult? = { _, _, _ in
        .unchanged
    },
    _ body: @Sendable (SessionFixture) async throws -> Void
) async throws {
    try await withTemporaryDirectory(isInMemory: true) { temporary in
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        // Clocks that stand still: what is allowed in a period does not depend on how slow the machine is.
        let clock = ManualWallClock()
        let store = try HostStore(folder: "\(temporary)/state", logger: logger, now: { clock.now })
        let (hostEnd, processEnd) = MemoryTransport.pair()
        let sessions = SessionRegistry(store: store.durable)
        let jobs = LongRequests()
        let screen = RecordingScreen()
        let hostSide = RPCConnection(transport: hostEnd, meter: meter)
        let began = ContinuousClock.now
        let session = ProcessSession(
            rights: ProcessRights(
                kind: kind,
                app: SessionFixture.app,
                widget: kind == .widget ? SessionFixture.widget : nil,
                title: "App",
                groups: groups,
                mayFetch: false,
                mayReceivePushes: mayReceivePushes,
                refreshesInBackground: mayReceivePushes,
                declaredHosts: [],
                containers: containers,
                widgets: [SessionFixture.widget]
            ),
            connection: hostSide,
            services: SessionServices(
                store: store.durable,
                sessions: sessions,
                jobs: jobs,
                fetcher: Fetcher(caches: store.caches, logger: logger),
                allowedHosts: { _ in [] },
                screen: screen,
                refreshMessages: { screen.note("refresh \($0)") },
                awaitRefresh: awaitRefresh,
                wakeApp: { screen.note("wake \($0)") },
                records: RecordSync(store: store.durable, transport: cloud, logger: logger),
                keychain: KeychainCipher(
                    keys: KeychainKeyStore(stateFolder: "\(temporary)/state", sessionBus: nil),
                    logger: logger
                ),
                audit: AuditRecorder(store: store.durable, clock: clock, logger: logger),
                clock: clock,
                logger: logger,
                now: { began }
            ),
            admitToLog: { _ in .admitted }
        )
        let observation = store.durable.observe { sessions.didCommit($0) }
        let process = RPCConnection(transport: processEnd)
        let told = ReceivedNotifications()
        let fixture = SessionFixture(process: process, told: told, session: session, store: store, screen: screen)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await hostSide.run(session) }
            group.addTask { try await process.run(told) }
            let running = Task { await jobs.run() }
            defer { running.cancel() }
            try await body(fixture)
            process.close()
            hostSide.close()
            try await group.waitForAll()
        }
        withExtendedLifetime(observation) {}
        await store.close()
    }
}

/// Expects a request to fail with a code; returns the error.
@discardableResult
func expectError<Value>(
    _ code: RPCError.Code,
    _ body: () async throws -> Value
) async -> RPCError? {
    do {
        _ = try await body()
        Issue.record("no error came")
        return nil
    } catch let error as RPCError {
        #expect(error.code == code, "\(error.message)")
        return error
    } catch {
        Issue.record("another error came: \(error)")
        return nil
    }
}
