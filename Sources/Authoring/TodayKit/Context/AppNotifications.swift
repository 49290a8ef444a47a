public import TodayProtocol

/// An app's notifications: what is scheduled, what was delivered, and the number on the icon.
///
/// The app and its widgets have the same ones. ``AppContext`` can do more: ask the person to allow notifications, read
/// what is allowed, and set the categories.
///
/// Within a perform or a response everything is committed with it, all or nothing; reading tells what was committed
/// before.
public struct AppNotifications<Scope: ProcessScoped>: Sendable {
    /// How many identifiers one message takes back.
    private static var identifierLimit: Int { 1_000 }

    let scope: Scope

    /// Schedules a notification.
    ///
    /// It takes the place of a pending one with the same identifier. When it is delivered it takes the place of a
    /// delivered one with the same identifier, on every surface. An app may have up to 200,000 pending ones. It is shown
    /// as far as the person allows it.
    ///
    /// - Throws: ``RequestError`` if the host refuses the request; nothing of it is then kept.
    public func add(_ request: NotificationRequest) async throws {
        try await scope.process.ask { NotificationsAddRequest(request: request, transaction: $0) }
    }

    /// Reads the requests that were not delivered yet, and those that repeat, ordered by identifier.
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

    /// Takes back pending requests; identifiers that name nothing are passed over.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func removePending(_ identifiers: [String]) async throws {
        try await remove(identifiers, pending: true, delivered: false)
    }

    /// Takes back all pending requests.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func removeAllPending() async throws { try await remove(nil, pending: true, delivered: false) }

    /// Withdraws delivered notifications from every surface; identifiers that name nothing are passed over.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func removeDelivered(_ identifiers: [String]) async throws {
        try await remove(identifiers, pending: false, delivered: true)
    }

    /// Withdraws all delivered notifications from every surface.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func removeAllDelivered() async throws { try await remove(nil, pending: false, delivered: true) }

    /// Takes back what has one of the identifiers, pending or delivered; those that name nothing are passed over.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func remove(_ identifiers: [String]) async throws {
        try await remove(identifiers, pending: true, delivered: true)
    }

    /// Takes back everything, pending and delivered.
    ///
    /// - Throws: ``RequestError`` if the host refuses.
    public func removeAll() async throws { try await remove(nil, pending: true, delivered: true) }

    /// Reads the number on the app's icon; 0 for none.
    ///
    /// - Throws: ``RequestError`` if the host cannot be asked.
    public func badge() async throws -> Int {
        try await scope.process.session.ask(NotificationsBadgeRequest(number: nil)).number
    }

    /// Sets the number on the app's icon.
    ///
    /// - Parameter number: 0 to 999,999; 0 clears it.
    /// - Throws: ``RequestError`` if the host refuses.
    public func setBadge(_ number: Int) async throws {
        try await scope.process.ask { NotificationsBadgeRequest(number: number, transaction: $0) }
    }
}

extension AppNotifications {
    private func remove(_ identifiers: [String]?, pending: Bool, delivered: Bool) async throws {
        var rest = identifiers?[...]
        repeat {
            let part = rest?.prefix(Self.identifierLimit)
            rest = rest?.dropFirst(Self.identifierLimit)
            if let part, part.isEmpty { return }
            try await scope.process.ask {
                NotificationsRemoveRequest(
                    identifiers: part.map(Array.init),
                    pending: pending,
                    delivered: delivered,
                    transaction: $0
                )
            }
        } while rest?.isEmpty == false
    }

    /// Reads page after page.
    private func pages<Element>(
        _ page: (_ after: String?) async throws -> (elements: [Element], next: String?)
    ) async throws -> [Element] {
        var result: [Element] = []
        var after: String?
        repeat {
            let (elements, next) = try await page(after)
            result += elements
            // The pages are ordered: what does not go forward would never end.
            guard let next, after.map({ $0 < next }) ?? true else { break }
            after = next
        } while true
        return result
    }
}

extension AppNotifications where Scope == AppContext {
    /// Asks the person to allow the app's notifications.
    ///
    /// It returns at once, with what is in force now; what the person says arrives as ``AppEvent/settingsChanged(_:)``.
    /// The person is asked once: asking again for the same changes nothing, and asking for more asks for that alone. So
    /// ask where the person just did something that needs it. What is added before the answer shows as soon as it is yes.
    ///
    /// - Parameter options: What the app would like.
    /// - Returns: What is in force.
    /// - Throws: ``RequestError`` if the host cannot be asked.
    @discardableResult
    public func requestAuthorization(
        options: Set<NotificationAuthorizationOption>
    ) async throws -> NotificationSettings {
        try await scope.process.session.ask(NotificationsAuthorizeRequest(options: options))
    }

    /// Reads what the person allows the app now.
    ///
    /// - Throws: ``RequestError`` if the host cannot be asked.
    public func settings() async throws -> NotificationSettings {
        try await scope.process.session.ask(NotificationsSettingsRequest())
    }

    /// Sets all of the app's categories; earlier ones that are not among them are gone.
    ///
    /// The host keeps them, so once is enough; setting the same ones again changes nothing.
    ///
    /// - Throws: ``RequestError``, and nothing is changed, if a category names too many actions for a context, if an
    ///   action has two different definitions, or if two categories have one identifier.
    public func setCategories(_ categories: [NotificationCategory]) async throws {
        try await scope.process.ask { NotificationsCategoriesRequest(categories: categories, transaction: $0) }
    }
}
