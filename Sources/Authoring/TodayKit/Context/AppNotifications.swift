import Synchronization
public import TodayProtocol

/// An app's notifications: scheduled and delivered ones, and the badge on the app's icon.
///
/// The app and its widgets share them. Only an ``AppContext`` can also ask the person for authorization, and set and
/// read the categories.
///
/// Within an action or a response all changes are committed together with it; reading returns what was committed
/// before.
public struct AppNotifications<Scope: ProcessScoped>: Sendable {
    /// The largest number of identifiers in one request to remove notifications.
    private static var identifierLimit: Int { 1_000 }
    /// The largest number of requests in flight at a time.
    private static var concurrentRequests: Int { 128 }

    let scope: Scope

    /// The settings in force, without a request.
    ///
    /// The host sends them when the process starts and whenever they change. An app also receives them as
    /// ``AppEvent/settingsInForce(_:)`` at each start, and each change as ``AppEvent/settingsChanged(_:)``; during that
    /// event this property already has the new settings.
    public var currentSettings: NotificationSettings {
        scope.process.session.state.withLock { $0.notificationSettings ?? .notDetermined }
    }

    /// Schedules a notification.
    ///
    /// It replaces a pending notification with the same identifier and, when it is delivered, a delivered one with the
    /// same identifier on every surface. An app may have up to 200,000 pending notifications. The person's settings
    /// limit how it is shown.
    ///
    /// - Throws: ``RequestError`` if the host refuses the request; nothing is stored then.
    public func add(_ request: NotificationRequest) async throws {
        try await scope.process.ask { NotificationsAddRequest(request: request, transaction: $0) }
    }

    /// Schedules several notifications concurrently, each as ``add(_:)-(NotificationRequest)`` does.
    ///
    /// - Throws: ``RequestError`` if the host refuses one of them; outside a transaction the others may be stored.
    public func add(_ requests: [NotificationRequest]) async throws {
        // The host closes a connection with too many unanswered requests.
        for part in requests.parts(of: Self.concurrentRequests) {
            try await withThrowingTaskGroup { group in
                for request in part {
                    group.addTask { try await add(request) }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Reads the requests that are not delivered yet or that repeat, ordered by identifier.
    ///
    /// - Throws: ``RequestError`` if the host cannot be asked.
    public func pending() async throws -> [NotificationRequest] {
        try await pages { after in
            let page = try await scope.process.session.ask(NotificationsPendingRequest(after: after))
            return (page.requests, page.next)
        }
    }

    /// Reads the delivered notifications that were neither answered nor removed, ordered by identifier.
    ///
    /// - Throws: ``RequestError`` if the host cannot be asked.
    public func delivered() async throws -> [DeliveredNotification] {
        try await pages { after in
            let page = try await scope.process.session.ask(NotificationsDeliveredRequest(after: after))
            return (page.notifications, page.next)
        }
    }

    /// Removes pending requests; unknown identifiers are ignored; throws ``RequestError`` if the host refuses.
    public func removePending(_ identifiers: [String]) async throws {
        try await remove(identifiers, pending: true, delivered: false)
    }

    /// Removes all pending requests; throws ``RequestError`` if the host refuses.
    public func removeAllPending() async throws { try await remove(nil, pending: true, delivered: false) }

    /// Removes delivered notifications from every surface; unknown identifiers are ignored.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func removeDelivered(_ identifiers: [String]) async throws {
        try await remove(identifiers, pending: false, delivered: true)
    }

    /// Removes all delivered notifications from every surface; throws ``RequestError`` if the host refuses.
    public func removeAllDelivered() async throws { try await remove(nil, pending: false, delivered: true) }

    /// Removes pending and delivered notifications; unknown identifiers are ignored.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func remove(_ identifiers: [String]) async throws {
        try await remove(identifiers, pending: true, delivered: true)
    }

    /// Removes all pending and delivered notifications; throws ``RequestError`` if the host refuses.
    public func removeAll() async throws { try await remove(nil, pending: true, delivered: true) }

    /// Reads the badge on the app's icon; 0 if there is none; throws ``RequestError`` if the host cannot be asked.
    public func badge() async throws -> Int {
        try await scope.process.session.ask(NotificationsBadgeRequest(number: nil)).number
    }

    /// Sets the badge on the app's icon, 0 to 999,999; 0 removes it; throws ``RequestError`` if the host refuses.
    public func setBadge(_ number: Int) async throws {
        try await scope.process.ask { NotificationsBadgeRequest(number: number, transaction: $0) }
    }
}

extension AppNotifications {
    private func remove(_ identifiers: [String]?, pending: Bool, delivered: Bool) async throws {
        let parts = identifiers.map { $0.parts(of: Self.identifierLimit).map(Optional.some) } ?? [nil]
        for part in parts {
            try await scope.process.ask {
                NotificationsRemoveRequest(
                    identifiers: part,
                    pending: pending,
                    delivered: delivered,
                    transaction: $0
                )
            }
        }
    }
}

extension AppNotifications where Scope == AppContext {
    /// Asks the person to allow the app's notifications.
    ///
    /// It returns the current settings at once; the person's answer arrives as ``AppEvent/settingsChanged(_:)``. The
    /// person is asked once: asking again for the same options changes nothing, and asking for more asks only for the
    /// additional ones. So ask after an action that needs it. Notifications that were added before the answer are shown
    /// once the person agrees.
    ///
    /// - Returns: The current settings.
    /// - Throws: ``RequestError`` if the host cannot be asked.
    @discardableResult
    public func requestAuthorization(
        options: Set<NotificationAuthorizationOption>
    ) async throws -> NotificationSettings {
        try await scope.process.session.ask(NotificationsAuthorizeRequest(options: options))
    }

    /// Reads the current settings of the app's notifications from the host; ``currentSettings`` has them without a
    /// request.
    ///
    /// - Throws: ``RequestError`` if the host cannot be asked.
    public func settings() async throws -> NotificationSettings {
        try await scope.process.session.ask(NotificationsSettingsRequest())
    }

    /// Sets the app's categories and removes all others.
    ///
    /// The host stores them, so that one call is enough; setting the same categories again changes nothing.
    ///
    /// - Throws: ``RequestError``, without any change, if a category has too many actions for a context, if an action
    ///   has two different definitions, or if two categories have the same identifier.
    public func setCategories(_ categories: [NotificationCategory]) async throws {
        try await scope.process.ask { NotificationsCategoriesRequest(categories: categories, transaction: $0) }
    }

    /// Reads the categories that the app set last, in their order; empty if it never set any.
    ///
    /// Within an action or a response it returns those that were committed before.
    ///
    /// - Throws: ``RequestError`` if the host cannot be asked.
    public func categories() async throws -> [NotificationCategory] {
        try await scope.process.session.ask(NotificationsRegisteredCategoriesRequest()).categories
    }
}
