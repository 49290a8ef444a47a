import FoundationEssentials
import HostClock
import HostModel
import HostStorage
import JSONRPC
import Notifications
import TodayProtocol

/// `notifications/*`, checked here, before anything is stored.
extension ProcessSession {
    /// The page size of lists, small enough to fit into one line of the connection.
    static let notificationPage = 50

    func addNotification(_ request: NotificationsAddRequest) throws -> SessionChange<EmptyReply> {
        let clock = services.clock
        let notification = request.request
        try notification.check()
        try services.screen.checkLink(of: notification)
        let scheduled = ScheduledNotification(
            app: rights.app,
            request: notification,
            due: try notification.firstDue(now: clock.now, zone: clock.zone),
            floats: notification.trigger.floats
        )
        return SessionChange(.notification(.schedule(scheduled, perMinute: NotificationLimits.perMinute)))
    }

    /// Returns `true` if a notification is valid and is delivered within a second.
    func isImmediate(_ notification: NotificationRequest) -> Bool {
        let now = services.clock.now
        do {
            try notification.check()
            try services.screen.checkLink(of: notification)
            return try notification.firstDue(now: now, zone: services.clock.zone).timeIntervalSince(now) < 1
        } catch {
            return false
        }
    }

    func pendingNotifications(_ request: NotificationsPendingRequest, _ incoming: IncomingRequest) throws {
        read(incoming) { reader, app in
            let page = try reader.pendingNotifications(of: app, after: request.after, limit: Self.notificationPage)
            return NotificationsPendingRequest.Reply(
                requests: page.map(\.request),
                next: page.count == Self.notificationPage ? page.last?.request.identifier : nil
            )
        }
    }

    func deliveredNotifications(_ request: NotificationsDeliveredRequest, _ incoming: IncomingRequest) throws {
        read(incoming) { reader, app in
            let page = try reader.deliveredNotifications(of: app, after: request.after, limit: Self.notificationPage)
            return NotificationsDeliveredRequest.Reply(
                notifications: page.map(\.notification),
                next: page.count == Self.notificationPage ? page.last?.request.identifier : nil
            )
        }
    }

    func removeNotifications(_ request: NotificationsRemoveRequest) throws -> SessionChange<EmptyReply> {
        let limit = NotificationLimits.removedIdentifiers
        try Self.check(request.identifiers, atMost: limit, "identifiers", NotificationsRemoveRequest.method)
        let app = rights.app
        var operations: [StoreOperation] = []
        if request.pending { operations.append(.notification(.removePending(app, identifiers: request.identifiers))) }
        if request.delivered {
            operations.append(.notification(.removeDelivered(app, identifiers: request.identifiers)))
        }
        return SessionChange(operations)
    }

    func badge(_ request: NotificationsBadgeRequest) throws -> SessionChange<NotificationsBadgeRequest.Reply> {
        let app = rights.app
        // While there are messages, the badge is the number of unread ones, whatever the app sets.
        var change = SessionChange(read: { NotificationsBadgeRequest.Reply(number: try $0.badge(of: app)) })
        guard let number = request.number else { return change }
        try NotificationContent.check(badge: number)
        change.operations = [.notification(.setBadge(app, number))]
        change.reply = NotificationsBadgeRequest.Reply(number: number)
        return change
    }

    func authorize(_ request: NotificationsAuthorizeRequest) throws -> SessionChange<NotificationSettings> {
        let app = rights.app
        return SessionChange(
            operations: request.options.isEmpty ? [] : [.authorization(.want(app, request.options))],
            read: { try $0.notificationSettings(of: app).inForce }
        )
    }

    func notificationSettings(_ request: NotificationsSettingsRequest, _ incoming: IncomingRequest) throws {
        let app = rights.app
        services.store.enqueueRead(
            { try $0.notificationSettings(of: app).inForce },
            completion: incoming.finish
        )
    }

    func setCategories(_ request: NotificationsCategoriesRequest) throws -> SessionChange<EmptyReply> {
        try NotificationCategory.check(request.categories)
        return SessionChange(.notification(.setCategories(rights.app, request.categories)))
    }

    func registeredCategories(_ request: NotificationsRegisteredCategoriesRequest, _ incoming: IncomingRequest)
        throws
    {
        read(incoming) {
            NotificationsRegisteredCategoriesRequest.Reply(categories: try $0.categories(of: $1))
        }
    }
}
