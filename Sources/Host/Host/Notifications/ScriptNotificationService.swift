import AsyncPrimitives
import Foundation
import HostClock
import HostModel
import HostStorage
import Logging
import Notifications
import Synchronization
import TodayProtocol

/// The notifications of the built-in app *Scripts*: posts them, and waits for the person's responses.
///
/// When no script waits for an answer any more, the notification says so. ``run()`` detects scripts that ended between
/// two requests, and those that waited for an earlier run of the host.
final class ScriptNotificationService: HostPart {
    private struct Waiter {
        /// The question if the waiter is the script that asked; otherwise `nil`.
        var asked: ScriptQuestion?
        var changes: AsyncStream<Void>.Continuation
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var deadlines: [ScriptQuestion: Date] = [:]
        var lastID = 0
        var isClosed = false

        func isAwaited(_ question: ScriptQuestion) -> Bool {
            waiters.values.contains { $0.asked.map(question.includes) ?? false }
        }

        mutating func removeDeadlines(of question: ScriptQuestion) {
            deadlines = deadlines.filter { !question.includes($0.key) }
        }
    }

    /// The age up to which a past time still means now, in seconds: a script computes a time before the host gets it.
    static let tolerance: TimeInterval = 60

    private let services: HostDependencies
    private var store: DurableStore { services.durable }
    private var clock: any WallClock { services.clock }
    private let state = Mutex(State())
    private let deadlinesChanged = Signal()

    init(_ services: HostDependencies) { self.services = services }

    func run() async {
        do {
            try await endWaitsOfEarlierRuns()
        } catch {
            services.logger.error("Questions of scripts cannot be read", metadata: ["error": "\(error)"])
        }
        while !Task.isCancelled {
            let now = clock.now
            let deadlines = state.withLock(\.deadlines)
            for (question, deadline) in deadlines where deadline <= now {
                do {
                    try await endWait(for: question)
                } catch {
                    services.logger.error("The question of a script cannot be changed", metadata: ["error": "\(error)"])
                    expectAsker(of: question)
                }
            }
            _ = await clock.wait(until: state.withLock { $0.deadlines.values.min() }, or: deadlinesChanged)
        }
    }

    func didCommit(_ commit: Commit) {
        guard commit.changes.contains(where: Self.concerns) else { return }
        state.withLock { for waiter in $0.waiters.values { waiter.changes.yield() } }
    }

