import AsyncPrimitives
import HostModel
import HostStorage
import JSON
import JSONRPC
import Logging
import ProcessHost
import Synchronization
import TodayProtocol

/// The host's side of the connection to one running process: answers its requests, and sends it notifications.
///
/// The connection's reader calls everything in the order in which the process asked, and requests are passed on in that
/// order, so that the writes of a process commit in order. Nothing here waits.
final class ProcessSession: RPCHandler {
    var rights: ProcessRights { currentRights.withLock { $0 } }
    let transactions = OpenTransactions()
    let services: SessionServices
    /// Limits the number of lists of this process in the store's queue, so that a process that asks for a thousand at
    /// once holds up only itself, and lists that still wait when it ends are never read.
    private let reads = AsyncSemaphore(permits: 2)
    private let currentRights: Mutex<ProcessRights>
    private let connection: RPCConnection
    private let logger: Logger
    private let log = Mutex(LogLimiter())
    private let admitToLog: @Sendable (Int) -> LogAllowance.Admission
    private let limiters = Mutex<[String: FixedWindowRateLimiter]>([:])
    /// The openings whose result the process has not received yet, newest last.
    private let openings = Mutex<[OpeningID]>([])
    private static let openingLimit = 16
    /// The texts of errors that the process received, newest last.
    private let errorTexts = Mutex<[LocalizableText]>([])
    private static let errorTextLimit = 8
    /// The methods of the host; a process that sends one has mostly printed what it read.
    private static let hostMethods: Set<String> = [
        InitializeRequest.method, ShutdownRequest.method, WidgetUpdateRequest.method, WidgetPerformRequest.method,
        AppOpenRequest.method, AppSceneRequest.method, AppPerformRequest.method, AppShareRequest.method,
        AppProcessRequest.method, AppPushRequest.method, AppRecordsRequest.method, AppRespondRequest.method,
        AppPresentRequest.method, AppSearchRequest.method, AppLifecycleNotification.method,
        DayChangedNotification.method, DefaultsChangedNotification.method, MessagesChangedNotification.method,
        OpenFinishedNotification.method, SettingsChangedNotification.method,
    ]

    /// Creates the session of a process; `admitToLog` takes the length of a line in bytes.
    init(
        rights: ProcessRights,
        connection: RPCConnection,
        services: SessionServices,
        admitToLog: @escaping @Sendable (Int) -> LogAllowance.Admission
    ) {
        currentRights = Mutex(rights)
        self.connection = connection
        self.services = services
        self.admitToLog = admitToLog
        var logger = services.logger
        logger[metadataKey: "process"] = "\(rights.id)"
        self.logger = logger
        services.sessions.add(self)
    }

    func setRights(_ rights: ProcessRights) { currentRights.withLock { $0 = rights } }

    /// Remembers the text of an error that the process receives, which knows its English words alone.
    func rememberError(_ text: LocalizableText) {
        guard case .key = text else { return }
        errorTexts.withLock { texts in
            texts.removeAll { $0 == text }
            texts.append(text)
            if texts.count > Self.errorTextLimit { texts.removeFirst() }
        }
    }

    /// Returns the text of an error that the process received, if it repeats its words, or the words as they are.
    func text(ofFailure words: String) -> LocalizableText {
        errorTexts.withLock { $0.last { $0.english == words } } ?? .text(words)
    }

    func auditDenial(of method: String, _ error: RPCError) {
        let rights = rights
        services.audit.record(
            AuditEvent(.callDenied, app: rights.app, "\(rights.id) called \(method): \(error.message)"),
            about: "\(rights.id) \(method)"
        )
    }

    func auditKeychain(_ accessGroup: String) {
        let rights = rights
        services.audit.record(
            AuditEvent(.keychainUsed, app: rights.app, "\(rights.id) used \(accessGroup)"),
            about: "\(rights.id) \(accessGroup)"
        )
    }

    func receive(_ request: IncomingRequest) {
        guard let method = SessionMethod.all[request.method] else {
            if Self.hostMethods.contains(request.method) { logEcho(of: request.method) }
            request.fail(RPCError(.methodNotFound, "There is no method \(request.method)."))
            return
        }
        if rights.kind != .app, method.caller == .apps {
            let error = RPCError(
                .unavailableInExtensions,
                "\(request.method) is unavailable in extensions; ask in the app."
            )
            auditDenial(of: request.method, error)
            request.fail(error)
            return
        }
        if rights.kind == .app, method.caller == .widgets {
            request.fail(RPCError(.invalidRequest, "\(request.method): only a widget may ask."))
            return
        }
        do {
            try method.begin(request, self)
        } catch {
            request.fail(RPCError(error))
        }
    }

