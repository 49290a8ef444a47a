import AsyncPrimitives
import Foundation
import HostModel
import HostStorage
import JSON
import Notifications
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@testable import Host

/// What has an app process its queue beside the actions themselves, and what happens to a queue that nobody processes.
@Suite(.timeLimit(.minutes(10))) struct ActionWakeTests {
    private func reasons(_ fixture: ActionHostFixture) throws -> [String] {
        try fixture.app.notes("processed").compactMap { $0["reason"]?.stringValue }
    }

    private func push(_ id: String, _ fixture: ActionHostFixture) async throws {
        let push = Push(id: id, sent: fixture.clock.now, isSilent: true)
        try await fixture.store.commit(
            .cloud(.receivePush(ReceivedPush(app: ActionApp.app, push: push, wakes: true, sequence: 0, epoch: "e")))
        )
    }

    /// Shows a notification of the app.
    private func deliver(_ content: NotificationContent, _ fixture: ActionHostFixture) async throws -> DeliveredID {
        let request = NotificationRequest(identifier: "n", content: content)
        let scheduled = ScheduledNotification(app: ActionApp.app, request: request, due: .distantFuture)
        try await fixture.store.commit(.notification(.schedule(scheduled)))
        let kept = try #require(try await fixture.store.read { try $0.scheduled(ActionApp.app, identifier: "n") })
        let delivery = NotificationDelivery(scheduled: kept, presentation: [.list], isLate: false, next: nil)
        try await fixture.store.commit(.notification(.deliver(delivery)))
        return try #require(try await fixture.store.read { try $0.delivered(of: ActionApp.app, identifier: "n") }).id
    }

    @Test func withoutWakingForActionsAPushHasTheAppProcessThem() async throws {
        try await withActionHost(wakesForActions: false) { fixture in
            try await fixture.enqueue("a", "b")
            // The push comes later than anything that the actions could have caused.
            try await push("p", fixture)
            try await fixture.waitUntilEmpty()
            #expect(try fixture.app.batches() == [["a", "b"]])
            #expect(try reasons(fixture) == ["push"])
            #expect(try await fixture.runs().map(\.reason).sorted { $0.rawValue < $1.rawValue } == [.actions, .push])
        }
    }

    @Test func aResponseHasTheAppProcessItsQueue() async throws {
        try await withActionHost(wakesForActions: false) { fixture in
            try await fixture.enqueue("a")
            let delivered = try await deliver(NotificationContent(title: .text("N")), fixture)
            try await fixture.store.commit(.response(.respond(delivered, id: "r", action: "done", text: nil)))
            try await fixture.waitUntilEmpty()
            #expect(try reasons(fixture) == ["push"])
        }
    }

    @Test func openingTheAppHasItProcessItsQueue() async throws {
        try await withActionHost(wakesForActions: false) { fixture in
            try await fixture.enqueue("a")
            try await fixture.open()
            try await fixture.waitUntilEmpty()
            #expect(try reasons(fixture) == ["opened"])
            // With an empty queue it runs as well, once it has had one.
            try await fixture.open()
            try await fixture.waitForBatches(2)
            #expect(try fixture.app.batches() == [["a"], []])
            #expect(try fixture.app.notes("processed").last?["group"] == nil)
        }
    }

    @Test func anAppThatNeverHadAQueueIsNotAskedWhenItIsOpened() async throws {
        try await withActionHost { fixture in
            try await fixture.open()
            try await fixture.enqueue("fence")
            try await fixture.waitUntilEmpty()
            #expect(try fixture.app.batches() == [["fence"]])
        }
    }

    @Test func aWidgetWakesItsAppAfterTheTapIsCommitted() async throws {
        try await withActionHost(wakesForActions: false) { fixture in
            try fixture.app.put("tap", [["wake", [:]]])
            let tap = HostModel.Tap(id: TapID("t"), target: .widget(ActionApp.widget))
            _ = try await withTimeLimit(on: "a tap") { [host = fixture.host] in
                try await host.send(PerformTapRequest(tap, viewer: ActionHostFixture.viewer))
            }
            try await fixture.waitForBatches(1)
            #expect(try fixture.app.batches() == [[]])
            #expect(try reasons(fixture) == ["wake"])
            try await fixture.wait(for: "the record of the run") { try $0.lastProcessed(of: ActionApp.app) != nil }
            #expect(try await fixture.runs().map(\.reason) == [.wake])
        }
    }

    @Test func aRequestRepeatsFailedActionsAtOnceButAWidgetsDoesNot() async throws {
        try await withActionHost { fixture in
            try fixture.app.put("failing", ["a"])
            try await fixture.enqueue("a")
            try await fixture.waitForAttempts(1, of: "a")
            fixture.clock.advance(by: 0.5)
            try await push("p", fixture)
            try await fixture.waitForAttempts(2, of: "a")
            fixture.clock.advance(by: 0.5)
            fixture.host.services.processing.add(ActionApp.app, .wake, runsWithoutActions: true)
            // The app is woken, but does not get the action before its time.
            try await fixture.waitForBatches(3)
            #expect(try fixture.app.batches() == [["a"], ["a"], []])
        }
    }

    @Test func theHostTellsWhenTheQueueWasEmptied() async throws {
        try await withActionHost { fixture in
            let state = { () async throws -> ActionQueueState in
                let now = fixture.clock.now
                return try await fixture.store.read {
                    try $0.actionState(of: ActionApp.app, in: ActionApp.group, now: now)
                }
            }
            #expect(try await state() == ActionQueueState())
            let first = fixture.clock.now
            try await fixture.enqueue("a")
            try await fixture.waitUntilEmpty()
            #expect(try await state().lastProcessed == first)
            fixture.clock.advance(by: 60)
            try await fixture.enqueue("b")
            try await fixture.waitUntilEmpty()
            #expect(try await state().lastProcessed == first.addingTimeInterval(60))
        }
    }

    @Test func afterADayThePersonIsAskedToOpenTheApp() async throws {
        try await withActionHost(wakesForActions: false) { fixture in
            let isRequested = { @Sendable (reader: DurableReader) in
                try reader.delivered(of: HostApp.id, identifier: "actions.\(ActionApp.app)") != nil
            }
            try await fixture.enqueue("a", "b")
            fixture.clock.advance(by: 86_399)
            // A push is a successful run, and postpones the request, although the queue fails.
            try fixture.app.put("fail")
            try await push("p", fixture)
            try await fixture.waitForAttempts(1, of: "a")
            // Until the run for the push has ended, it repeats what is due at the next time.
            try await withTimeLimit(on: "the end of the run") { [processing = fixture.host.services.processing] in
                await processing.queue.waitUntilIdle([ActionApp.app])
            }
            fixture.clock.advance(by: 86_399)
            let isEarly = try await fixture.store.read(isRequested)
            #expect(!isEarly)
            fixture.clock.advance(by: 1)
            try await fixture.wait(for: "the request to open the app", until: isRequested)
            let viewer = ActionHostFixture.viewer
            let shown = try await fixture.host.send(GetNotificationsRequest(for: viewer)).groups.flatMap(
                \.notifications
            )
            #expect(shown.map(\.title) == ["Open Example to finish 2 changes"])
            #expect(shown.first?.deepLink == "example://")
            let german = try await fixture.host.send(GetNotificationsRequest(for: Viewer(language: "de", zone: "UTC")))
            #expect(
                german.groups.flatMap(\.notifications).map(\.title) == [
                    "Example öffnen, um 2 Änderungen abzuschließen"
                ]
            )
            try fixture.app.remove("fail")
            try await fixture.open()
            try await fixture.waitUntilEmpty()
            try await fixture.wait(for: "the end of the request") { try !isRequested($0) }
        }
    }

    @Test func afterADayTheNextTapIsStoredAndOpensTheApp() async throws {
        try await withActionHost(wakesForActions: false) { fixture in
            /// Taps the widget, which enqueues an action and may open an address.
            func tap(enqueuing id: String?, opening url: String? = nil) async throws -> TapOutcome {
                var calls: [JSONValue] = []
                if let id {
                    let action: JSONValue = ["id": .string(id), "payload": 1]
                    let group = JSONValue.string(ActionApp.group.rawValue)
                    calls.append(["actions/enqueue", ["group": group, "actions": [action]]])
                }
                if let url { calls.append(["open", ["url": .string(url)]]) }
                try fixture.app.put("tap", .array(calls))
                let tap = HostModel.Tap(id: TapID(UUID().uuidString), target: .widget(ActionApp.widget))
                return try await withTimeLimit(on: "a tap on the widget") { [host = fixture.host] in
                    try await host.send(PerformTapRequest(tap, viewer: ActionHostFixture.viewer))
                }
            }
            #expect(try await tap(enqueuing: "a") == .done(open: nil))
            fixture.clock.advance(by: 86_399)
            #expect(try await tap(enqueuing: "b") == .done(open: nil))
            fixture.clock.advance(by: 1)
            #expect(try await tap(enqueuing: "c") == .done(open: "example://"))
            #expect(try await fixture.actions().map(\.action.id) == ["a", "b", "c"])
            #expect(try await tap(enqueuing: nil) == .done(open: nil))
            let opened = try await tap(enqueuing: "d", opening: "example://d")
            guard case .done("example://d"?, _, _, _, _?) = opened else {
                Issue.record("\(opened)")
                return
            }

            // So does a background action of a notification.
            let done = NotificationAction(identifier: "done", title: .text("Done"))
            let category = NotificationCategory(identifier: "list", actions: [done])
            try await fixture.store.commit(.notification(.setCategories(ActionApp.app, [category])))
            let content = NotificationContent(title: .text("N"), categoryIdentifier: "list")
            let answer = NotificationAnswer(notification: try await deliver(content, fixture), action: "done")
            let outcome = try await fixture.host.send(
                AnswerNotificationRequest(answer, on: SurfaceID("test"), viewer: ActionHostFixture.viewer)
            )
            #expect(outcome == .open(url: "example://"))
            // The app has run for the answer, which postpones the next time.
            try await fixture.waitUntilEmpty()
            fixture.clock.advance(by: 86_399)
            #expect(try await tap(enqueuing: "e") == .done(open: nil))
        }
    }

    @Test func aRequestForAnAppThatIsRemovedGoesWithIt() async throws {
        try await withActionHost(wakesForActions: false) { fixture in
            let identifier = "actions.\(ActionApp.app)"
            try await fixture.enqueue("a")
            fixture.clock.advance(by: 86_400)
            try await fixture.wait(for: "the request") {
                try $0.delivered(of: HostApp.id, identifier: identifier) != nil
            }
            try await fixture.host.send(UninstallAppRequest(ActionApp.app, keepsData: false))
            try await fixture.wait(for: "the end of the request") {
                try $0.delivered(of: HostApp.id, identifier: identifier) == nil
            }
        }
    }

    @Test func aTapIsNotHeldUpByAnAppThatProcesses() async throws {
        try await withActionHost { fixture in
            try fixture.app.putGate()
            try await fixture.enqueue("a")
            try await fixture.waitForBatches(1)
            let tap = HostModel.Tap(id: TapID("t"), target: .widget(ActionApp.widget))
            let outcome = try await withTimeLimit(on: "a tap on the widget") { [host = fixture.host] in
                try await host.send(PerformTapRequest(tap, viewer: ActionHostFixture.viewer))
            }
            #expect(outcome == .done(open: nil))
            try fixture.app.openGate()
            try await fixture.waitUntilEmpty()
        }
    }
}
