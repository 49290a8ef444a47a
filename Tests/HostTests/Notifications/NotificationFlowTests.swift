import Foundation
import HostStore
import JSON
import Notifications
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// From an app's request to its acknowledgement, with a real process and a clock that the test moves.
@Suite(.timeLimit(.minutes(1))) struct NotificationFlowTests {
    @Test func whatFallsDueShowsAndItsAnswerReachesTheAppOnce() async throws {
        try await withTemporaryDirectory { folder in
            try await withHost(in: folder) { fixture in
                try await fixture.allow()
                try await fixture.setCategories()
                let events = fixture.events()
                try await fixture.add(
                    "Milk",
                    ["categoryIdentifier": "list", "badge": 3],
                    trigger: ["after": 60.0]
                )
                try await #expect(fixture.host.notifications(for: HostFixture.viewer).groups.isEmpty)

                fixture.clock.advance(by: 60)
                let (shown, arrives) = try await events.shown("Milk")
                #expect(arrives)
                #expect(shown.due == nil)
                #expect(shown.actions.map(\.identifier) == ["done", "edit", "reply", "trash"])
                #expect(shown.minimalActions.map(\.title) == ["Done", "Edit"])
                _ = try await events.summary { $0.badges[HostFixture.app] == 3 }

                try fixture.app.put("effects", [["notifications/badge", ["number": 0]]])
                try await #expect(fixture.answer(shown.id, "done") == .done)
                try await events.withdrawn(shown.id)
                let summary = try await events.summary { $0.badges.isEmpty }
                #expect(summary.count == 0)
                #expect(try fixture.respondedActions() == ["done"])
                try await #expect(fixture.answer(shown.id, "done") == .gone)
                #expect(try fixture.respondedActions() == ["done"])
            }
        }
    }
}
