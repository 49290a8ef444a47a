import AsyncPrimitives
import FoundationEssentials
package import HostClock
package import HostStorage
package import Logging
import Synchronization
package import TodayProtocol

/// Delivers what is scheduled when it falls due.
///
/// ``run()`` owns every task. What fell due while the host was down is delivered once, marked late, and what repeats goes
/// on from there. Nothing is kept in memory but the few notifications whose apps are being asked.
package final class NotificationScheduler: Sendable {
    /// How late a notification may be without being marked, in seconds.
    package static let lateness = 60.0

    /// How many notifications are delivered in one go.
    private static let batch = 256
    /// How many are moved to another time zone in one commit.
    private static let page = 512
    /// How long to wait after the store failed.
    private static let patience = Duration.seconds(5)
    /// The setting that names the time zone by which those are due that follow the person's.
    private static let zoneKey = "notifications.zone"

    private let store: DurableStore
    private let clock: any WallClock
    private let logger: Logger
    private let isInForeground: @Sendable (AppID) -> Bool
    private let present: @Sendable (AppID, DeliveredNotification) async -> Set<NotificationPresentationOption>?
    private let changed = Signal()
    private let front = Mutex(ForegroundQueue())

    /// Makes a scheduler; it works while ``run()`` does.
    ///
    /// - Parameters:
    ///   - store: Keeps what is scheduled.
    ///   - clock: The clock on the wall.
    ///   - logger: Receives what goes wrong with the store.
    ///   - isInForeground: Whether one of an app's pages is in front.
    ///   - present: Asks an app in front how a notification shows; must come back within seconds, without an answer if
    ///     the app gives none.
    package init(
        store: DurableStore,
        clock: any WallClock,
        logger: Logger,
        isInForeground: @escaping @Sendable (AppID) -> Bool,
        present:
            @escaping @Sendable (AppID, DeliveredNotification) async -> Set<NotificationPresentationOption>?
    ) {
        self.store = store
        self.clock = clock
        self.logger = logger
        self.isInForeground = isInForeground
        self.present = present
    }

    /// Delivers until the task is cancelled.
    package func run() async {
        let observation = store.observe { [changed] commit in
            if commit.changes.contains(.schedule) { changed.raise() }
        }
        defer { observation.cancel() }
        await withDiscardingTaskGroup { group in
            var zone: String?
            while !Task.isCancelled {
                do throws(StoreError) {
                    let now = clock.zone
                    if zone != now.identifier {
                        try await follow(now)
                        zone = now.identifier
                    }
                    let round = try await look()
                    if round.due.isEmpty {
                        await wait(until: round.next)
                    } else {
                        try await handle(round) { app in group.addTask { await self.ask(app) } }
                    }
                } catch {
                    if error.code == .closed { return }
                    logger.error("Notifications cannot be delivered", metadata: ["error": "\(error)"])
                    await wait(for: Self.patience)
                }
            }
        }
    }

    // MARK: - What is due

    private struct Round {
        /// What is due, by its due time.
        var due: [ScheduledNotification] = []
        /// What the person allows the apps of those.
        var settings: [AppID: NotificationSettings] = [:]
        /// If nothing is due: when something will be.
        var next: Date?
    }

    private func look() async throws(StoreError) -> Round {
        let now = clock.now
        let asked = front.withLock(\.keys)
        return try await store.read { reader in
            var round = Round()
            round.due = try reader.due(before: now, limit: Self.batch + asked.count)
                .filter { !asked.contains(ForegroundQueue.Key($0)) }
            guard round.due.isEmpty else {
                for app in Set(round.due.map(\.app)) {
                    round.settings[app] = try reader.notificationSettings(of: app).effective.inForce
                }
                return round
            }
            round.next = try reader.pendingNotifications(of: nil, soonest: asked.count + 1)
                .first { !asked.contains(ForegroundQueue.Key($0)) }?.due
            return round
        }
    }

    private func handle(_ round: Round, startAsking: (AppID) -> Void) async throws(StoreError) {
        var orders: [NotificationDelivery] = []
        for scheduled in round.due {
            let settings = round.settings[scheduled.app] ?? .notDetermined
            let options = PresentationRule.options(for: scheduled.request.content, settings: settings)
            if settings.authorization == .authorized, options.contains(.list), isInForeground(scheduled.app) {
                switch front.withLock({ $0.add(scheduled) }) {
                case .startsAsking:
                    startAsking(scheduled.app)
                    continue
                case .waits: continue
                case .refused: break
                }
            }
            orders.append(order(scheduled, showing: options))
        }
        try await deliver(orders)
    }

    private func order(
        _ scheduled: ScheduledNotification,
        showing options: Set<NotificationPresentationOption>
    ) -> NotificationDelivery {
        let now = clock.now
        return NotificationDelivery(
            scheduled: scheduled,
            presentation: options,
            isLate: isLate(scheduled, at: now),
            next: scheduled.request.trigger.nextDue(after: scheduled.due, now: now, zone: clock.zone)
        )
    }

    private func isLate(_ scheduled: ScheduledNotification, at now: Date) -> Bool {
        now.timeIntervalSince(scheduled.due) >= Self.lateness
    }

    /// Delivers each in a transaction of its own, so that one that fails fails alone; they share commits all the same.
    private func deliver(_ orders: [NotificationDelivery]) async throws(StoreError) {
        let failure = Mutex<StoreError?>(nil)
        await withCheckedContinuation { continuation in
            for order in orders {
                let transaction = StoreTransaction([.notification(.deliver(order))], origin: .host)
                store.enqueue(transaction) { result in
                    if case .failure(let error) = result { failure.withLock { $0 = error } }
                }
            }
            // Comes behind all of them.
            store.enqueue(StoreTransaction([], origin: .host)) { _ in continuation.resume() }
        }
        if let error = failure.withLock(\.self) { throw error }
    }

    // MARK: - Apps in front

    /// Asks an app about its notifications until none waits.
    private func ask(_ app: AppID) async {
        while let scheduled = front.withLock({ $0.next(of: app) }) {
            let now = clock.now
            let notification = DeliveredNotification(
                request: scheduled.request,
                date: now,
                due: isLate(scheduled, at: now) ? scheduled.due : nil
            )
            let answer = await present(app, notification)
            guard !Task.isCancelled else { return }
            do throws(StoreError) {
                // What the person allows may have changed meanwhile.
                let settings = try await store.read { try $0.notificationSettings(of: app).effective.inForce }
                let allowed = PresentationRule.options(for: scheduled.request.content, settings: settings)
                try await deliver([order(scheduled, showing: answer.map(allowed.intersection) ?? allowed)])
            } catch {
                logger.error(
                    "A notification cannot be delivered",
                    metadata: ["app": "\(app)", "error": "\(error)"]
                )
            }
            front.withLock { $0.finish(scheduled) }
            changed.raise()
        }
    }

    // MARK: - Time zones

    /// Moves what follows the person's time zone to another one.
    ///
    /// It may be cut short at any point and done again.
    private func follow(_ zone: TimeZone) async throws(StoreError) {
        let known = try await store.read { try $0.setting(Self.zoneKey) }
        guard known != zone.identifier else { return }
        if let old = known.flatMap(TimeZone.init(identifier:)) {
            var last: (app: AppID, identifier: String)?
            while true {
                let after = last
                let page = try await store.read { reader in
                    try reader.floatingNotifications(after: after, limit: Self.page)
                }
                let now = clock.now
                let moves = page.compactMap { scheduled -> StoreOperation? in
                    let due = scheduled.request.trigger.movedDue(scheduled.due, from: old, to: zone, now: now)
                    guard due != scheduled.due else { return nil }
                    return .notification(
                        .reschedule(
                            scheduled.app,
                            identifier: scheduled.request.identifier,
                            generation: scheduled.generation,
                            due: due
                        )
                    )
                }
                if !moves.isEmpty { try await store.commit(StoreTransaction(moves, origin: .host)) }
                guard page.count == Self.page, let end = page.last else { break }
                last = (end.app, end.request.identifier)
            }
        }
        try await store.commit(.setting(.set(key: Self.zoneKey, value: zone.identifier)))
    }

    // MARK: - Waiting

    /// Waits for a time, for a change of the clock, or for a change of what is scheduled.
    private func wait(until date: Date?) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await self.clock.wait(until: date) }
            group.addTask { await self.changed.wait() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Waits for a while; what is scheduled meanwhile has to wait with it.
    private func wait(for time: Duration) async { try? await Task.sleep(for: time) }
}

/// How a notification shows, by what the person allows.
enum PresentationRule {
    /// All that the settings and the notification let it do.
    ///
    /// An app that the person has not decided about has its notifications kept in the list, where they show as soon as
    /// the person says yes, and its badge likewise. A denied one shows nothing.
    static func options(
        for content: NotificationContent,
        settings: NotificationSettings
    ) -> Set<NotificationPresentationOption> {
        var options: Set<NotificationPresentationOption>
        switch settings.authorization {
        case .notDetermined: return [.list, .badge]
        case .denied: return []
        case .authorized:
            options = settings.allowed.contains(.alert) ? [.banner, .list] : []
            if settings.allowed.contains(.sound) { options.insert(.sound) }
            if settings.allowed.contains(.badge) { options.insert(.badge) }
        }
        if content.interruptionLevel == .passive { options.subtract([.banner, .sound]) }
        return options
    }
}
