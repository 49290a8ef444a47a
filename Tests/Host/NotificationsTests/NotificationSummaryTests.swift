import Foundation
import HostModel
import HostStorage
import Logging
import Notifications
import Testing
import TodayProtocol
import TodayTestSupport

@Suite struct NotificationSummaryTests {
    private static let app = AppID("org.example.App")

    @Test func thePagesNumberIsTheSumOfTheBadges() {
        let badges = [AppID("org.example.A"): 2, AppID("org.example.B"): 5]
        #expect(NotificationSummary(badges: badges, count: 1, questions: [], failures: []).badgeSum == 7)
        #expect(NotificationSummary(badges: [:], count: 1, questions: [], failures: []).badgeSum == 0)
    }

    /// Delivers a notification as the scheduler does.
    private func deliver(
        _ name: String,
        showing presentation: Set<NotificationPresentationOption>,
        in store: DurableStore
    ) async throws {
        let request = NotificationRequest(identifier: name, content: NotificationContent(title: .text(name)))
        let scheduled = ScheduledNotification(app: Self.app, request: request, due: Date())
        try await store.commit(.notification(.schedule(scheduled)))
        let kept = try #require(try await store.read { try $0.scheduled(Self.app, identifier: name) })
        let delivery = NotificationDelivery(scheduled: kept, presentation: presentation, isLate: false, next: nil)
        try await store.commit(.notification(.deliver(delivery)))
    }

    @Test func whatAnAppSendsThatMayNotNotifyIsCounted() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            // The store's clock is that of this machine.
            let clock = ManualWallClock(now: Date())
            let store = try DurableStore(path: "\(folder)/promises.sqlite")
            let logger = Logger(label: "test")
            let reader = NotificationReader(store: store, texts: FixtureTexts(), clock: clock, logger: logger)
            func heldBack() async throws -> [NotificationsState.HeldBack] {
                let state = try await reader.state(in: "en")
                #expect(state.groups.isEmpty)
                return state.heldBack
            }
            let title = FixtureTexts().title(of: Self.app, in: "en")
            for name in ["a", "b"] { try await deliver(name, showing: [.list], in: store) }
            try await #expect(heldBack() == [.init(app: Self.app, title: title, count: 2, isKept: true)])
            // What a denied app sends is not stored.
            try await store.commit(.authorization(.decide(Self.app, .denied, allowed: [])))
            try await store.commit(.notification(.removeDelivered(Self.app, identifiers: nil)))
            try await deliver("c", showing: [], in: store)
            try await #expect(heldBack() == [.init(app: Self.app, title: title, count: 1, isKept: false)])
            clock.advance(by: 2 * NotificationsState.heldBackDuration)
            try await #expect(heldBack() == [])
            await store.close()
        }
    }
}
