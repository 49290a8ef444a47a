import AsyncPrimitives
import Foundation
import HostClock
import HostStorage
import Logging
import Notifications
import Synchronization
import TodayProtocol

/// The notifications of the built-in app *Scripts*: posts them, and waits for the person's responses.
///
/// When no script waits for an answer any more, the notification says so. ``run()`` detects scripts that ended between
/// two requests, and those that waited for an earlier run of the host.
final class ScriptNotificationService: Sendable {
    private struct Waiter {
        /// The notification's identifier if the waiter is the script that asked; otherwise `nil`.
        var asksAbout: String?
        var changes: AsyncStream<Void>.Continuation
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        /// The deadlines by which scripts have to ask again, by the notification's identifier.
        var deadlines: [String: Date] = [:]
        var lastID = 0
        var isClosed = false

        func isAwaited(_ identifier: String) -> Bool { waiters.values.contains { $0.asksAbout == identifier } }
    }

    /// The age up to which a past time still means now, in seconds, since a script computes a time before the host
    /// receives it.
    static let tolerance: TimeInterval = 60

    private let store: DurableStore
    private let clock: any WallClock
    private let logger: Logger
    private let canOpen: @Sendable (String) -> Bool
    private let state = Mutex(State())
    private let deadlinesChanged = Signal()

    init(store: DurableStore, clock: any WallClock, logger: Logger, canOpen: @escaping @Sendable (String) -> Bool) {
        self.store = store
        self.clock = clock
        self.logger = logger
        self.canOpen = canOpen
    }

    /// Ends the waits of scripts that do not ask again, until the task is cancelled.
    func run() async {
        do {
            try await endWaitsOfEarlierRuns()
        } catch {
            logger.error("Questions of scripts cannot be read", metadata: ["error": "\(error)"])
        }
        while !Task.isCancelled {
            let now = clock.now
            let deadlines = state.withLock(\.deadlines)
            for (identifier, deadline) in deadlines where deadline <= now {
                do {
                    try await endWait(for: identifier)
                } catch {
                    logger.error("The question of a script cannot be changed", metadata: ["error": "\(error)"])
                    expectAsker(of: identifier)
                }
            }
            _ = await clock.wait(until: state.withLock { $0.deadlines.values.min() }, or: deadlinesChanged)
        }
    }

    /// Ends the wait of a script for the answer to a notification, unless another one waits for it.
    func endWait(for identifier: String) async throws {
        let isOver = state.withLock { state in
            state.deadlines[identifier] = nil
            return !state.isAwaited(identifier)
        }
        guard isOver else { return }
        let operation = StoreOperation.notification(.endWait(ScriptsApp.id, identifier: identifier))
        try await store.commit(StoreTransaction([operation], origin: .host))
    }

    /// Ends the waits of scripts from an earlier run of the host, which have ended with it.
    private func endWaitsOfEarlierRuns() async throws {
        let limit = DurableReader.largestNotificationPage
        let delivered = try await store.read { try $0.newestDelivered(limit: limit, of: [ScriptsApp.id]) }
        try await endWaits(for: delivered.map(\.request))
        var page: [ScheduledNotification] = []
        repeat {
            let last = page.last?.request.identifier
            page = try await store.read { try $0.pendingNotifications(of: ScriptsApp.id, after: last, limit: limit) }
            try await endWaits(for: page.map(\.request))
        } while page.count == limit
    }

    private func endWaits(for requests: [NotificationRequest]) async throws {
        for request in requests where request.content.asker == .waiting {
            let identifier = request.identifier
            let isOfThisRun = state.withLock { $0.deadlines[identifier] != nil || $0.isAwaited(identifier) }
            if !isOfThisRun { try await endWait(for: identifier) }
        }
    }

    /// Starts the time in which the script that asked has to ask again.
    private func expectAsker(of identifier: String) {
        let deadline = clock.now + ScriptResponseReply.longestPause
        state.withLock { $0.deadlines[identifier] = deadline }
        deadlinesChanged.raise()
    }

    /// Schedules a notification.
    ///
    /// - Throws: ``NotificationError`` if it breaks a rule, or if its time is more than ``tolerance`` in the past.
    func post(_ notification: ScriptNotification) async throws -> PostedNotification {
        let (now, zone) = (clock.now, clock.zone)
        let earliest = now - Self.tolerance
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
        let named = { (date: Date) in notification.date ?? request.trigger.firstDue(now: date, zone: zone) }
        guard let due = named(now) ?? named(earliest), due >= earliest else {
            throw NotificationError.isOver(named(.distantPast), zone: zone)
        }
        let scheduled = ScheduledNotification(
            app: ScriptsApp.id,
            request: request,
            actions: notification.actions,
            due: max(due, now),
            floats: request.trigger.floats
        )
        var operations = [StoreOperation.notification(.schedule(scheduled))]
        // A caller that waits must not get the response to an earlier notification of the same name.
        let identifier = request.identifier
        let (last, settings) = try await store.read { reader in
            (
                try reader.lastResponse(of: ScriptsApp.id, to: identifier),
                try reader.notificationSettings(of: ScriptsApp.id).effective.inForce
            )
        }
        if let last { operations.append(.response(.discard(last.response.id))) }
        if request.content.asker == .waiting { expectAsker(of: identifier) }
        try await store.commit(StoreTransaction(operations, origin: .person))
        return PostedNotification(
            identifier: identifier,
            due: scheduled.due > now ? scheduled.due : nil,
            isAllowed: settings.allowed.contains(.alert)
        )
    }

    /// Returns the current state of a notification.
    func reply(to identifier: String) async throws -> ScriptResponseReply {
        let (last, isThere) = try await state(of: identifier)
        return isThere ? .waiting : last.map { .answered(response: $0.response) } ?? .gone
    }

    /// Waits for the next response to a notification, or returns the last one if the notification is gone.
    ///
    /// - Parameters:
    ///   - identifier: The notification.
    ///   - isAsker: `true` if the waiter is the script that asked.
    /// - Returns: The response; `nil` if the notification went away without one, never existed, or expects none any
    ///   more.
    /// - Throws: ``HostError`` if the host stops, or the error of the store.
    func response(to identifier: String, isAsker: Bool) async throws -> NotificationResponse? {
        do {
            return try await awaitResponse(to: identifier, isAsker: isAsker)
        } catch {
            if isAsker { expectAsker(of: identifier) }
            throw error
        }
    }

    private func awaitResponse(to identifier: String, isAsker: Bool) async throws -> NotificationResponse? {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.lastID += 1
            state.waiters[state.lastID] = Waiter(asksAbout: isAsker ? identifier : nil, changes: continuation)
            if isAsker { state.deadlines[identifier] = nil }
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
        for waiter in waiters { waiter.changes.finish() }
    }

    private func state(of identifier: String) async throws -> (last: ResponseRecord?, isThere: Bool) {
        try await store.read { reader in
            let delivered = try reader.delivered(of: ScriptsApp.id, identifier: identifier)
            let isThere =
                try reader.scheduled(ScriptsApp.id, identifier: identifier) != nil
                || delivered.map { $0.request.content.asker != .gone } ?? false
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
    /// Returns the error for a time that is over, or for a time that the calendar does not have if `date` is `nil`.
    static func isOver(_ date: Date?, zone: TimeZone) -> NotificationError {
        let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone)
        return NotificationError(
            .invalid,
            """
            \(date?.formatted(style) ?? "The time of the notification") is over; give a time that is to come, or none \
            to notify at once.
            """
        )
    }

    /// Returns the error for an address that nothing opens.
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
