import FoundationEssentials
import HostModel
import HostStorage
import JSON
import TodayProtocol
import TodayTestSupport

extension ScheduledNotification {
    /// A request that falls due so many seconds after the time at which a ``SettableDate`` begins.
    static func sample(
        _ identifier: String,
        of app: AppID = "com.a",
        title: String = "Title",
        badge: Int? = nil,
        due seconds: Double = 60,
        floats: Bool = false,
        actions: [NotificationAction] = []
    ) -> ScheduledNotification {
        ScheduledNotification(
            app: app,
            request: NotificationRequest(
                identifier: identifier,
                content: NotificationContent(title: .text(title), badge: badge),
                trigger: .timeInterval(60)
            ),
            actions: actions,
            due: .sample(seconds),
            floats: floats
        )
    }
}

extension Date {
    /// So many seconds after the time at which a ``SettableDate`` begins.
    static func sample(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + seconds) }
}

extension StoreOperation {
    static func schedule(_ scheduled: ScheduledNotification) -> StoreOperation { .notification(.schedule(scheduled)) }

    static func deliver(
        _ scheduled: ScheduledNotification,
        as presentation: Set<NotificationPresentationOption> = [.banner, .list, .badge],
        in style: NotificationAlertStyle = .banner,
        isLate: Bool = false,
        next: Date? = nil
    ) -> StoreOperation {
        .notification(
            .deliver(
                NotificationDelivery(
                    scheduled: scheduled,
                    presentation: presentation,
                    alertStyle: style,
                    isLate: isLate,
                    next: next
                )
            )
        )
    }

    static func respond(to id: DeliveredID, id response: String, text: String? = nil) -> StoreOperation {
        .response(.respond(id, id: response, action: "act", text: text))
    }

    static func install(_ app: AppID) -> StoreOperation {
        let app = InstalledApp(id: app, name: "", version: "1", path: "/", manifest: [:], installed: .sample(0))
        return .app(.install(app, widgets: [], claims: []))
    }
}

extension DurableStore {
    /// Schedules a request and reads it as it was kept.
    func keep(_ scheduled: ScheduledNotification) async throws -> ScheduledNotification {
        try await commit(.schedule(scheduled))
        let kept = try await read { try $0.scheduled(scheduled.app, identifier: scheduled.request.identifier) }
        guard let kept else { throw StoreError(.notFound, "\(scheduled.request.identifier) was not kept.") }
        return kept
    }

    /// Schedules a request and delivers it.
    @discardableResult
    func show(
        _ scheduled: ScheduledNotification,
        as presentation: Set<NotificationPresentationOption> = [.banner, .list, .badge],
        in style: NotificationAlertStyle = .banner
    ) async throws -> DeliveredRecord {
        try await commit(.deliver(keep(scheduled), as: presentation, in: style))
        let identifier = scheduled.request.identifier
        guard let record = try await read({ try $0.delivered(of: scheduled.app, identifier: identifier) }) else {
            throw StoreError(.notFound, "\(identifier) was not delivered.")
        }
        return record
    }

    /// The changes that are told while `body` runs, one list for each commit.
    func changes(while body: () async throws -> Void) async throws -> [[StoreChange]] {
        let journal = Journal<[StoreChange]>()
        let token = observe { journal.add($0.changes) }
        try await body()
        token.cancel()
        return journal.entries
    }
}
