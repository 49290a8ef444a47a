import FoundationEssentials
import JSON
import JSONRPC
import Synchronization
import Testing
import TodayKit
import TodayProtocol
import TodayTestSupport

/// The host's side of a connection to one process, controlled by a test.
final class ScriptedHost: RPCHandler {
    static let group = GroupID("group.test")
    static let requestContext = RequestContext(
        now: Date(timeIntervalSince1970: 1_795_248_000),
        day: CivilDay(year: 2026, month: 11, day: 21),
        zone: "Europe/Berlin",
        language: "en-US"
    )

    let connection: RPCConnection
    /// Withdraws the request that was last sent with it.
    let stop = Stop()
    private let asked: AsyncStream<IncomingRequest>
    private let askedContinuation: AsyncStream<IncomingRequest>.Continuation
    private let told: AsyncStream<(method: String, params: JSONValue)>
    private let toldContinuation: AsyncStream<(method: String, params: JSONValue)>.Continuation
    private let cancelled: AsyncStream<RPCID>
    private let cancelledContinuation: AsyncStream<RPCID>.Continuation
    private let stored: Mutex<[String: PropertyValue]?>

    /// Creates the host's side.
    ///
    /// - Parameters:
    ///   - transport: The connection to the process.
    ///   - stored: The initial values of the group, at revision 1; if `nil`, the test replies to `defaults/all`.
    init(_ transport: any LineTransport, stored: [String: PropertyValue]?) {
        connection = RPCConnection(transport: transport, clock: ManualClock())
        (asked, askedContinuation) = AsyncStream.makeStream()
        (told, toldContinuation) = AsyncStream.makeStream()
        (cancelled, cancelledContinuation) = AsyncStream.makeStream()
        self.stored = Mutex(stored)
    }

    func receive(_ request: IncomingRequest) {
        if request.method == DefaultsAllRequest.method, let stored = stored.withLock(\.self) {
            request.reply(DefaultsAllRequest.Reply(values: stored, next: nil, revision: Revision(1)))
        } else {
            askedContinuation.yield(request)
        }
    }

    func receive(notification method: String, params: JSONValue) { toldContinuation.yield((method, params)) }

    func cancel(_ id: RPCID) { cancelledContinuation.yield(id) }

    // Messages from the process

    /// Returns the next request, which must have this type.
    func next<Request: RPCRequest>(_ type: Request.Type) async throws -> (request: Request, incoming: IncomingRequest) {
        let incoming = try await withTimeLimit(on: "the process's request \(Request.method)") { [asked] in
            for await incoming in asked { return incoming }
            throw CancellationError()
        }
        try #require(incoming.method == Request.method)
        return (try incoming.decode(type), incoming)
    }

    /// Returns the next line for the log.
    func nextLog() async throws -> LogNotification {
        try await withTimeLimit(on: "a line for the log") { [told] in
            for await (method, params) in told where method == LogNotification.method { return try params.decode() }
            throw CancellationError()
        }
    }

    /// Returns the next request of the host that the process cancelled.
    func nextCancellation() async throws -> RPCID {
        try await withTimeLimit(on: "a request that the process gives up") { [cancelled] in
            for await id in cancelled { return id }
            throw CancellationError()
        }
    }

    // Messages to the process

    /// Asks the process; the connection's own clock stands still.
    func ask<Request: RPCRequest & Sendable>(_ request: Request) async throws -> Request.Reply
    where Request.Reply: Sendable {
        try await withTimeLimit(on: "the process's answer to \(Request.method)") { [connection] in
            try await connection.call(request, deadline: .seconds(30))
        }
    }

    func initialize(
        _ kind: ProcessKind = .widget,
        principalClass: String? = nil,
        groups: [GroupID] = [ScriptedHost.group],
        notifications: NotificationSettings? = nil
    ) async throws -> InitializeRequest.Reply {
        try await ask(
            InitializeRequest(
                hostVersion: "0.0.0",
                kind: kind,
                id: "org.example.App.widget",
                principalClass: principalClass,
                app: AppID("org.example.App"),
                groups: groups.map { .init(id: $0, path: "/groups/\($0)") },
                bundlePath: "/app/PlugIns/Widget.appex",
                temporaryPath: "/tmp",
                deviceID: "device-1",
                notifications: notifications,
                context: Self.requestContext
            )
        )
    }

    @discardableResult
    func update(_ reasons: [UpdateReason] = [.opened]) async throws -> WidgetUpdateRequest.Reply {
        try await ask(
            WidgetUpdateRequest(
                reasons: reasons,
                revision: Revision(1),
                size: WidgetSize(),
                context: Self.requestContext
            )
        )
    }

