import Foundation
import HostClock
import HostModel
import HostStorage
import TodayProtocol
import TodayScreen

/// Asks the person to open an app whose actions have waited for too long, by default a day.
///
/// It posts a notification of the built-in app *Today*, and opens the app's page after the person's next tap. The
/// notification is removed when the queue is empty or the app has run successfully, and is delivered again a day later
/// if actions still wait.
struct QueueReminder: Sendable {
    let services: HostDependencies
    private var store: DurableStore { services.durable }
    var wait: TimeInterval { services.configuration.actionWait }

    /// Returns the page that a tap opens if the app's actions have waited too long, which successful runs postpone.
    func page(of app: AppID) async -> String? {
        guard let page = services.registry.app(app)?.url else { return nil }
        let (now, wait) = (services.clock.now, wait)
        let schedule = try? await store.read { try $0.actionSchedules(now: now, wait: wait, of: app).first }
        guard let request = schedule?.request, request <= now else { return nil }
        return page
    }

    /// Schedules or removes the notification about an app's queue; returns the time at which to call this again.
    func update(_ schedule: ActionSchedule, now: Date) async throws(StoreError) -> Date? {
        guard let request = schedule.request, request <= now else {
            if schedule.isRequested { try await remove(schedule.app) }
            return schedule.request
        }
        if !schedule.isRequested { try await add(schedule.app, now) }
        return nil
    }

    private func add(_ app: AppID, _ now: Date) async throws(StoreError) {
        guard let hosted = services.registry.app(app) else { return }
        let count = try await store.read { try $0.waitingActionCount(of: app) }
        let content = NotificationContent(
            title: .finishChanges(hosted.title.text(in: services.language), changes: count),
            deepLink: hosted.url
        )
        let request = NotificationRequest(identifier: Self.identifier(app), content: content)
        try await store.commit(
            .notification(.schedule(ScheduledNotification(app: HostApp.id, request: request, due: now))),
            .action(.setRequested(app, true))
        )
    }

    private func remove(_ app: AppID) async throws(StoreError) {
        let identifiers = [Self.identifier(app)]
        try await store.commit(
            .notification(.removePending(HostApp.id, identifiers: identifiers)),
            .notification(.removeDelivered(HostApp.id, identifiers: identifiers)),
            .action(.setRequested(app, false))
        )
    }

    private static func identifier(_ app: AppID) -> String { "actions.\(app)" }
}
