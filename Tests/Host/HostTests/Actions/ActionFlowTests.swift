import Dispatch
import Foundation
import HostModel
import HostStorage
import JSON
import Synchronization
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@testable import Host

/// From an action in the store to its acknowledgement by the app, with a real process.
@Suite(.timeLimit(.minutes(10))) struct ActionFlowTests {
    @Test func anAppIsStartedForAnActionAndWhatItChangesIsOneCommitWithTheAcknowledgement() async throws {
        try await withActionHost { fixture in
            try fixture.app.put("effects", [["notifications/badge", ["number": 4]]])
            let commits = Mutex<[[StoreChange]]>([])
            let observation = fixture.store.observe { commit in commits.withLock { $0.append(commit.changes) } }
            defer { observation.cancel() }
            try await fixture.enqueue("a")
            try await fixture.waitUntilEmpty()
            let note = try #require(try fixture.app.notes("processed").first)
            #expect(note["group"] == .string(ActionApp.group.rawValue))
            #expect(note["reason"] == "actions")
            #expect(note["budgetMilliseconds"] == 30_000)
            #expect(note["actions"]?.arrayValue?.first?["payload"] == ["set": "a"])
            #expect(note["actions"]?.arrayValue?.first?["attempt"] == 1)
            #expect(try await fixture.store.read { try $0.badge(of: ActionApp.app) } == 4)
            let acknowledging = commits.withLock { $0.filter { $0.contains(.badge(ActionApp.app)) } }
            #expect(acknowledging == [[.badge(ActionApp.app), .actions(ActionApp.app, ActionApp.group)]])
        }
    }

    @Test func actionsOfAGroupComeInTheirOrderAndEachOnce() async throws {
        try await withActionHost { fixture in
            let ids = (1...250).map { "\($0)" }
            try await fixture.enqueue(ids)
            try await fixture.enqueue("3", "251")
            try await fixture.waitUntilEmpty()
            #expect(try fixture.app.batches().flatMap(\.self) == ids + ["251"])
            #expect(try fixture.app.batches().allSatisfy { $0.count <= 100 })
            // A late duplicate of a processed action adds nothing.
            try await fixture.enqueue("7")
            #expect(try await fixture.actions().isEmpty)
        }
    }

    @Test func aTapOfAWidgetEnqueuesWithItsOwnCommit() async throws {
        try await withActionHost { fixture in
            try fixture.app.put(
                "tap",
                [
                    [
                        "actions/enqueue",
                        ["group": .string(ActionApp.group.rawValue), "actions": [["id": "t#1", "payload": 1]]],
                    ]
                ]
            )
            let tap = HostModel.Tap(id: TapID("t"), target: .widget(ActionApp.widget))
            let outcome = try await withTimeLimit(on: "a tap") { [host = fixture.host] in
                try await host.send(PerformTapRequest(tap, viewer: ActionHostFixture.viewer))
            }
            #expect(outcome == .done(open: nil))
            try await fixture.waitForBatches(1)
            try await fixture.waitUntilEmpty()
            #expect(try fixture.app.batches() == [["t#1"]])
        }
    }

    @Test func actionsOfAnEarlierRunAreProcessedWhenTheHostIsBack() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try await withActionHost(in: folder, wakesForActions: false) { fixture in
                try await fixture.enqueue("a", "b")
            }
            try await withActionHost(in: folder) { fixture in
                try await fixture.waitUntilEmpty()
                #expect(try fixture.app.batches() == [["a", "b"]])
            }
        }
    }

    @Test func idsThatTheAppWasNotGivenAreNotAcknowledged() async throws {
        try await withActionHost { fixture in
            try fixture.app.putGate()
            try fixture.app.put("answer", ["processed": ["a", "b", "never", ""]])
            try await fixture.enqueue("a")
            try await fixture.waitForBatches(1)
            try await fixture.enqueue("b")
            try fixture.app.openGate()
            try await fixture.waitUntilEmpty()
            #expect(try fixture.app.batches() == [["a"], ["b"]])
        }
    }

    @Test func aFailedActionIsRepeatedAfterATimeAndLaterOnesWaitForIt() async throws {
        try await withActionHost { fixture in
            try fixture.app.put("failing", ["a"])
            try await fixture.enqueue("a")
            try await fixture.waitForAttempts(1, of: "a")
            try await fixture.enqueue("b")
            try await fixture.enqueue("c", in: ActionApp.otherGroup)
            try await fixture.wait(for: "the other group's action") {
                try $0.actions(of: ActionApp.app, in: ActionApp.otherGroup).actions.isEmpty
            }
            #expect(try fixture.app.batches() == [["a"], ["c"]])
            let first = try #require(try await fixture.actions().first)
            #expect(first.action.state == .retrying)
            #expect(first.action.error == "It cannot be done.")
            for attempt in 2...4 {
                fixture.clock.advance(by: ActionBackoff.delay(after: attempt - 1))
                try await fixture.waitForAttempts(attempt, of: "a")
            }
            try fixture.app.remove("failing")
            fixture.clock.advance(by: ActionBackoff.delay(after: 4))
            try await fixture.waitUntilEmpty()
            #expect(try fixture.app.batches() == [["a"], ["c"], ["a"], ["a"], ["a"], ["a"], ["b"]])
            let attempts = try fixture.app.notes("processed").compactMap { note in
                note["actions"]?.arrayValue?.first.flatMap { $0["id"] == "a" ? $0["attempt"]?.integerValue : nil }
            }
            #expect(attempts == [1, 2, 3, 4, 5])
        }
    }

    @Test func anActionThatFailsTooOftenIsLeftToThePerson() async throws {
        try await withActionHost { fixture in
            try fixture.app.put("failing", ["a", "b"])
            try fixture.app.put("effects", [["notifications/badge", ["number": 3]]])
            try await fixture.enqueue("a", "b")
            for attempt in 1...8 {
                try await fixture.waitForAttempts(attempt, of: "a")
                if attempt < 8 { fixture.clock.advance(by: ActionBackoff.delay(after: attempt)) }
            }
            let outbox = try await fixture.host.send(GetOutboxRequest(language: "en"))
            #expect(outbox.entries.map(\.state).first == .failed)
            #expect(outbox.entries.first?.error == "It cannot be done.")
            #expect(outbox.entries.first?.appTitle == "Example")
            // An app that processes nothing changes nothing.
            #expect(try await fixture.store.read { try $0.badge(of: ActionApp.app) } == 0)
            let number = try #require(outbox.entries.first?.number)
            try fixture.app.remove("failing")
            try await fixture.host.send(RetryActionRequest(number))
            try await fixture.wait(for: "the end of the retried action") { reader in
                try !reader.actions(of: ActionApp.app).actions.contains { $0.number == number }
            }
            #expect(try await fixture.store.read { try $0.badge(of: ActionApp.app) } == 3)
        }
    }

    @Test func aDiscardedActionNeverReachesTheApp() async throws {
        try await withActionHost(wakesForActions: false) { fixture in
            try await fixture.enqueue("a", "b")
            let entries = try await fixture.host.send(GetOutboxRequest(language: "en")).entries
            try await fixture.host.send(DiscardActionRequest(entries[0].number))
            try await fixture.host.send(RetryActionRequest(entries[1].number))
            try await fixture.waitUntilEmpty()
            #expect(try fixture.app.batches() == [["b"]])
            let error = await #expect(throws: HostError.self) {
                try await fixture.host.send(DiscardActionRequest(entries[0].number))
            }
            #expect(error?.code == .notFound)
        }
    }

    @Test func anActionIsFoundByItsNumberFirst() async throws {
        try await withActionHost(wakesForActions: false) { fixture in
            try await fixture.enqueue("a", "1", "twice")
            try await fixture.enqueue("twice", in: ActionApp.otherGroup)
            let numbers = try await fixture.actions().map(\.number)
            // The second action has the number of the first one as its id.
            #expect(numbers.first == 1)
            #expect(try await fixture.host.send(FindActionRequest("1")) == 1)
            #expect(try await fixture.host.send(FindActionRequest("a", of: ActionApp.app)) == 1)
            try await fixture.host.send(DiscardActionRequest(1))
            #expect(try await fixture.host.send(FindActionRequest("1")) == numbers[1])
            let other = AppID("org.example.Other")
            for request in [FindActionRequest("twice"), FindActionRequest("a"), FindActionRequest("2", of: other)] {
                let error = await #expect(throws: HostError.self) { try await fixture.host.send(request) }
                #expect(error?.code == .notFound)
            }
        }
    }

    @Test func anActionIsFoundByHowItsIDBegins() async throws {
        try await withActionHost(wakesForActions: false) { fixture in
            try await fixture.enqueue("breakfast", "breakfast-2", "lunch")
            let numbers = try await fixture.actions().map(\.number)
            #expect(try await fixture.host.send(FindActionRequest("lunc")) == numbers[2])
            // The whole id of one is no beginning of the other's.
            #expect(try await fixture.host.send(FindActionRequest("breakfast")) == numbers[0])
            let ambiguous = await #expect(throws: HostError.self) {
                try await fixture.host.send(FindActionRequest("brea"))
            }
            #expect(ambiguous?.code == .invalid)
            #expect(ambiguous?.message.contains("breakfast, breakfast-2") == true)
            // Three characters are too few.
            let short = await #expect(throws: HostError.self) {
                try await fixture.host.send(FindActionRequest("lun"))
            }
            #expect(short?.code == .notFound)
        }
    }

    @Test func theOutboxFitsIntoAReply() async throws {
        try await withActionHost(wakesForActions: false) { fixture in
            let payload = JSONValue.string(String(repeating: "x", count: 65_000))
            let operations = (1...150).map { number in
                StoreOperation.action(
                    .enqueue(ActionApp.app, ActionApp.group, .init(id: ActionID("\(number)"), payload: payload))
                )
            }
            try await fixture.store.commit(StoreTransaction(operations, origin: .host))
            let plain = try await fixture.host.send(GetOutboxRequest(language: "en"))
            #expect(plain.entries.count == 150 && !plain.hasMore)
            #expect(plain.entries.allSatisfy { $0.payload == .none })
            let first = try await fixture.host.send(GetOutboxRequest(hasPayloads: true, language: "en"))
            #expect(first.hasMore && first.entries.first?.payload == payload)
            #expect(try JSONValue(encoding: first).jsonBytes().count <= GetOutboxRequest.replyBytes + 1024)
            let after = first.entries.last?.number
            let rest = try await fixture.host.send(GetOutboxRequest(after: after, hasPayloads: true, language: "en"))
            #expect(!rest.hasMore && first.entries.count + rest.entries.count == 150)
        }
    }

    @Test(arguments: ["die-early", "die-late", "fail"])
    func anAppThatDiesOrFailsGetsTheActionAgainWithOneEffect(how: String) async throws {
        try await withActionHost { fixture in
            try fixture.app.put(how)
            try fixture.app.put("effects", [["notifications/badge", ["number": 2]]])
            try await fixture.enqueue("a", "b")
            try await fixture.waitForAttempts(1, of: "a")
            // The attempt counts for the first action alone.
            #expect(try await fixture.actions().map(\.action.attempts) == [1, 0])
            #expect(try await fixture.store.read { try $0.badge(of: ActionApp.app) } == 0)
            let outcome = try #require(try await fixture.runs().first?.outcome)
            #expect(outcome == (how == "fail" ? .failed : .crashed))
            if how == "fail" { try fixture.app.remove("fail") }
            fixture.clock.advance(by: 1)
            try await fixture.waitUntilEmpty()
            #expect(try fixture.app.batches() == [["a", "b"], ["a"], ["b"]])
            #expect(try await fixture.store.read { try $0.badge(of: ActionApp.app) } == 2)
        }
    }

    @Test func anAppThatTakesTooLongIsEndedAndGetsTheActionAgain() async throws {
        // Without a second process, whose deadlines the clock would measure as well.
        try await withActionHost(hasWidget: false) { fixture in
            try fixture.app.put("silent")
            try await fixture.enqueue("a")
            try await fixture.waitForBatches(1)
            await fixture.deadlineClock.advanceWhenSleeping(by: ActionProcessor.budget)
            try await fixture.waitForAttempts(1, of: "a")
            let run = try #require(try await fixture.runs().first)
            #expect(run.reason == .actions)
            #expect(run.outcome == .overran)
            #expect(run.message?.contains("app/process") == true)
            fixture.clock.advance(by: 1)
            try await fixture.waitUntilEmpty()
            #expect(try await fixture.runs().map(\.outcome) == [.done, .overran])
            #expect(try fixture.app.batches() == [["a"], ["a"]])
        }
    }

    @Test func anAppThatIsReplacedWhileItProcessesGetsTheActionsAgain() async throws {
        try await withActionHost(hasWidget: false) { fixture in
            // The old process never answers, and ends when the host asks it to.
            try fixture.app.put("silent")
            try await fixture.enqueue("a", "b")
            try await fixture.waitForBatches(1)
            #expect(try await fixture.actions().map(\.action.state) == [.delivered, .delivered])
            let request = InstallAppRequest(path: fixture.app.bundle, consent: .everything)
            _ = try await fixture.host.send(request)
            try await fixture.waitUntilEmpty()
            #expect(try fixture.app.batches() == [["a", "b"], ["a", "b"]])
            let attempts = try fixture.app.notes("processed").map { $0["actions"]?.arrayValue?.first?["attempt"] }
            #expect(attempts == [1, 1])
        }
    }

    @Test func anActionCanBeWithdrawnUntilTheAppHasIt() async throws {
        try await withActionHost { fixture in
            try fixture.app.putGate()
            try await fixture.enqueue("a")
            try await fixture.waitForBatches(1)
            try await fixture.enqueue("b")
            let withdrawal = StoreOperation.action(.withdraw(ActionApp.app, ActionApp.group, ["a", "b"]))
            #expect(try await fixture.store.commit(withdrawal).outcomes == [.withdrawn(["b"])])
            try fixture.app.openGate()
            try await fixture.waitUntilEmpty()
            #expect(try fixture.app.batches() == [["a"]])
        }
    }

    @Test func anActionThatIsWithdrawnAfterItWasReadIsNotDelivered() async throws {
        let executor = SerialTaskExecutor()
        try await withActionHost(wakesForActions: false, on: executor) { fixture in
            try await fixture.enqueue("a", "b")
            // The store's writer waits at a gate, which is left open behind it since a read may run twice.
            let gate = DispatchSemaphore(value: 0)
            defer { gate.signal() }
            fixture.store.enqueueRead { _ in
                gate.wait()
                gate.signal()
            } completion: { _ in
            }
            fixture.host.services.processing.add(ActionApp.app, .push)
            await executor.waitUntilIdle()
            // Behind the read of the batch, and before what marks the batch as delivered.
            let withdrawal = StoreOperation.action(.withdraw(ActionApp.app, ActionApp.group, ["a"]))
            fixture.store.enqueue(StoreTransaction([withdrawal], origin: .widget(ActionApp.widget))) { _ in }
            gate.signal()
            try await fixture.waitUntilEmpty()
            #expect(try fixture.app.batches() == [["b"]], "an action was delivered that had been withdrawn")
        }
    }
}
