import HostStorage
import JSON
import JSONRPC
import Logging
import ProcessHost
import Synchronization
import TodayProtocol

/// One running process as the host sees it: what it may ask, and what it is told.
///
/// Everything is called by the connection's reader in the order in which the process asked, and handed on in that
/// order: that is what makes its writes commit in order. Nothing here waits.
final class ProcessSession: RPCHandler {
    let rights: ProcessRights
    let transactions = OpenTransactions()
    let services: SessionServices
    private let reads = SessionReads()
    private let connection: RPCConnection
    private let logger: Logger
    private let log = Mutex(LogLimiter())
    /// How often the process may have its widgets updated outside of a transaction: each one costs an update.
    let reloads = Mutex(FixedWindowRateLimiter(limit: 20))
    /// How many notifications the process may have delivered at once outside of a transaction: each draws attention.
    let immediateNotifications = Mutex(FixedWindowRateLimiter(limit: 60))

    init(rights: ProcessRights, connection: RPCConnection, services: SessionServices) {
        self.rights = rights
        self.connection = connection
        self.services = services
        var logger = services.logger
        logger[metadataKey: "process"] = "\(rights.id)"
        self.logger = logger
        services.sessions.add(self)
    }

    /// Takes a request: finds its method, checks what the process may do, and lets it begin.
    func receive(_ request: IncomingRequest) {
        guard let method = SessionMethod.all[request.method] else {
            request.fail(RPCError(.methodNotFound, "There is no method \(request.method)."))
            return
        }
        if rights.kind == .widget, !method.isForWidgets {
            request.fail(
                RPCError(.unavailableInExtensions, "\(request.method) is unavailable in extensions; ask in the app.")
            )
            return
        }
        do throws(RPCError) {
            try method.begin(request, self)
        } catch {
            request.fail(error)
        }
    }

    /// Takes a line for the log; everything else is unknown and ignored.
    func receive(notification method: String, params: JSONValue) {
        guard method == LogNotification.method, let line = try? params.decode(LogNotification.self) else {
            logger.debug("Ignored an unknown notification", metadata: ["method": "\(method)"])
            return
        }
        let level: Logger.Level =
            switch line.level {
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .error: .error
            }
        guard let text = log.withLock({ $0.admit(line.message, at: services.now()) }) else { return }
        logger.log(level: level, "\(text)")
    }

    /// Ends a fetch that is no longer wanted.
    func cancel(_ id: RPCID) { services.jobs.cancel(SessionJobs.Key(session: ObjectIdentifier(self), request: id)) }

    /// Tells the process what changed in its groups; merged while it does not read.
    func tell(_ changes: [DefaultsChangedNotification]) {
        for change in changes where rights.groups.contains(change.group) {
            connection.notify(change, merging: change.group.rawValue) { older, newer in older.merged(with: newer) }
        }
    }

    /// Tells the process of a new day, clock or zone.
    func tell(_ notification: DayChangedNotification) {
        connection.notify(notification, merging: DayChangedNotification.method) { _, newer in newer }
    }

    /// Tells an app whether one of its pages is in front.
    func tell(_ notification: AppLifecycleNotification) {
        connection.notify(notification, merging: AppLifecycleNotification.method) { _, newer in newer }
    }

    /// Tells the process what the person allows its app's notifications.
    func tell(_ notification: SettingsChangedNotification) {
        connection.notify(notification, merging: SettingsChangedNotification.method) { _, newer in newer }
    }

    /// Tells an app that its inbox is different.
    func tell(_ notification: MessagesChangedNotification) {
        connection.notify(notification, merging: MessagesChangedNotification.method) { _, newer in newer }
    }

    /// Reads a list, which may take long, and answers with it.
    ///
    /// A few are read at a time; what the process asks for beyond that sees what is there when its turn comes.
    func read<Reply: Encodable & Sendable>(
        _ incoming: IncomingRequest,
        _ body: @escaping @Sendable (DurableReader) throws -> Reply
    ) {
        let store = services.store
        answer(incoming, body) { body, completion in store.enqueueRead(body, completion: completion) }
    }

    /// Searches, and answers with what was found; searches take their turns among the lists that are read.
    func search<Reply: Encodable & Sendable>(
        _ incoming: IncomingRequest,
        _ body: @escaping @Sendable (DurableReader) throws -> Reply
    ) {
        let store = services.store
        answer(incoming, body) { body, completion in store.enqueueSearch(body, completion: completion) }
    }

    private func answer<Reply: Encodable & Sendable>(
        _ incoming: IncomingRequest,
        _ body: @escaping @Sendable (DurableReader) throws -> Reply,
        by enqueue:
            @escaping @Sendable (
                @escaping @Sendable (DurableReader) throws -> Reply,
                @escaping @Sendable (Result<Reply, StoreError>) -> Void
            ) -> Void
    ) {
        reads.add(isWanted: { incoming.awaitsReply }) { end in
            enqueue { reader in
                // The process may have ended since.
                guard incoming.awaitsReply else { throw StoreError(.closed, "Nobody waits for this list any more.") }
                return try body(reader)
            } _: { result in
                incoming.finish(result)
                end()
            }
        }
    }

    /// Fails unless the process may use a group.
    func require(_ group: GroupID) throws(RPCError) {
        guard rights.groups.contains(group) else {
            throw RPCError(.notEntitled, GroupAccessMessage.missing(group))
        }
    }
}

extension DefaultsChangedNotification {
    /// What a process must know that was told of neither of two changes.
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
