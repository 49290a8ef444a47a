import AsyncPrimitives
import FoundationEssentials
package import HostClock
import HostModel
package import HostStorage
package import Logging
import Synchronization
package import TodayProtocol

/// Delivers scheduled notifications when they fall due.
///
/// ``run()`` owns every task. A notification that fell due while the host was down is delivered once and marked as
/// late; a repeating one continues from there. Only notifications whose apps are being asked are kept in memory.
package final class NotificationScheduler: Sendable {
    /// The delay from which a notification is marked as late, in seconds.
    package static let lateness = 60.0

    /// Maximum number of notifications that are delivered together.
    private static let batch = 256
    /// Maximum number of notifications that are moved to another time zone in one commit.
    private static let page = 512
    private static let retryDelay = Duration.seconds(5)
    /// The key of the setting with the time zone in which floating due times were computed.
    private static let zoneKey = "notifications.zone"

    private let store: DurableStore
    private let clock: any WallClock
    private let logger: Logger
    private let isInForeground: @Sendable (AppID) -> Bool
    private let present: @Sendable (AppID, DeliveredNotification) async -> Set<NotificationPresentationOption>?
    private let changed = Signal()
    private let foreground = Mutex(ForegroundQueue())

    /// Creates a scheduler; `present` asks a foreground app, and must return within seconds, `nil` without an answer.
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
                        try await moveFloating(to: now)
                        zone = now.identifier
                    }
                    let round = try await readDue()
                    if round.due.isEmpty {
                        _ = await clock.wait(until: round.next, or: changed)
                    } else {
                        try await handle(round) { app in group.addTask { await self.ask(app) } }
                    }
                } catch {
                    if error.code == .closed { return }
                    logger.error("Notifications cannot be delivered", metadata: ["error": "\(error)"])
                    try? await Task.sleep(for: Self.retryDelay)
                }
            }
        }
    }

    // MARK: - Due notifications

    private struct Round {
        /// The due notifications, sorted by due time.
        var due: [ScheduledNotification] = []
        var settings: [AppID: AppNotificationSettings] = [:]
        var quietHours = QuietHours.initial
        /// The next due time; set only if none is due now.
        var next: Date?
    }

    private func readDue() async throws(StoreError) -> Round {
        let now = clock.now
        let asked = foreground.withLock(\.generations)
        return try await store.read { reader in
            var round = Round()
            round.due = try reader.due(before: now, limit: Self.batch + asked.count)
                .filter { !asked.contains($0.generation) }
            guard round.due.isEmpty else {
                round.quietHours = try reader.quietHours()
                for app in Set(round.due.map(\.app)) {
                    round.settings[app] = try reader.notificationSettings(of: app).effective
                }
                return round
            }
            round.next = try reader.pendingNotifications(of: nil, soonest: asked.count + 1)
                .first { !asked.contains($0.generation) }?.due
            return round
        }
    }

    private func handle(_ round: Round, startAsking: (AppID) -> Void) async throws(StoreError) {
        var deliveries: [NotificationDelivery] = []
        for scheduled in round.due {
            let settings =
                round.settings[scheduled.app]
                ?? AppNotificationSettings(app: scheduled.app, authorization: .notDetermined, wanted: [], allowed: [])
            let rule = rule(for: scheduled, settings, round.quietHours)
            let options = rule.options
            if settings.authorization == .authorized, options.contains(.list), isInForeground(scheduled.app) {
                switch foreground.withLock({ $0.add(scheduled) }) {
                case .startsAsking:
                    startAsking(scheduled.app)
                    continue
                case .waits: continue
                case .refused: break
                }
            }
            deliveries.append(delivery(of: scheduled, showing: options, by: rule))
        }
        try await deliver(deliveries)
    }

    private func rule(
        for scheduled: ScheduledNotification,
        _ settings: AppNotificationSettings,
        _ quietHours: QuietHours
    ) -> PresentationRule {
        PresentationRule(
            content: scheduled.request.content,
            settings: settings,
            isQuietTime: quietHours.contains(clock.now, in: clock.zone)
        )
    }

    private func delivery(
        of scheduled: ScheduledNotification,
        showing options: Set<NotificationPresentationOption>,
        by rule: PresentationRule
    ) -> NotificationDelivery {
        let now = clock.now
        return NotificationDelivery(
            scheduled: scheduled,
            presentation: options,
            alertStyle: rule.settings.alertStyle,
            isLate: isLate(scheduled, at: now),
            next: scheduled.request.trigger.nextDue(after: scheduled.due, now: now, zone: clock.zone),
            withheld: options.contains(.banner) ? nil : rule.withheld ?? .appInFront
        )
    }

    private func isLate(_ scheduled: ScheduledNotification, at now: Date) -> Bool {
        now.timeIntervalSince(scheduled.due) >= Self.lateness
    }

    /// Delivers each notification in a transaction of its own, so that failures are independent.
    private func deliver(_ deliveries: [NotificationDelivery]) async throws(StoreError) {
        let failure = Mutex<StoreError?>(nil)
        await withCheckedContinuation { continuation in
            for delivery in deliveries {
                let transaction = StoreTransaction([.notification(.deliver(delivery))], origin: .host)
                store.enqueue(transaction) { result in
                    if case .failure(let error) = result { failure.withLock { $0 = error } }
                }
            }
            // Completes after all of them.
            store.enqueue(StoreTransaction([], origin: .host)) { _ in continuation.resume() }
        }
        if let error = failure.withLock(\.self) { throw error }
    }

    // MARK: - Foreground apps

    private func ask(_ app: AppID) async {
        while let scheduled = foreground.withLock({ $0.next(of: app) }) {
            let now = clock.now
            let notification = DeliveredNotification(
                request: scheduled.request,
                date: now,
                due: isLate(scheduled, at: now) ? scheduled.due : nil
            )
            let answer = await present(app, notification)
            guard !Task.isCancelled else { return }
            do throws(StoreError) {
                // The settings may have changed meanwhile.
                let (settings, quietHours) = try await store.read {
                    (try $0.notificationSettings(of: app).effective, try $0.quietHours())
                }
                let rule = rule(for: scheduled, settings, quietHours)
                let options = answer.map(rule.options.intersection) ?? rule.options
                try await deliver([delivery(of: scheduled, showing: options, by: rule)])
            } catch {
                logger.error("A notification cannot be delivered", metadata: ["app": "\(app)", "error": "\(error)"])
            }
            foreground.withLock { $0.finish(scheduled) }
            changed.raise()
        }
    }

    // MARK: - Time zones

    /// Recomputes the due times of floating notifications for another time zone; may be interrupted and repeated.
    private func moveFloating(to zone: TimeZone) async throws(StoreError) {
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
}