    private func logEcho(of method: String) {
        write("It sent \(method), which only the host sends. Does it print what it reads to standard output?", .notice)
    }

    /// Logs a line that the process wrote or caused, within the limits of what it may log.
    private func write(_ line: String, _ level: Logger.Level) {
        guard let text = log.withLock({ $0.admit(line, at: services.now()) }) else { return }
        guard level >= .notice else { return logger.log(level: level, "\(text)") }
        // At the default level, these lines and standard error share one allowance.
        logger.log(text, level: level, if: admitToLog(text.utf8.count), of: rights.title, rights.app)
    }

    func receive(notification method: String, params: JSONValue) {
        if Self.hostMethods.contains(method) { return logEcho(of: method) }
        guard method == LogNotification.method, let line = try? params.decode(LogNotification.self) else {
            logger.debug("Ignored an unknown notification", metadata: ["method": "\(method)"])
            return
        }
        write(line.message, Logger.Level(rawValue: line.level.rawValue) ?? .info)
    }

    func startJob(for request: IncomingRequest, _ run: @escaping @Sendable () async -> Void) {
        services.jobs.add(LongRequests.Key(session: ObjectIdentifier(self), request: request.id), run)
    }

    func cancel(_ id: RPCID) { services.jobs.cancel(LongRequests.Key(session: ObjectIdentifier(self), request: id)) }

    /// Notifies the process of changes in its groups; they are merged while it does not read.
    func notify(_ changes: [DefaultsChangedNotification]) {
        for change in changes where rights.groups.contains(change.group) {
            connection.notify(change, merging: change.group.rawValue) { older, newer in older.merged(with: newer) }
        }
    }

    /// Notifies the process of a state, such as a new day; only the newest is sent while it does not read.
    func notify<State: RPCNotification>(_ notification: State) {
        connection.notify(notification, merging: State.method) { _, newer in newer }
    }

    /// Registers an opening that the process asked for, so that the process learns its result, and returns its id.
    func expectOpening() -> OpeningID {
        let id = OpeningID.random()
        openings.withLock { openings in
            openings.append(id)
            if openings.count > Self.openingLimit { openings.removeFirst() }
        }
        return id
    }

    /// Notifies the process of the result of an opening, if it is one of its own.
    func notifyOfOpening(_ notification: OpenFinishedNotification) {
        let isExpected = openings.withLock { openings in
            guard let index = openings.firstIndex(of: notification.id) else { return false }
            openings.remove(at: index)
            return true
        }
        guard isExpected else { return }
        connection.notify(notification, merging: "\(OpenFinishedNotification.method) \(notification.id)") { $1 }
    }

    /// Reads a list of the app or searches, two at a time, and answers with the result.
    func read<Reply: Encodable & Sendable>(
        _ incoming: IncomingRequest,
        isSearch: Bool = false,
        _ body: @escaping @Sendable (DurableReader, AppID) throws -> Reply
    ) {
        let (store, app) = (services.store, rights.app)
        reads.enqueue { permit in
            guard incoming.awaitsReply else { return false }
            let read = { @Sendable (reader: DurableReader) in
                // The process may have ended since.
                guard incoming.awaitsReply else { throw StoreError(.closed, "The process has ended.") }
                return try incoming.charging { try body(reader, app) }
            }
            let finish = { @Sendable (result: Result<Reply, StoreError>) in
                incoming.finish(result)
                permit.release()
            }
            if isSearch {
                store.enqueueSearch(read, completion: finish)
            } else {
                store.enqueueRead(read, completion: finish)
            }
            return true
        }
    }

    /// Counts a call of a method, and throws `limitExceeded` beyond the limits of the process or of its app for ten
    /// seconds; a call beyond the process's own limit does not count for the app.
    func admit(_ method: String, limit: Int, message: String) throws(RPCError) {
        let now = services.now()
        guard limiters.withLock({ $0[method, default: FixedWindowRateLimiter(limit: limit)].admit(at: now) }) else {
            throw RPCError(.limitExceeded, message)
        }
        guard services.callLimits.admit(method, of: rights.app, limit: limit, at: now) else {
            throw RPCError(
                .limitExceeded,
                "All processes of an app together call \(method) at most \(limit * AppCallLimits.factor) times in ten "
                    + "seconds."
            )
        }
    }
}

extension DefaultsChangedNotification {
    func merged(with newer: DefaultsChangedNotification) -> DefaultsChangedNotification {
        let removed = Set(newer.removed)
        return DefaultsChangedNotification(
            group: group,
            revision: newer.revision,
            values: values.filter { !removed.contains($0.key) }.merging(newer.values) { $1 },
            removed: self.removed.filter { newer.values[$0] == nil && !removed.contains($0) } + newer.removed
        )
    }
}
