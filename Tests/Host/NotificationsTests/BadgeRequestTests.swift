import HostStorage
import Testing
import TodayProtocol
import TodayTestSupport

/// Requests that have a badge and no text.
@Suite(.timeLimit(.minutes(10))) struct BadgeRequestTests {
    private let app = SchedulerFixture.app

    private func add(
        _ badge: Int,
        title: LocalizableText,
        _ identifier: String,
        _ trigger: NotificationTrigger,
        to fixture: SchedulerFixture
    ) async throws {
        try await fixture.add(identifier, trigger) { content in
            content.title = title
            content.badge = badge
        }
    }

    private func badge(_ fixture: SchedulerFixture) async throws -> Int {
        try await fixture.settle()
        return try await fixture.store.read { try $0.badge(of: app) }
    }

    @Test(arguments: [false, true])
    func aBadgeWithoutTextChangesTheBadgeAtItsTimeAndShowsNothing(isInFront: Bool) async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized)
                if isInFront { fixture.stage.bringToFront(app) }
                try await add(7, title: "", "set", .timeInterval(60), to: fixture)
                try await add(0, title: " ", "clear", .timeInterval(120), to: fixture)
                try await #expect(badge(fixture) == 0)
                fixture.clock.advance(by: 60)
                try await #expect(badge(fixture) == 7)
                fixture.clock.advance(by: 60)
                try await #expect(badge(fixture) == 0)
                try await #expect(fixture.store.read { try $0.pendingCount(of: app) } == 0)
                #expect(!arrived(fixture) && fixture.stage.asked.isEmpty)
            }
        }
    }

    @Test func anAppThatNobodyDecidedAboutGetsItsBadgeAndNothingElse() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await add(7, title: "", "a", .now, to: fixture)
                try await #expect(badge(fixture) == 7)
                #expect(!arrived(fixture))
            }
        }
    }

    @Test func whatIsNotAllowedAsABadgeChangesNothing() async throws {
        try await withTemporaryDirectory { folder in
            try await withScheduler(in: folder) { fixture in
                try await fixture.decide(.authorized, [.alert, .sound])
                try await add(7, title: "", "a", .now, to: fixture)
                try await #expect(badge(fixture) == 0)
                #expect(!arrived(fixture))
            }
        }
    }

    /// Whether anything was delivered so that it shows.
    private func arrived(_ fixture: SchedulerFixture) -> Bool {
        fixture.commits.changes.contains { change in
            if case .delivered = change { true } else { false }
        }
    }
}
