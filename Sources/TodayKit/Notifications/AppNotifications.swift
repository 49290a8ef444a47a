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
