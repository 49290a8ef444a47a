import FoundationEssentials
import HostClock
import HostStorage
import JSONRPC
import Notifications
import Synchronization
import TodayProtocol

/// `notifications/*`.
///
/// What is asked for is checked here, before anything is stored; in a transaction it is committed with the rest.
extension ProcessSession {
    /// How many notifications a page of a list has: together they fit a line of the connection.
    static let notificationPage = 50

    static func addNotification(
        _ request: NotificationsAddRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let clock = session.services.clock
        let notification = request.request
        let now = clock.now
        let scheduled = try checked { () throws(NotificationError) in
            try notification.check()
            if let link = notification.content.deepLink, !session.services.screen.canOpen(link) {
                throw NotificationError.deepLink(link)
            }
            return ScheduledNotification(
                app: session.rights.app,
                request: notification,
                due: try notification.firstDue(now: now, zone: clock.zone),
                floats: notification.trigger.floats
            )
        }
        let isImmediate = scheduled.due.timeIntervalSince(now) < 1
        if request.transaction == nil, isImmediate,
            !session.immediateNotifications.withLock({ $0.admit(at: session.services.now()) })
        {
            throw RPCError(
                .limitExceeded,
                "notifications/add: at most 60 in ten seconds are delivered at once; put several into one."
            )
        }
        try session.apply([.notification(.schedule(scheduled))], request.transaction, incoming)
    }

    static func pendingNotifications(
        _ request: NotificationsPendingRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let app = session.rights.app
        session.read(incoming) { reader in
            let page = try reader.pendingNotifications(of: app, after: request.after, limit: notificationPage)
            return NotificationsPendingRequest.Reply(
                requests: page.map(\.request),
                next: page.count == notificationPage ? page.last?.request.identifier : nil
            )
        }
    }

    static func deliveredNotifications(
        _ request: NotificationsDeliveredRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let app = session.rights.app
        session.read(incoming) { reader in
            let page = try reader.deliveredNotifications(of: app, after: request.after, limit: notificationPage)
            return NotificationsDeliveredRequest.Reply(
                notifications: page.map(\.notification),
                next: page.count == notificationPage ? page.last?.request.identifier : nil
            )
        }
    }

    static func removeNotifications(
        _ request: NotificationsRemoveRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        guard request.identifiers?.count ?? 0 <= NotificationLimits.removedIdentifiers else {
            throw RPCError(
                .limitExceeded,
                "notifications/remove: at most \(NotificationLimits.removedIdentifiers) identifiers at a time."
            )
        }
        let app = session.rights.app
        var operations: [StoreOperation] = []
        if request.pending { operations.append(.notification(.removePending(app, identifiers: request.identifiers))) }
        if request.delivered {
            operations.append(.notification(.removeDelivered(app, identifiers: request.identifiers)))
        }
        try session.apply(operations, request.transaction, incoming)
    }

    static func badge(
        _ request: NotificationsBadgeRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let app = session.rights.app
        let store = session.services.store
        guard let number = request.number else {
            store.enqueueRead { reader in
                NotificationsBadgeRequest.Reply(number: try reader.badge(of: app))
            } completion: { result in
                incoming.finish(result)
            }
            return
        }
        try checked { () throws(NotificationError) in try NotificationContent.check(badge: number) }
        let operation = StoreOperation.notification(.setBadge(app, number))
        guard request.transaction == nil else {
            let reply = NotificationsBadgeRequest.Reply(number: number)
            return try session.apply([operation], request.transaction, incoming, reply: reply)
        }
        store.enqueue(StoreTransaction([operation], origin: session.rights.origin)) { result in
            guard case .success = result else {
                incoming.finish(result.map { _ in EmptyReply() })
                return
            }
            // While there are messages the number is theirs.
            store.enqueueRead(
                { NotificationsBadgeRequest.Reply(number: try $0.badge(of: app)) },
                completion: incoming.finish
            )
        }
    }

    static func authorize(
        _ request: NotificationsAuthorizeRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let app = session.rights.app
        let store = session.services.store
        let want = StoreOperation.authorization(.want(app, request.options))
        store.enqueue(StoreTransaction(request.options.isEmpty ? [] : [want], origin: session.rights.origin)) {
            result in
            guard case .success = result else {
                incoming.finish(result.map { _ in EmptyReply() })
                return
            }
            store.enqueueRead({ try $0.notificationSettings(of: app).inForce }, completion: incoming.finish)
        }
    }

    static func notificationSettings(
        _ request: NotificationsSettingsRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        let app = session.rights.app
        session.services.store.enqueueRead(
            { try $0.notificationSettings(of: app).inForce },
            completion: incoming.finish
        )
    }

    static func setCategories(
        _ request: NotificationsCategoriesRequest,
        _ incoming: IncomingRequest,
        _ session: ProcessSession
    ) throws(RPCError) {
        try checked { () throws(NotificationError) in try NotificationCategory.check(request.categories) }
        let operation = StoreOperation.notification(.setCategories(session.rights.app, request.categories))
        try session.apply([operation], request.transaction, incoming)
    }

    /// Commits changes, or collects them in a transaction, and answers.
    func apply<Reply: Encodable & Sendable>(
        _ operations: [StoreOperation],
        _ transaction: Int?,
        _ incoming: IncomingRequest,
        reply: Reply = EmptyReply()
    ) throws(RPCError) {
        if let transaction {
            try inTransaction(transaction) { transaction throws(RPCError) in
                for operation in operations {
                    try Self.translating { () throws(HostTransactionFull) in try transaction.add(operation) }
                }
            }
            incoming.reply(reply)
        } else {
            services.store.enqueue(StoreTransaction(operations, origin: rights.origin)) { result in
                incoming.finish(result.map { _ in reply })
            }
        }
    }

    /// Turns a refusal into the process's error.
    private static func checked<Value>(_ body: () throws(NotificationError) -> Value) throws(RPCError) -> Value {
        do throws(NotificationError) { return try body() } catch {
            switch error.code {
            case .invalid: throw RPCError(.invalidParams, error.message)
            case .limitExceeded: throw RPCError(.limitExceeded, error.message)
            }
        }
    }
}
