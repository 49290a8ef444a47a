import Foundation
import HostModel
import HostStorage
import JSON
import Notifications
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// From an app's request to its acknowledgement, with a real process and a clock that the test moves.
@Suite(.timeLimit(.minutes(10))) struct NotificationFlowTests {
    private let app = HostFixture.app
    private let viewer = HostFixture.viewer

    private func withTestHost(_ body: (HostFixture) async throws -> Void) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in try await withHost(in: folder, body) }
    }

    @Test func whatFallsDueShowsAndItsAnswerReachesTheAppOnce() async throws {
        try await withTestHost { fixture in
            try await fixture.allow()
            try await fixture.setCategories()
            let events = try await fixture.events()
            try await fixture.add("Milk", ["categoryIdentifier": "list", "badge": 3], trigger: ["after": 60.0])
            try await #expect(fixture.host.send(GetNotificationsRequest(for: viewer)).groups.isEmpty)
            let pending = try await fixture.host.send(ListPendingNotificationsRequest(of: app, limit: 9, for: viewer))
            #expect(pending.map(\.title) == ["Milk"])

            fixture.clock.advance(by: 60)
            let (shown, arrives) = try await events.shown("Milk")
            #expect(arrives)
            #expect(shown.due == nil)
            #expect(shown.date == fixture.clock.now)
            #expect(shown.actions.map(\.identifier) == ["done", "edit", "reply", "trash"])
            #expect(shown.minimalActions.map(\.title) == ["Done", "Edit"])
            _ = try await events.summary { $0.badges[app] == 3 }

            try fixture.app.put("effects", [["notifications/badge", ["number": 0]]])
            try await #expect(fixture.answer(shown.id, "done") == .done)
            try await events.withdrawn(shown.id)
            let summary = try await events.summary { $0.badges.isEmpty }
            #expect(summary.count == 0)
            try await #expect(fixture.answer(shown.id, "done") == .gone)
            #expect(try fixture.respondedActions() == ["done"])
        }
    }

    // MARK: - Answers

    @Test func theFirstAnswerWins() async throws {
        try await withTestHost { fixture in
            try await fixture.allow()
            try await fixture.setCategories()
            let events = try await fixture.events()
            try await fixture.add("Milk", ["categoryIdentifier": "list"])
            let shown = try await events.shown("Milk").0
            let outcomes = try await withThrowingTaskGroup(of: AnswerOutcome.self) { group in
                for _ in 0..<8 { group.addTask { try await fixture.answer(shown.id, "done") } }
                group.addTask {
                    try await fixture.host.send(DismissNotificationsRequest.notifications(ids: [shown.id]))
                    return .gone
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .done } <= 1)
            // In order: when the next answer is acknowledged, so is the one that won, which nobody need have waited for.
            try await fixture.add("Bread", ["categoryIdentifier": "list"])
            let next = try await events.shown("Bread").0
            try await #expect(fixture.answer(next.id, "done") == .done)
            #expect(try fixture.respondedActions().count == 2)
        }
    }

    @Test func aForegroundAnswerOpensWhatTheAppSaysElseTheLinkElseTheApp() async throws {
        try await withTestHost { fixture in
            try await fixture.allow()
            try await fixture.setCategories()
            let events = try await fixture.events()
            for (name, link) in [("a", "example://item/1"), ("b", nil), ("c", "example://item/2")] {
                var content: [String: JSONValue] = ["categoryIdentifier": "list"]
                if let link { content["deepLink"] = .string(link) }
                try await fixture.add(name, content)
            }
            let a = try await events.shown("a").0
            #expect(a.deepLink == "example://item/1")
            try await #expect(fixture.answer(a.id, "edit", waits: false) == .open(url: "example://item/1"))
            let b = try await events.shown("b").0
            let opening = NotificationAction.defaultIdentifier
            try await #expect(fixture.answer(b.id, opening, waits: false) == .open(url: "example://"))
            try fixture.app.put("effects", [["open", ["url": "example://edit"]]])
            let c = try await events.shown("c").0
            let opened = try await fixture.answer(c.id, "edit", waits: false)
            guard case .open("example://edit", _?) = opened else {
                Issue.record("\(opened)")
                return
            }
            #expect(try fixture.respondedActions() == ["edit", opening, "edit"])
        }
    }

    @Test func answersThatMakeNoSenseAreRefusedAndChangeNothing() async throws {
        try await withTestHost { fixture in
            try await fixture.allow()
            try await fixture.setCategories()
            let events = try await fixture.events()
            try await fixture.add("Milk", ["categoryIdentifier": "list"])
            try await fixture.add("Bread", ["categoryIdentifier": "nobody knows"])
            let milk = try await events.shown("Milk").0
            let bread = try await events.shown("Bread").0
            #expect(bread.actions.isEmpty)
            let long = String(repeating: "a", count: 4097)
            for (id, action, text, part) in [
                (milk.id, "eat", nil, "It has: done, edit, reply, trash."),
                (bread.id, "done", nil, "It can only be opened or dismissed."),
                (milk.id, "reply", nil, "needs a text"),
                (milk.id, "done", "hello", "takes no text"),
                (milk.id, "reply", long, "at most 4096 bytes"),
                (milk.id, NotificationAction.dismissIdentifier, nil, "has no action"),
            ] {
                do throws(HostError) {
                    _ = try await fixture.host.send(
                        AnswerNotificationRequest(
                            NotificationAnswer(notification: id, action: action, text: text),
                            on: fixture.surface,
                            viewer: viewer
                        )
                    )
                    Issue.record("\(action) was taken.")
                } catch {
                    #expect(error.code == .invalid)
                    #expect(error.message.contains(part), "\(error.message)")
                }
            }
            try await #expect(fixture.answer(milk.id, "reply", text: "two litres") == .done)
            #expect(try fixture.app.notes("responses").map { $0.objectValue?["text"]?.stringValue } == ["two litres"])
        }
    }

    @Test func whatNeedsThePasscodeRunsOnlyWithIt() async throws {
        try await withTestHost { fixture in
            try await fixture.allow()
            try await fixture.setCategories()
            let events = try await fixture.events()
            for name in ["a", "b", "c"] { try await fixture.add(name, ["categoryIdentifier": "list"]) }
            let a = try await events.shown("a").0
            let b = try await events.shown("b").0
            let c = try await events.shown("c").0
            #expect(a.actions.last?.needsAuthentication == true)

            func refusal(_ id: DeliveredID, passcode: String? = nil) async -> HostError.Code? {
                do {
                    _ = try await fixture.answer(id, "trash", passcode: passcode)
                    return nil
                } catch {
                    return (error as? HostError)?.code
                }
            }
            await #expect(refusal(a.id) == .passcodeNotSet)
            try await fixture.host.send(SetPasscodeRequest("2468", current: nil, on: SurfaceID("elsewhere")))
            await #expect(refusal(a.id) == .passcodeRequired)
            await #expect(refusal(a.id, passcode: "1357") == .passcodeWrong)
            #expect(try fixture.respondedActions().isEmpty)
            await #expect(refusal(a.id, passcode: "2468") == nil)
            // It holds for a minute, here.
            fixture.clock.advance(by: 59)
            await #expect(refusal(b.id) == nil)
            fixture.clock.advance(by: 1)
            await #expect(refusal(c.id) == .passcodeRequired)
            try await fixture.host.send(UnlockRequest(with: "2468", on: fixture.surface))
            await #expect(refusal(c.id) == nil)
            #expect(try fixture.respondedActions() == ["trash", "trash", "trash"])
        }
    }

    @Test func dismissalIsToldWhereTheCategoryAsksForIt() async throws {
        try await withTestHost { fixture in
            try await fixture.allow()
            try await fixture.setCategories()
            let events = try await fixture.events()
            try await fixture.add("told", ["categoryIdentifier": "list"])
            try await fixture.add("untold")
            try await fixture.add("last", ["categoryIdentifier": "list"])
            let told = try await events.shown("told").0
            let untold = try await events.shown("untold").0
            let last = try await events.shown("last").0
            try await fixture.host.send(
                DismissNotificationsRequest.notifications(ids: [told.id, untold.id, DeliveredID(rawValue: 1 << 40)])
            )
            try await #expect(fixture.host.send(GetNotificationRequest(told.id, for: viewer)) == nil)
            try await #expect(fixture.host.send(GetNotificationRequest(untold.id, for: viewer)) == nil)
            // In order: when the last is acknowledged, so is every one before it.
            try await #expect(fixture.answer(last.id, "done") == .done)
            #expect(try fixture.respondedActions() == [NotificationAction.dismissIdentifier, "done"])
        }
    }

    @Test func allOrThoseOfOneAppCanBeDismissed() async throws {
        try await withTestHost { fixture in
            try await fixture.allow()
            let events = try await fixture.events()
            for number in 0..<30 { try await fixture.add("\(number)") }
            _ = try await events.shown("29")
            _ = try await fixture.host.send(
                PostNotificationRequest(ScriptNotification(content: NotificationContent(title: "script")))
            )
            _ = try await events.shown("script")
            try await fixture.host.send(DismissNotificationsRequest.app(id: app))
            try await #expect(fixture.host.send(GetNotificationSummaryRequest(for: viewer)).count == 1)
            try await fixture.host.send(DismissNotificationsRequest.all)
            try await #expect(fixture.host.send(GetNotificationSummaryRequest(for: viewer)).count == 0)
        }
    }

    // MARK: - Responses that go wrong

    @Test(arguments: ["die-early", "die-late"])
    func anAppThatDiesIsAskedAgainAndItsEffectsAreThereOnce(moment: String) async throws {
        try await withTestHost { fixture in
            try await fixture.allow()
            try await fixture.setCategories()
            let events = try await fixture.events()
            try await fixture.add("Milk", ["categoryIdentifier": "list"])
            let shown = try await events.shown("Milk").0
            try fixture.app.put(moment)
            try fixture.app.put(
                "effects",
                [
                    ["notifications/badge", ["number": 5]],
                    [
                        "notifications/add",
                        ["request": ["identifier": "next", "content": ["title": "Next"], "trigger": ["after": 60.0]]],
                    ],
                ]
            )
            try await #expect(fixture.answer(shown.id, "done") == .done)
            let responses = try fixture.app.notes("responses")
            #expect(responses.count == 2)
            #expect(Set(responses.map { $0.objectValue?["id"]?.stringValue }).count == 1)
            try await #expect(fixture.host.send(GetNotificationSummaryRequest(for: viewer)).badges == [app: 5])
            try await #expect(
                fixture.host.send(ListPendingNotificationsRequest(of: app, limit: 9, for: viewer)).map(\.identifier)
                    == ["next"]
            )
        }
    }

    @Test func anAppInFrontThatDoesNotSayHowIsNotWaitedForLong() async throws {
        try await withTestHost { fixture in
            try await fixture.allow()
            let page = fixture.host.screenEvents(for: viewer, after: nil, scene: "example://list")
            var shownPage = page.makeAsyncIterator()
            _ = await shownPage.next(isolation: #isolation)
            let events = try await fixture.events()
            try fixture.app.put("mute")
            try await fixture.add("a")
            let (a, arrives) = try await events.shown("a")
            #expect(arrives && a.isListed)
            #expect(try fixture.app.notes("presented").count == 1)

            try fixture.app.remove("mute")
            try fixture.app.put("options", ["list"])
            try await fixture.add("b")
            let b = try await events.shown("b")
            #expect(!b.arrives && b.0.isListed)
            withExtendedLifetime(page) {}
        }
    }

    @Test func anAppThatFailsIsReportedAndGetsTheNextOne() async throws {
        try await withTestHost { fixture in
            try await fixture.allow()
            try await fixture.setCategories()
            let events = try await fixture.events()
            try await fixture.add("a", ["categoryIdentifier": "list"])
            try await fixture.add("b", ["categoryIdentifier": "list"])
            let a = try await events.shown("a").0
            let b = try await events.shown("b").0
            try fixture.app.put("fail")
            try fixture.app.put("effects", [["notifications/badge", ["number": 5]]])
            try await #expect(fixture.answer(a.id, "done") == .failed(reason: "The list cannot be written."))
            let failure = try #require(try await events.summary { !$0.failures.isEmpty }.failures.first)
            #expect(failure.action == "Done")
            #expect(failure.reason == "The list cannot be written.")
            #expect(try fixture.app.notes("responses").count == 3)

            try fixture.app.remove("fail")
            try await #expect(fixture.answer(b.id, "done") == .done)
            try await fixture.host.send(ResolveFailedResponseRequest(.retry, failure.id))
            _ = try await events.summary { $0.failures.isEmpty }
            // The next answer comes behind the retried one.
            try await fixture.add("c", ["categoryIdentifier": "list"])
            let c = try await events.shown("c").0
            try await #expect(fixture.answer(c.id, "done") == .done)
            let ids = try fixture.app.notes("responses").map { $0.objectValue?["id"]?.stringValue }
            #expect(ids.count == 6 && ids[4] == ids[0])
            await #expect(throws: HostError.self) {
                try await fixture.host.send(ResolveFailedResponseRequest(.retry, "nothing"))
            }
        }
    }

    @Test func whatFailedCanBeForgotten() async throws {
        try await withTestHost { fixture in
            try await fixture.allow()
            try await fixture.setCategories()
            let events = try await fixture.events()
            try await fixture.add("a", ["categoryIdentifier": "list"])
            let a = try await events.shown("a").0
            try fixture.app.put("fail")
            _ = try await fixture.answer(a.id, "done")
            let failures = try await events.summary { !$0.failures.isEmpty }.failures
            let failure = try #require(failures.first)
            try await fixture.host.send(ResolveFailedResponseRequest(.discard, failure.id))
            let summary = try await events.summary { $0.failures.isEmpty }
            #expect(summary.count == 0)
        }
    }

    @Test func responsesOfAnAppComeInTheOrderOfTheAnswers() async throws {
        try await withTestHost { fixture in
            try await fixture.allow()
            try await fixture.setCategories()
            let events = try await fixture.events()
            for number in 0..<20 { try await fixture.add("\(number)", ["categoryIdentifier": "list"]) }
            var last: DeliveredID?
            for number in 0..<20 {
                let shown = try await events.shown("\(number)").0
                last = shown.id
                if number < 19 { _ = try await fixture.answer(shown.id, "done", waits: false) }
            }
            try await #expect(fixture.answer(#require(last), "done") == .done)
            let names = try fixture.app.notes("responses").compactMap {
                $0.objectValue?["notification"]?.objectValue?["request"]?.objectValue?["identifier"]?.stringValue
            }
            #expect(names == (0..<20).map(String.init))
        }
    }

    @Test func aResponseSurvivesARestartBetweenTheTapAndTheAcknowledgement() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let clock = ManualWallClock()
            try await withHost(in: folder, clock: clock) { fixture in
                try await fixture.allow()
                try await fixture.setCategories()
                let events = try await fixture.events()
                try await fixture.add("a", ["categoryIdentifier": "list"])
                let shown = try await events.shown("a").0
                try fixture.app.putGate()
                try fixture.app.put("effects", [["notifications/badge", ["number": 5]]])
                try await #expect(fixture.answer(shown.id, "done", waits: false) == .done)
                try await fixture.app.waitForNotes("reached")
            }
            #expect(unlink("\(folder)/control/gate") == 0)
            try await withHost(in: folder, clock: clock) { fixture in
                let events = try await fixture.events()
                _ = try await events.summary { $0.badges[app] == 5 }
                try await #expect(fixture.host.send(GetNotificationSummaryRequest(for: viewer)).failures.isEmpty)
                let ids = try fixture.app.notes("responses").map { $0.objectValue?["id"]?.stringValue }
                #expect(ids.count == 2 && ids[0] == ids[1])
            }
        }
    }
}