    func perform(_ action: some Encodable, transaction: Int = 1) async throws {
        let data: JSONValue = ["action": try JSONValue(encoding: action)]
        _ = try await ask(
            WidgetPerformRequest(
                tap: TapID("tap"),
                verb: nil,
                data: data,
                transaction: transaction,
                context: Self.requestContext
            )
        )
    }

    func performInApp(
        _ action: some Encodable,
        inputs: [String: String] = [:],
        transaction: Int = 1
    ) async throws -> AppPerformRequest.Reply {
        var data = inputs.mapValues(JSONValue.string)
        data["action"] = try JSONValue(encoding: action)
        return try await ask(
            AppPerformRequest(
                tap: TapID("tap"),
                url: "test://page",
                verb: nil,
                data: .object(data),
                transaction: transaction,
                context: Self.requestContext
            )
        )
    }

    func scene(_ url: String) async throws -> SceneContent {
        try await ask(AppSceneRequest(url: url, revision: Revision(1), context: Self.requestContext))
    }

    func open(_ url: String, _ source: AppOpenRequest.Source, from app: AppID? = nil) async throws -> String? {
        try await ask(AppOpenRequest(url: url, source: source, from: app, context: Self.requestContext)).url
    }

    func respond(_ response: NotificationResponse, transaction: Int = 1) async throws {
        _ = try await ask(
            AppRespondRequest(
                response: response,
                budgetMilliseconds: 10_000,
                transaction: transaction,
                context: Self.requestContext
            )
        )
    }

    func push(_ push: Push, transaction: Int = 1) async throws -> PushResult {
        try await ask(
            AppPushRequest(
                push: push,
                budgetMilliseconds: 30_000,
                transaction: transaction,
                context: Self.requestContext
            )
        ).result
    }

    func report(_ failures: [RecordFailure]) async throws {
        _ = try await ask(
            AppRecordsRequest(
                failures: failures,
                budgetMilliseconds: 30_000,
                transaction: 1,
                context: Self.requestContext
            )
        )
    }

    func process(_ actions: [AppProcessRequest.Delivery]) async throws -> AppProcessRequest.Reply {
        try await ask(
            AppProcessRequest(
                group: actions.isEmpty ? nil : Self.group,
                actions: actions,
                reason: .push,
                transaction: 1,
                context: Self.requestContext
            )
        )
    }

    func present(
        _ notification: DeliveredNotification,
        over pages: [String]? = nil
    ) async throws -> Set<NotificationPresentationOption> {
        let request = AppPresentRequest(notification: notification, pages: pages, context: Self.requestContext)
        return try await ask(request).options
    }

    func change(_ values: [String: PropertyValue], removed: [String] = [], revision: Int64) {
        connection.notify(
            DefaultsChangedNotification(
                group: Self.group,
                revision: Revision(revision),
                values: values,
                removed: removed
            )
        )
    }

    func shutdown() async throws { _ = try await ask(ShutdownRequest()) }
}

/// Acts as the host of a widget while `body` runs.
func withHost(
    of widget: some Widget,
    stored: [String: PropertyValue]? = [:],
    _ body: (ScriptedHost) async throws -> Void
) async throws {
    try await withHost(stored: stored, body) { transport in
        try await ProcessMain.serve(widget, over: transport, clock: ManualClock())
    }
}

/// Acts as the host of a program with widgets, and an app if there is one, while `body` runs.
func withHost(
    of app: (any App.Type)? = nil,
    orOneOf widgets: [any Widget.Type],
    _ body: (ScriptedHost) async throws -> Void
) async throws {
    try await withHost(stored: [:], body) { transport in
        try await ProcessMain.serve(app, widgets: widgets, over: transport, clock: ManualClock())
    }
}

/// Acts as the host of an app while `body` runs.
func withHost(
    of app: some App,
    stored: [String: PropertyValue]? = [:],
    _ body: (ScriptedHost) async throws -> Void
) async throws {
    try await withHost(stored: stored, body) { transport in
        try await ProcessMain.serve(app, over: transport, clock: ManualClock())
    }
}

private func withHost(
    stored: [String: PropertyValue]?,
    _ body: (ScriptedHost) async throws -> Void,
    serve: @escaping @Sendable (MemoryTransport) async throws -> Void
) async throws {
    let (hostEnd, processEnd) = MemoryTransport.pair()
    let host = ScriptedHost(hostEnd, stored: stored)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await serve(processEnd) }
        group.addTask { try await host.connection.run(host) }
        do {
            try await body(host)
        } catch {
            host.connection.close()
            throw error
        }
        // The end of its input ends the process; both sides return then.
        host.connection.finishSending()
        try await group.waitForAll()
    }
}

/// Stores the function that withdraws a request.
final class Stop: Sendable {
    private let body = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

    func run() { body.withLock(\.self)?() }
}