    func endWait(for question: ScriptQuestion) async throws {
        let isOver = state.withLock { state in
            state.removeDeadlines(of: question)
            return !state.isAwaited(question)
        }
        guard isOver else { return }
        let end = NotificationOperation.endWait(
            ScriptsApp.id,
            identifier: question.identifier,
            question: question.mark
        )
        try await store.commit(StoreTransaction([.notification(end)], origin: .host))
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
            let question = ScriptQuestion(request.identifier, mark: request.content.question)
            let isOfThisRun = state.withLock { $0.deadlines[question] != nil || $0.isAwaited(question) }
            if !isOfThisRun { try await endWait(for: question) }
        }
    }

    private func expectAsker(of question: ScriptQuestion) {
        let deadline = clock.now + ScriptResponseReply.longestPause
        state.withLock { $0.deadlines[question] = deadline }
        deadlinesChanged.raise()
    }

    /// Schedules a notification; throws if it breaks a rule, or if its time is more than ``tolerance`` in the past.
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
        try services.checkLink(of: request)
        let named = { (date: Date) in notification.date ?? request.trigger.firstDue(now: date, zone: zone) }
        guard let due = named(now) ?? named(earliest), due >= earliest else {
            throw NotificationError.isOver(named(.distantPast), zone: zone)
        }
        let question = ScriptQuestion(request.identifier, mark: UUID().uuidString.lowercased())
        request.content.question = question.mark
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
        if request.content.asker == .waiting { expectAsker(of: question) }
        try await store.commit(StoreTransaction(operations, origin: .person))
        return PostedNotification(
            identifier: identifier,
            due: scheduled.due > now ? scheduled.due : nil,
            isAllowed: settings.allowed.contains(.alert),
            question: question.mark
        )
    }

    func reply(to question: ScriptQuestion) async throws -> ScriptResponseReply {
        try await state(of: question.identifier).reply(to: question.mark)
    }

    /// Waits for the next response to a question, or returns the last one or the reason that there is none, if the
    /// notification is gone, expects none any more, or was replaced; an asker is the script that asked.
    func response(to question: ScriptQuestion, isAsker: Bool) async throws -> ScriptResponseReply {
        do {
            return try await awaitResponse(to: question, isAsker: isAsker)
        } catch {
            if isAsker { expectAsker(of: question) }
            throw error
        }
    }

    private func awaitResponse(to question: ScriptQuestion, isAsker: Bool) async throws -> ScriptResponseReply {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.lastID += 1
            state.waiters[state.lastID] = Waiter(asked: isAsker ? question : nil, changes: continuation)
            if isAsker { state.removeDeadlines(of: question) }
            return state.lastID
        }
        guard let id else { throw HostError(.stateUnavailable, .todayStopping) }
        defer { _ = state.withLock { $0.waiters.removeValue(forKey: id) } }
        let first = try await self.state(of: question.identifier)
        let reply = first.reply(to: question.mark)
        guard reply == .waiting else { return reply }
        for await _ in changes {
            let now = try await self.state(of: question.identifier)
            if question.mark != nil {
                let reply = now.reply(to: question.mark)
                if reply != .waiting { return reply }
            } else if let last = now.last, last.number > first.last?.number ?? 0 {
                return .answered(response: last.response)
            } else if !now.isThere {
                return .gone
            }
        }
        if Task.isCancelled { throw CancellationError() }
        throw HostError(.stateUnavailable, .todayStopping)
    }

    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.changes.finish() }
    }

    /// What the store has of an identifier.
    private struct Stored: Sendable {
        var pending: NotificationContent?
        var delivered: NotificationContent?
        var last: ResponseRecord?

        var isThere: Bool { pending != nil || delivered.map { $0.asker != .gone } ?? false }

        func reply(to mark: String?) -> ScriptResponseReply {
            guard let mark else { return isThere ? .waiting : last.map { .answered(response: $0.response) } ?? .gone }
            if let last, last.response.notification.request.content.question == mark {
                return .answered(response: last.response)
            }
            if pending?.question == mark { return .waiting }
            if let delivered, delivered.question == mark { return delivered.asker == .gone ? .gone : .waiting }
            return pending == nil && delivered == nil && last == nil ? .gone : .replaced
        }
    }

    private func state(of identifier: String) async throws -> Stored {
        try await store.read { reader in
            Stored(
                pending: try reader.scheduled(ScriptsApp.id, identifier: identifier)?.request.content,
                delivered: try reader.delivered(of: ScriptsApp.id, identifier: identifier)?.request.content,
                last: try reader.lastResponse(of: ScriptsApp.id, to: identifier)
            )
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

/// A question of a script: its notification as it was posted, and not another one that replaces it.
struct ScriptQuestion: Hashable, Sendable {
    var identifier: String
    /// The notification's ``TodayProtocol/NotificationContent/question``; `nil` for whichever has the identifier.
    var mark: String?

    init(_ identifier: String, mark: String?) {
        self.identifier = identifier
        self.mark = mark
    }

    /// Returns `true` if a question is this one, or one of those that are meant.
    func includes(_ other: ScriptQuestion) -> Bool {
        identifier == other.identifier && (mark == nil || mark == other.mark)
    }
}

extension SessionScreen {
    func checkLink(of request: NotificationRequest) throws(NotificationError) {
        if let link = request.content.deepLink, !canOpen(link) { throw .deepLink(link) }
    }
}

extension NotificationError {
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

    fileprivate static func deepLink(_ link: String) -> NotificationError {
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
