import Foundation
import HostModel
import HostStorage
import Notifications
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// What becomes of a topic's notification when the person chose one of its actions.
@Suite(.timeLimit(.minutes(10))) struct TopicsFlowTests {
    private func show(_ title: String, on fixture: HostFixture, number: Int64) async throws {
        let action: PropertyValue = .dictionary([
            "kind": .string("http"), "url": .string("https://home.example/gate"), "label": .string("Open"),
            "clears": .bool(true), "method": .string("PUT"),
        ])
        let content = NotificationContent(
            title: .text(title),
            userInfo: [
                "topic": .string("home"), "id": .string("m\(number)"), "actions": .dictionary(["http-1": action]),
            ]
        )
        let order = ReceivedTopicMessage(
            app: TopicsApp.id,
            id: "message/home/m\(number)",
            sent: fixture.clock.now,
            kind: .show(
                NotificationRequest(identifier: "gate@home", content: content),
                actions: [NotificationAction(identifier: "http-1", title: .text("Open"))]
            ),
            sequence: number,
            epoch: "e"
        )
        try await fixture.host.store.commit(.cloud(.receiveTopicMessage(order)))
    }

    @Test func aNotificationWhoseActionFailedComesBackQuietly() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try await withHost(in: folder) { fixture in
                let events = try await fixture.events()
                try await show("Gate", on: fixture, number: 1)
                let first = try await events.shown("Gate").0
                guard case .failed(let reason) = try await fixture.answer(first.id, "http-1") else {
                    Issue.record("a host was reached that nobody allowed")
                    return
                }
                #expect(reason.english.contains("today allow Topics home.example"))
                // People know the action by its title.
                let summary = GetNotificationSummaryRequest(for: HostFixture.viewer)
                #expect(try await fixture.host.send(summary).failures.map(\.action) == ["Open"])
                try await events.withdrawn(first.id)
                let again = try await events.shown("Gate").0
                #expect(again.level == .passive)
                #expect(again.actions.map(\.identifier) == ["http-1"])
                guard case .failed = try await fixture.answer(again.id, "http-1") else {
                    Issue.record("a host was reached that nobody allowed")
                    return
                }
                try await events.withdrawn(again.id)
                _ = try await events.shown("Gate")
            }
        }
    }
}
