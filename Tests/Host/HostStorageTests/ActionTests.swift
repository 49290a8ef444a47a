import Foundation
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

/// The queues of actions: what is kept, in which order, and when it is delivered again.
@Suite struct ActionTests {
    private let app: AppID = "com.a"
    private let group: GroupID = "group.a"

    private func enqueue(_ id: String, _ payload: JSONValue = .null, in group: GroupID = "group.a") -> StoreOperation {
        .action(.enqueue("com.a", group, .init(id: ActionID(id), payload: payload)))
    }

    private func next(_ store: DurableStore, _ date: SettableDate, limit: Int = 100) async throws -> ActionBatch? {
        let now = date.value
        return try await store.read { try $0.nextActions(of: "com.a", now: now, limit: limit) }
    }

    private func actions(_ store: DurableStore) async throws -> [PendingAction] {
        try await store.read { try $0.actions(of: "com.a", in: "group.a").actions.map(\.action) }
    }

    private func withStore(_ body: (DurableStore, SettableDate) async throws -> Void) async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store in
            try await store.commit(.install("com.a"))
            try await body(store, date)
        }
    }

    @Test func anActionIsKeptOnceUnderItsID() async throws {
        try await withStore { store, date in
            let receipt = try await store.commit(enqueue("1", ["n": 1]), enqueue("2"), enqueue("1", ["n": 2]))
            #expect(receipt.outcomes == [.changed, .changed, .unchanged])
            let actions = try await actions(store)
            #expect(actions.map(\.id) == ["1", "2"])
            #expect(actions[0].payload == ["n": 1])
            #expect(actions[0].state == .waiting)
            #expect(actions[0].enqueued == date.value)
            // The same id in another group is another action.
            #expect(try await store.commit(enqueue("1", in: "group.b")).outcomes == [.changed])
        }
    }

    @Test func aProcessedIDIsRememberedForThirtyDays() async throws {
        try await withStore { store, date in
            try await store.commit(enqueue("1"))
            let batch = try #require(try await next(store, date))
            try await store.commit(.action(.finish(batch, processed: ["1"])))
            #expect(try await store.commit(enqueue("1")).outcomes == [.unchanged])
            date.advance(by: 30 * 86_400 + 1)
            // Each acknowledgement deletes what is too old.
            try await store.commit(enqueue("2"))
            let later = try #require(try await next(store, date))
            try await store.commit(.action(.finish(later, processed: ["2"])))
            #expect(try await store.commit(enqueue("1")).outcomes == [.changed])
        }
    }

    @Test(arguments: ["", "a b", "a\n", "a\u{0}", "ü", "a\u{7F}", String(repeating: "a", count: 129)])
    func aMalformedIDIsRefused(id: String) async throws {
        try await withStore { store, _ in
            #expect(await refusal { try await store.commit(enqueue(id)) } == .invalid)
            let kept = try await actions(store)
            #expect(kept.isEmpty)
        }
    }

    @Test func limitsAreExact() async throws {
        try await withStore { store, _ in
            let most = JSONValue.string(String(repeating: "x", count: ActionsEnqueueRequest.payloadBytes - 2))
            try await store.commit(enqueue("1", most))
            let more = JSONValue.string(String(repeating: "x", count: ActionsEnqueueRequest.payloadBytes - 1))
            #expect(await refusal { try await store.commit(enqueue("2", more)) } == .limitExceeded)
            let rest = (2...ActionOperation.queueLimit).map { enqueue("n\($0)") }
            try await store.commit(StoreTransaction(rest, origin: .host))
            #expect(await refusal { try await store.commit(enqueue("one more")) } == .invalid)
            #expect(await refusal { try await store.commit(enqueue("one-more")) } == .limitExceeded)
            // One that is there already needs no room, and one that leaves makes room.
            #expect(try await store.commit(enqueue("n2")).outcomes == [.unchanged])
            try await store.commit(.action(.withdraw(app, group, ["n2"])))
            try await store.commit(enqueue("one-more"))
        }
    }

    @Test func batchesAreOfOneGroupInOrderAndBounded() async throws {
        try await withStore { store, date in
            try await store.commit(enqueue("b1", in: "group.b"))
            try await store.commit(StoreTransaction((1...150).map { enqueue("\($0)") }, origin: .host))
            let first = try #require(try await next(store, date))
            #expect(first.group == "group.b")
            #expect(first.actions.map(\.action.id) == ["b1"])
            try await store.commit(.action(.finish(first, processed: ["b1"])))
            let second = try #require(try await next(store, date))
            #expect(second.actions.map(\.action.id.rawValue) == (1...100).map { "\($0)" })
            #expect(try await next(store, date, limit: 3)?.actions.count == 3)
            let large = JSONValue.string(String(repeating: "x", count: 60_000))
            try await store.commit(StoreTransaction((1...9).map { enqueue("l\($0)", large) }, origin: .host))
            let numbers = second.actions.map(\.action.id) + (101...150).map { ActionID("\($0)") }
            for id in numbers { try await store.commit(.action(.withdraw(app, group, [id]))) }
            #expect(try await next(store, date)?.actions.map(\.action.id) == ["l1", "l2", "l3", "l4"])
        }
    }

    @Test func aFailedActionHoldsUpItsGroupAloneUntilItIsDue() async throws {
        try await withStore { store, date in
            try await store.commit(enqueue("1"), enqueue("2"), enqueue("b", in: "group.b"))
            for attempt in 1...7 {
                let batch = try #require(try await next(store, date))
                #expect(batch.actions[0].action.id == "1")
                #expect(batch.actions[0].action.attempts == attempt - 1)
                try await store.commit(.action(.fail(batch, reason: "No.")))
                #expect(try await next(store, date)?.actions.map(\.action.id) == ["b"])
                let delay = min(300, Double(1 << (attempt - 1)))
                date.advance(by: delay - 0.5)
                #expect(try await next(store, date)?.group == "group.b")
                date.advance(by: 0.5)
            }
            #expect(try await actions(store)[0].state == .retrying)
            // The eighth attempt is the last; the next action goes on.
            let last = try #require(try await next(store, date))
            #expect(last.actions.map(\.action.id) == ["1"])
            try await store.commit(.action(.fail(last, reason: "Still no.")))
            let failed = try await actions(store)[0]
            #expect(failed.state == .failed)
            #expect(failed.attempts == 8)
            #expect(failed.error == "Still no.")
            #expect(try await next(store, date)?.actions.map(\.action.id) == ["2"])
            let now = date.value
            let state = try await store.read { try $0.actionState(of: "com.a", in: "group.a", now: now) }
            #expect(state == ActionQueueState(pending: 1, failed: 1))
        }
    }

    @Test func aRetriedActionComesNextAndADiscardedOneNeverAgain() async throws {
        try await withStore { store, date in
            try await store.commit(enqueue("1"), enqueue("2"))
            for _ in 1...8 {
                let batch = try #require(try await next(store, date))
                try await store.commit(.action(.fail(batch, reason: "No.")))
                date.advance(by: 300)
            }
            let failed = try await store.read { try $0.actions(of: "com.a", in: "group.a").actions[0] }
            try await store.commit(.action(.retry(failed.number)))
            let batch = try #require(try await next(store, date))
            #expect(batch.actions.map(\.action.id) == ["1", "2"])
            #expect(batch.actions[0].action.attempts == 0)
            try await store.commit(.action(.discard(failed.number)))
            #expect(try await actions(store).map(\.id) == ["2"])
            #expect(try await store.commit(enqueue("1")).outcomes == [.unchanged])
            #expect(await refusal { try await store.commit(.action(.retry(failed.number))) } == .notFound)
            #expect(await refusal { try await store.commit(.action(.discard(failed.number))) } == .notFound)
        }
    }

    @Test func anActionCanBeWithdrawnUntilTheAppHasIt() async throws {
        try await withStore { store, date in
            try await store.commit(enqueue("1"), enqueue("2"), enqueue("3"))
            let batch = try #require(try await next(store, date, limit: 2))
            #expect(
                try await store.commit(.action(.deliver(batch.numbers))).outcomes == [.delivering(Set(batch.numbers))]
            )
            #expect(try await actions(store).map(\.state) == [.delivered, .delivered, .waiting])
            let withdrawal = ActionOperation.withdraw(app, group, ["1", "3", "3", "4"])
            #expect(try await store.commit(.action(withdrawal)).outcomes == [.withdrawn(["3"])])
            #expect(await refusal { try await store.commit(.action(.discard(batch.numbers[0]))) } == .invalid)
            #expect(await refusal { try await store.commit(.action(.retry(batch.numbers[0]))) } == .invalid)
            let all = ActionOperation.withdraw(app, group, ["2"], requiresAll: true)
            #expect(await refusal { try await store.commit(.set(1, for: "x"), .action(all)) } == .notFound)
            #expect(try await store.value("x") == nil)
            try await store.commit(.action(.release(batch.numbers)))
            #expect(try await store.commit(.action(all)).outcomes == [.withdrawn(["2"])])
            // One that failed before is the app's.
            let rest = try #require(try await next(store, date))
            try await store.commit(.action(.fail(rest, reason: "No.")))
            #expect(try await store.commit(.action(.withdraw(app, group, ["1"]))).outcomes == [.withdrawn([])])
            // What was withdrawn is not remembered.
            #expect(try await store.commit(enqueue("3")).outcomes == [.changed])
        }
    }

    @Test func anActionThatWasWithdrawnMeanwhileIsNotDelivered() async throws {
        try await withStore { store, date in
            try await store.commit(enqueue("1"), enqueue("2"))
            let batch = try #require(try await next(store, date))
            try await store.commit(.action(.withdraw(app, group, ["1"])))
            let outcome = try await store.commit(.action(.deliver(batch.numbers))).outcomes
            #expect(outcome == [.delivering([batch.numbers[1]])])
        }
    }

    @Test func onlyWhatTheAppWasGivenIsAcknowledged() async throws {
        try await withStore { store, date in
            try await store.commit(enqueue("1"), enqueue("2"), enqueue("3"))
            let batch = try #require(try await next(store, date, limit: 2))
            try await store.commit(
                .action(.finish(batch, processed: ["1", "3", "9"], failed: ["1": "No."]))
            )
            // What is named as both has failed; what is in neither counts no attempt, since there was another answer.
            #expect(try await actions(store).map(\.id) == ["1", "2", "3"])
            #expect(try await actions(store).map(\.attempts) == [1, 0, 0])
            date.advance(by: 1)
            let again = try #require(try await next(store, date))
            #expect(again.actions.map(\.action.id) == ["1"])
            try await store.commit(.action(.finish(again)))
            #expect(try await actions(store)[0].attempts == 2)
        }
    }

    @Test func deliveringIsNotDurable() async throws {
        try await withFolder { folder in
            let store = try DurableStore(path: folder + "/promises.sqlite")
            try await store.commit(.install("com.a"), enqueue("1"))
            let number = try await store.read { try $0.actions(of: "com.a").actions[0].number }
            try await store.commit(.action(.deliver([number])))
            await store.close()
            let reopened = try DurableStore(path: folder + "/promises.sqlite")
            #expect(try await actions(reopened).map(\.state) == [.waiting])
            await reopened.close()
        }
    }

    @Test func theRequestToOpenTheAppComesADayAfterTheOldestActionOrTheLastRun() async throws {
        try await withStore { store, date in
            let schedule = { () async throws -> ActionSchedule? in
                let now = date.value
                return try await store.read { try $0.actionSchedules(now: now).first }
            }
            #expect(try await schedule() == nil)
            let start = date.value
            try await store.commit(enqueue("1"))
            date.advance(by: 3600)
            try await store.commit(enqueue("2"))
            #expect(try await schedule()?.request == start.addingTimeInterval(86_400))
            try await store.commit(.action(.recordRun(app, hasProcessed: false)))
            let request = date.value.addingTimeInterval(86_400)
            #expect(try await schedule()?.request == request)
            let overdue = { (now: Date, wait: Double) async throws -> Date? in
                try await store.read { try $0.actionState(of: "com.a", in: "group.b", now: now, wait: wait) }
                    .overdueSince
            }
            #expect(try await overdue(request.addingTimeInterval(-1), 86_400) == nil)
            #expect(try await overdue(request.addingTimeInterval(1), 86_400) == request)
            #expect(try await overdue(request, 7200) == request.addingTimeInterval(7200 - 86_400))
            #expect(try await store.read { try $0.lastProcessed(of: "com.a") } == nil)
            date.advance(by: 10)
            let batch = try #require(try await next(store, date))
            try await store.commit(.action(.finish(batch, processed: ["1"])))
            #expect(try await store.read { try $0.lastProcessed(of: "com.a") } == nil)
            #expect(try await schedule()?.request == date.value.addingTimeInterval(86_400))
            let rest = try #require(try await next(store, date))
            try await store.commit(.action(.finish(rest, processed: ["2"])))
            #expect(try await store.read { try $0.lastProcessed(of: "com.a") } == date.value)
            #expect(try await schedule() == nil)
        }
    }

    @Test func aRunWithoutActionsIsInTheChangeFeed() async throws {
        try await withStore { store, _ in
            let commits = Journal<[StoreChange]>()
            let token = store.observe { commits.add($0.changes) }
            defer { token.cancel() }
            // Without a queue there is nothing to postpone.
            try await store.commit(.action(.recordRun(app, hasProcessed: false)))
            #expect(commits.entries.isEmpty)
            try await store.commit(.action(.recordRun(app, hasProcessed: true)))
            #expect(commits.entries == [[.appRun(app)]])
        }
    }

    @Test func removingAnAppRemovesItsQueues() async throws {
        try await withStore { store, date in
            try await store.commit(enqueue("1"))
            let batch = try #require(try await next(store, date))
            try await store.commit(.app(.uninstall(app, keepsData: true)))
            #expect(try await actions(store).isEmpty)
            // What the app answers afterwards changes nothing.
            let answer = StoreOperation.action(.finish(batch, processed: ["1"]))
            #expect(await refusal { try await store.commit(.set(1, for: "x"), answer) } == .alreadyFinished)
            #expect(try await store.value("x") == nil)
            #expect(try await store.read { try $0.appsWithActions() }.isEmpty)
            #expect(await refusal { try await store.commit(enqueue("2")) } == .notFound)
        }
    }
}
