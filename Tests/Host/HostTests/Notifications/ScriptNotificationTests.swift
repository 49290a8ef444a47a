import Foundation
import HostModel
import HostStorage
import Notifications
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// Notifications that a script posts, with a clock that the test moves.
@Suite(.timeLimit(.minutes(10))) struct ScriptNotificationTests {
    private func withTestHost(_ body: (HostFixture) async throws -> Void) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in try await withHost(in: folder, body) }
    }

    @Test func aScriptThatDoesNotAskAgainWithinAMinuteHasEnded() async throws {
        try await withTestHost { fixture in
            let events = try await fixture.events()
            let yes = NotificationAction(identifier: "yes", title: "Yes")
            var question = ScriptNotification(content: NotificationContent(title: "Deploy?"), actions: [yes])
            question.content.asker = .waiting
            let name = try await fixture.host.send(PostNotificationRequest(question)).identifier
            let id = try await events.shown("Deploy?").0.id
            let wait = GetScriptResponseRequest(to: name, wait: .zero, asker: .goesOn)
            try await #expect(fixture.host.send(wait) == .waiting)

            fixture.clock.advance(by: ScriptResponseReply.longestPause)

            let (shown, arrives) = try await events.shown("Deploy?")
            #expect(shown.id == id && shown.isAbandoned && !arrives)
            try await #expect(fixture.host.send(GetScriptResponseRequest(to: name, asker: .goesOn)) == .gone)
            let error = await #expect(throws: HostError.self) { try await fixture.answer(id, "yes") }
            #expect(error?.code == .nobodyWaits)
        }
    }

    @Test func aQuestionThatIsReplacedEndsAtOnceAndTheAnswerIsThatOfTheOther() async throws {
        try await withTestHost { fixture in
            let events = try await fixture.events()
            let (host, yes) = (fixture.host, NotificationAction(identifier: "yes", title: "Yes"))
            func ask(_ title: String, asker: NotificationAsker? = .waiting) async throws -> PostedNotification {
                let content = NotificationContent(title: .text(title))
                var script = ScriptNotification(identifier: "deploy", content: content, actions: [yes])
                script.content.asker = asker
                return try await host.send(PostNotificationRequest(script))
            }
            func wait(_ posted: PostedNotification) -> GetScriptResponseRequest {
                GetScriptResponseRequest(to: posted.identifier, question: posted.question, asker: .goesOn)
            }
            let first = try await ask("A?")
            _ = try await events.shown("A?")
            let waiting = wait(first)
            async let reply = host.send(waiting)
            let second = try await ask("B?")
            let id = try await events.shown("B?").0.id
            #expect(try await reply == .replaced)
            // Its end does not abandon the question that replaced it.
            try await host.send(EndScriptWaitRequest(for: first.identifier, question: first.question))
            #expect(try await fixture.answer(id, "yes", waits: false) == .done)
            guard case .answered(let response) = try await host.send(wait(second)) else {
                Issue.record("The second question has no answer.")
                return
            }
            #expect(response.actionIdentifier == "yes" && response.notification.request.content.title == "B?")
            #expect(try await host.send(wait(first)) == .replaced)

            // Neither does a notification that asks nothing leave it waiting.
            let third = try await ask("C?")
            _ = try await ask("Done", asker: nil)
            _ = try await events.shown("Done")
            #expect(try await host.send(wait(third)) == .replaced)
        }
    }

    @Test func aQuestionThatIsRemovedByItsNumberHasNoAnswer() async throws {
        try await withTestHost { fixture in
            let events = try await fixture.events()
            func ask(_ title: String) async throws -> (PostedNotification, DeliveredID) {
                let script = ScriptNotification(content: NotificationContent(title: .text(title)))
                let posted = try await fixture.host.send(PostNotificationRequest(script))
                return (posted, try await events.shown(title).0.id)
            }
            func remove(_ id: DeliveredID, of app: AppID, delivered: Bool = true) async throws {
                try await fixture.host.send(
                    RemoveNotificationsRequest(of: app, identifiers: ["\(id)"], pending: true, delivered: delivered)
                )
            }
            let (first, id) = try await ask("Deploy?")
            let (second, other) = try await ask("Merge?")
            // The number of another app's notification and one that is scheduled are not meant.
            try await remove(id, of: HostFixture.app)
            try await remove(id, of: ScriptsApp.id, delivered: false)
            let wait = GetScriptResponseRequest(to: first.identifier, question: first.question, wait: .zero)
            #expect(try await fixture.host.send(wait) == .waiting)
            try await remove(id, of: ScriptsApp.id)
            #expect(try await fixture.host.send(wait) == .gone)
            // The person's own dismissal is an answer.
            try await fixture.host.send(DismissNotificationsRequest.notifications(ids: [other]))
            guard case .answered = try await fixture.host.send(GetScriptResponseRequest(to: second.identifier)) else {
                Issue.record("A dismissal is no answer.")
                return
            }
        }
    }

    @Test func theBeginningOfABuiltInAppsNameIsEnoughIfNoOtherBeginsSo() async throws {
        try await withTestHost { fixture in
            for name in ["Scripts", "scrip", "Skri", "スクリ", "org.today.Scripts"] {
                try await #expect(fixture.host.send(FindAppRequest(name, orBuiltIn: true)) == ScriptsApp.id)
                await #expect(throws: HostError.self) { try await fixture.host.send(FindAppRequest(name)) }
            }
            let error = await #expect(throws: HostError.self) {
                try await fixture.host.send(FindAppRequest("to", orBuiltIn: true))
            }
            #expect(error?.message.contains("begin so: Topics (org.today.Topics), Today (org.today.Host)") == true)
        }
    }

    @Test func aScriptsTimeMayBeOverByAMinuteAndIsNamedIfItIsOverForLonger() async throws {
        try await withTestHost { fixture in
            let events = try await fixture.events()
            let now = fixture.clock.now
            func post(_ title: String, _ trigger: NotificationTrigger = .now, at date: Date? = nil) async throws {
                let content = NotificationContent(title: .text(title))
                let script = ScriptNotification(content: content, trigger: trigger, date: date)
                _ = try await fixture.host.send(PostNotificationRequest(script))
            }
            func trigger(year: Int, day: Int, minute: Int) -> NotificationTrigger {
                let units = DateComponents(year: year, month: 1, day: day, hour: 7, minute: minute, second: 30)
                return .calendar(units, timeZone: "UTC")
            }
            let over: [(NotificationTrigger, Date?, String)] = [
                (.now, now - 61, "2027-01-15T07:58:59Z"),
                (trigger(year: 2027, day: 15, minute: 58), nil, "2027-01-15T07:58:30Z"),
                (trigger(year: 2020, day: 1, minute: 0), nil, "2020-01-01T07:00:30Z"),
            ]
            for (trigger, date, name) in over {
                let error = await #expect(throws: HostError.self) { try await post("over", trigger, at: date) }
                #expect(error?.code == .invalid)
                #expect(error?.message == "\(name) is over; give a time that is to come, or none to notify at once.")
            }
            try await post("date", at: now - 60)
            try await post("units", trigger(year: 2027, day: 15, minute: 59))
            for title in ["date", "units"] {
                let shown = try await events.shown(title).0
                #expect(shown.due == nil && shown.date == now)
            }
        }
    }
}
