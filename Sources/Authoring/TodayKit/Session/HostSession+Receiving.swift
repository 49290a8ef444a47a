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
        guard initialization.kind == responder.kind else {
            return request.fail(
                RPCError(
                    .invalidParams,
                    "the bundle calls this program \(initialization.kind.noun), but it is \(responder.kind.noun)"
                )
            )
        }
        if let refusal = responder.open(initialization) { return request.fail(RPCError(.invalidParams, refusal)) }
        let isFirst = state.withLock { state in
            guard state.initialization == nil else { return false }
            state.initialization = initialization
            state.requestContext = initialization.context
            // A change that was told before is newer.
            state.notificationSettings = state.notificationSettings ?? initialization.notifications
            return true
        }
        guard isFirst else { return request.fail(RPCError(.invalidRequest, "the process is initialized already")) }
        let groups = initialization.groups.map(\.id)
        defaults.begin(groups)
        jobContinuation.yield(.load(groups))
        request.reply(InitializeRequest.Reply(library: "TodayKit"))
    }

    private func enqueue(_ request: IncomingRequest) {
        guard let order = responder.order(of: request.method) else {
            return request.fail(RPCError(.methodNotFound, "\(responder.kind.noun) has no \(request.method)"))
        }
        let refusal: String? = state.withLock { state in
            if state.initialization == nil { return "initialize comes first" }
            if state.isEnding { return "the process is shutting down" }
            state.running[request.id] = CancellationSignal()
            return nil
        }
        if let refusal { return request.fail(RPCError(.invalidRequest, refusal)) }
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
        }
    }
}
