import JSON
import JSONRPC
import Synchronization
import TodayProtocol

extension HostSession {
    func receive(_ request: IncomingRequest) {
        switch request.method {
        case InitializeRequest.method: initialize(request)
        case ShutdownRequest.method:
            state.withLock { $0.isEnding = true }
            jobContinuation.yield(.shutdown(request))
        default: enqueue(request)
        }
    }

    private func initialize(_ request: IncomingRequest) {
        let initialization: InitializeRequest
        do { initialization = try request.decode(InitializeRequest.self) } catch { return request.fail(error) }
        do throws(RPCError) { try responder.open(initialization) } catch { return request.fail(error) }
        let isFirst = state.withLock { state in
            guard state.initialization == nil else { return false }
            state.initialization = initialization
            state.requestContext = initialization.context
            // A change that arrived earlier is newer.
            state.notificationSettings = state.notificationSettings ?? initialization.notifications
            return true
        }
        guard isFirst else { return request.fail(RPCError(.invalidRequest, "the process is initialized already")) }
        let groups = initialization.groups.map(\.id)
        defaults.begin(groups)
        jobContinuation.yield(.load(groups))
        if initialization.kind == .app, let settings = state.withLock({ $0.notificationSettings }) {
            jobContinuation.yield(.event(.settingsInForce(settings)))
        }
        request.reply(InitializeRequest.Reply(library: "TodayKit"))
    }

    private func enqueue(_ request: IncomingRequest) {
        let (kind, isEnding) = state.withLock { ($0.initialization?.kind, $0.isEnding) }
        guard let kind else { return request.fail(RPCError(.invalidRequest, "initialize comes first")) }
        guard !isEnding else { return request.fail(RPCError(.invalidRequest, "the process is shutting down")) }
        guard let order = responder.order(of: request.method) else {
            return request.fail(RPCError(.methodNotFound, "\(kind.noun) has no \(request.method)"))
        }
        state.withLock { $0.running[request.id] = CancellationSignal() }
        jobContinuation.yield(.request(request, order))
    }

    func receive(notification method: String, params: JSONValue) {
        do {
            switch method {
            case DefaultsChangedNotification.method: defaults.apply(try params.decode())
            case DayChangedNotification.method:
                let notification = try params.decode(DayChangedNotification.self)
                state.withLock { $0.requestContext = notification.context }
                jobContinuation.yield(.event(.dayChanged))
            case AppLifecycleNotification.method:
                let notification = try params.decode(AppLifecycleNotification.self)
                jobContinuation.yield(.event(notification.state == .active ? .becameActive : .enteredBackground))
            case SettingsChangedNotification.method:
                let notification = try params.decode(SettingsChangedNotification.self)
                state.withLock { $0.notificationSettings = notification.notifications }
                jobContinuation.yield(.event(.settingsChanged(notification.notifications)))
            case OpenFinishedNotification.method:
                openings.tell(try params.decode(OpenFinishedNotification.self))
            case MessagesChangedNotification.method:
                inbox.send(MessagesChange(unread: try params.decode(MessagesChangedNotification.self).unread))
            default: log(.debug, "a notification of the unknown method \(method) is ignored")
            }
        } catch {
            log(.error, "the notification \(method) is malformed: \((error as? DecodingError)?.sentence ?? "\(error)")")
        }
    }

    func cancel(_ id: RPCID) { state.withLock { $0.running[id] }?.cancel() }
}

extension ProcessKind {
    /// The kind with its article.
    fileprivate var noun: String {
        switch self {
        case .app: "an app"
        case .widget: "a widget"
        case .share: "a Share extension"
        case .action: "an Action extension"
        }
    }
}
