import Foundation
import HostClock
import HostStorage
import Notifications
import Synchronization
import TodayProtocol

/// The notifications of the built-in app *Scripts*: posts them, and waits for the person's responses.
final class ScriptNotificationService: Sendable {
    private struct State {
        var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastID = 0
        var isClosed = false
    }

    private let store: DurableStore
    private let clock: any WallClock
    private let canOpen: @Sendable (String) -> Bool
    private let state = Mutex(State())

    init(store: DurableStore, clock: any WallClock, canOpen: @escaping @Sendable (String) -> Bool) {
        self.store = store
        self.clock = clock
        self.canOpen = canOpen
    }

    /// Schedules a notification; returns its identifier.
    func post(_ notification: ScriptNotification) async throws -> String {
        let now = clock.now
        var request = NotificationRequest(
            identifier: notification.identifier ?? UUID().uuidString.lowercased(),
            content: notification.content,
            trigger: notification.trigger
        )
        if let date = notification.date {
            let wait = date.timeIntervalSince(now)
            request.trigger = wait > 0 ? .timeInterval(wait) : .now
        }
        try request.check()
        try NotificationAction.check(own: notification.actions)
        if let link = request.content.deepLink, !canOpen(link) { throw NotificationError.deepLink(link) }
        guard let due = request.trigger.firstDue(now: now, zone: clock.zone) else {
            throw NotificationError(.invalid, "The time of the notification is over; give one that is to come.")
        }
        let scheduled = ScheduledNotification(
            app: ScriptsApp.id,
            request: request,
            actions: notification.actions,
            due: notification.date.map { max($0, now) } ?? due,
            floats: request.trigger.floats
        )
        var operations = [StoreOperation.notification(.schedule(scheduled))]
        // A caller that waits must not get the response to an earlier notification of the same name.
        let identifier = request.identifier
        let last = try await store.read { try $0.lastResponse(of: ScriptsApp.id, to: identifier) }
        if let last { operations.append(.response(.discard(last.response.id))) }
        try await store.commit(StoreTransaction(operations, origin: .person))
        return identifier
    }

    /// Waits for the next response to a notification, or returns the last one if the notification is gone.
    ///
    /// - Returns: The response; `nil` if the notification went away without one, or never existed.
    func response(to identifier: String) async throws -> NotificationResponse? {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.lastID += 1
            state.waiters[state.lastID] = continuation
            return state.lastID
        }
        guard let id else { throw HostError(.stateUnavailable, "Today is stopping.") }
        defer { _ = state.withLock { $0.waiters.removeValue(forKey: id) } }
        let observation = store.observe { commit in
            if commit.changes.contains(where: Self.concerns) { continuation.yield() }
        }
        defer { observation.cancel() }
        let (first, isThere) = try await state(of: identifier)
        guard isThere else { return first?.response }
        for await _ in changes {
            let (last, isThere) = try await state(of: identifier)
            if let last, last.number > first?.number ?? 0 { return last.response }
            if !isThere { return nil }
        }
        if Task.isCancelled { throw CancellationError() }
        throw HostError(.stateUnavailable, "Today is stopping.")
    }

    /// Ends every wait.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.finish() }
    }

    private func state(of identifier: String) async throws -> (last: ResponseRecord?, isThere: Bool) {
        try await store.read { reader in
            let isThere =
                try reader.scheduled(ScriptsApp.id, identifier: identifier) != nil
                || reader.delivered(of: ScriptsApp.id, identifier: identifier) != nil
            return (try reader.lastResponse(of: ScriptsApp.id, to: identifier), isThere)
        }
    }

    private static func concerns(_ change: StoreChange) -> Bool {
        switch change {
        case .responses(let app), .delivered(_, let app, _), .withdrawn(_, let app): app == ScriptsApp.id
        case .schedule: true
        default: false
        }
    }
}

extension NotificationError {
    /// The refusal of an address that nothing opens.
    static func deepLink(_ link: String) -> NotificationError {
        if link.hasPrefix("today://") {
            return NotificationError(
                .invalid,
                "\(link.prefix(200)) is a page of Today itself, which only the cards of apps open; use its address on the screen."
            )
        }
        return NotificationError(
            .invalid,
            """
            The deep link \(link.prefix(200)) opens nothing; use https, http, mailto, tel, sms, geo or the scheme of an \
            installed app.
            """
        )
    }
}
