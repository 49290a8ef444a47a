import FoundationEssentials
import HostModel
import Testing
import TodayProtocol
import TodayTestSupport

@testable import HostStorage

@Suite struct ResponseTests {
    @Test func aResponseWithdrawsTheNotificationAndWaitsForItsApp() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            let shown = try await store.show(.sample("x"))
            date.advance(by: 5)
            let changes = try await store.changes {
                let outcome = try await store.commit(.respond(to: shown.id, id: "r1", text: "words")).outcomes.first
                let record = ResponseRecord(
                    number: 1,
                    app: "com.a",
                    response: NotificationResponse(
                        id: "r1",
                        notification: shown.notification,
                        actionIdentifier: "act",
                        text: "words"
                    ),
                    notification: shown.id,
                    date: .sample(5),
                    state: .pending
                )
                #expect(outcome == .changed)
                #expect(try await store.read { try $0.pendingResponses() } == [record])
                #expect(try await store.read { try $0.response("r1") } == record)
            }
            #expect(changes == [[.withdrawn(shown.id, app: "com.a"), .responses("com.a")]])
            #expect(try await store.read { try $0.delivered(shown.id) } == nil)
            #expect(try await store.read { try $0.deliveredCount() } == 0)
        }
    }

    @Test(arguments: ["answered", "dismissed", "removed", "unknown"])
    func theFirstAnswerWins(event: String) async throws {
        try await withPromises { store async throws in
            var id = try await store.show(.sample("x")).id
            switch event {
            case "answered": try await store.commit(.respond(to: id, id: "first"))
            case "dismissed": try await store.commit(.response(.dismiss(id)))
            case "removed": try await store.commit(.notification(.removeDelivered("com.a", identifiers: ["x"])))
            default: id = DeliveredID(rawValue: 99)
            }
            let changes = try await store.changes { [id] () async throws in
                let outcomes = try await store.commit(.respond(to: id, id: "r"), .response(.dismiss(id))).outcomes
                #expect(outcomes == [.unchanged, .unchanged])
            }
            #expect(changes == [])
            #expect(try await store.read { try $0.response("r") } == nil)
        }
    }

    @Test func aQuestionWhoseAskerHasGoneTakesNoAction() async throws {
        try await withPromises { store async throws in
            var question = ScheduledNotification.sample("x")
            question.request.content.asker = .waiting
            let id = try await store.show(question, in: .alert).id
            let end = StoreOperation.notification(.endWait("com.a", identifier: "x"))
            let changes = try await store.changes { () async throws in
                #expect(try await store.commit(end).outcomes == [.changed])
                #expect(try await store.commit(end, .respond(to: id, id: "r")).outcomes == [.unchanged, .unchanged])
            }
            #expect(changes == [[.delivered(id, app: "com.a", arrives: false)]])
            let shown = try #require(try await store.read { try $0.delivered(id) })
            #expect(shown.request.content.asker == .gone && shown.alertStyle == .none && shown.isListed)
            #expect(try await store.read { try $0.response("r") } == nil)
            // It can be dismissed.
            try await store.commit(.response(.dismiss(id)))
            #expect(try await store.read { try $0.delivered(id) } == nil)
        }
    }

    @Test func aQuestionThatIsNotDueEndsWithItsAskerAndOneThatIsKeptDoesNot() async throws {
        try await withPromises { store async throws in
            var question = ScheduledNotification.sample("asked")
            question.request.content.asker = .waiting
            try await store.commit(.schedule(question), .schedule(.sample("kept")))
            for name in ["asked", "kept"] {
                try await store.commit(.notification(.endWait("com.a", identifier: name)))
            }
            let left = try await store.read { try $0.pendingNotifications(of: "com.a", soonest: 9) }
            #expect(left.map(\.request.identifier) == ["kept"])
        }
    }

    @Test func theEndOfAnAskerLeavesTheQuestionThatReplacedItsOwn() async throws {
        try await withPromises { store async throws in
            var question = ScheduledNotification.sample("asked")
            question.request.content.asker = .waiting
            question.request.content.question = "2"
            let end = { NotificationOperation.endWait("com.a", identifier: "asked", question: $0) }
            try await store.commit(.schedule(question))
            #expect(try await store.commit(.notification(end("1"))).outcomes == [.unchanged])
            #expect(try await store.commit(.notification(end("2"))).outcomes == [.changed])
            let shown = try await store.show(question)
            #expect(shown.request.content.question == "2")
            #expect(try await store.commit(.notification(end("1"))).outcomes == [.unchanged])
            #expect(try await store.commit(.notification(end("2"))).outcomes == [.changed])
        }
    }

    @Test func aDismissedNotificationIsWithdrawnAndNobodyIsAsked() async throws {
        try await withPromises { store async throws in
            let shown = try await store.show(.sample("x"))
            let changes = try await store.changes { () async throws in
                #expect(try await store.commit(.response(.dismiss(shown.id))).outcomes == [.changed])
            }
            #expect(changes == [[.withdrawn(shown.id, app: "com.a")]])
            #expect(try await store.read { try $0.pendingResponses() } == [])
        }
    }

    @Test func anAcknowledgementIsCommittedWithItsEffectsOnce() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            try await store.commit(.respond(to: store.show(.sample("x")).id, id: "r"))
            date.advance(by: 2)
            let changes = try await store.changes {
                try await store.commit(.set(1, for: "count"), .response(.acknowledge("r")))
            }
            #expect(changes.first?.last == .responses("com.a"))
            #expect(try await store.read { try $0.response("r")?.state } == .acknowledged(.sample(2)))
            #expect(try await store.read { try $0.pendingResponses() } == [])
            let code = await refusal {
                try await store.commit(.set(2, for: "count"), .response(.acknowledge("r")))
            }
            #expect(code == .alreadyFinished)
            #expect(try await store.value("count") == 1)
            #expect(await refusal { try await store.commit(.response(.fail("r", reason: ""))) } == .alreadyFinished)
            #expect(await refusal { try await store.commit(.response(.acknowledge("other"))) } == .notFound)
            #expect(try await store.commit(.response(.retry("r"))).outcomes == [.unchanged])
            #expect(try await store.commit(.response(.discard("r"))).outcomes == [.changed])
            #expect(try await store.read { try $0.response("r") } == nil)
        }
    }

    @Test func aFailedResponseIsRetriedInItsPlaceOrDiscarded() async throws {
        try await withPromises { store async throws in
            for number in 1...3 {
                try await store.commit(.respond(to: store.show(.sample("\(number)")).id, id: "r\(number)"))
            }
            let changes = try await store.changes {
                let reason = String(repeating: "x", count: 2000)
                try await store.commit(
                    .response(.fail("r1", reason: .text(reason))),
                    .response(.fail("r3", reason: "no"))
                )
                let failed = try await store.read { try $0.failedResponses() }
                let cut = String(reason.prefix(1000))
                #expect(failed.map(\.state) == [.failed(reason: .text(cut)), .failed(reason: "no")])
                #expect(try await store.read { try $0.pendingResponses().map(\.response.id) } == ["r2"])
                try await store.commit(.response(.retry("r1")))
                #expect(try await store.read { try $0.pendingResponses().map(\.response.id) } == ["r1", "r2"])
                try await store.commit(.response(.discard("r3")))
            }
            #expect(changes == Array(repeating: [.responses("com.a")], count: 3))
            #expect(try await store.read { try $0.failedResponses() } == [])
            #expect(try await store.read { try $0.response("r3") } == nil)
            // What is pending is neither retried nor thrown away.
            let outcomes = try await store.commit(
                .response(.retry("r1")),
                .response(.discard("r1")),
                .response(.discard("r3"))
            ).outcomes
            #expect(outcomes == [.unchanged, .unchanged, .unchanged])
            #expect(await refusal { try await store.commit(.response(.retry("r3"))) } == .notFound)
        }
    }

    @Test(arguments: [StoreOperation.response(.acknowledge("r")), .response(.fail("r", reason: "no"))])
    func aFinishedResponseIsNotFinishedAgain(ending: StoreOperation) async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            try await store.commit(.respond(to: store.show(.sample("x")).id, id: "r"), ending)
            let finished = try await store.read { try $0.response("r") }
            date.advance(by: 1)
            for again in [StoreOperation.response(.acknowledge("r")), .response(.fail("r", reason: "late"))] {
                let code = await refusal { try await store.commit(.set(1, for: "count"), again) }
                #expect(code == .alreadyFinished, "\(again) after \(ending)")
            }
            #expect(try await store.value("count") == nil)
            #expect(try await store.read { try $0.response("r") } == finished)
        }
    }

    @Test func theLastResponseToAnIdentifierIsFound() async throws {
        try await withPromises { store async throws in
            for (identifier, app, id) in [
                ("x", "com.a", "r1"), ("x", "com.a", "r2"), ("y", "com.a", "r3"), ("x", "com.b", "r4"),
            ] {
                let shown = try await store.show(.sample(identifier, of: AppID(app)))
                try await store.commit(.respond(to: shown.id, id: id), .response(.acknowledge(id)))
            }
            #expect(try await store.read { try $0.lastResponse(of: "com.a", to: "x")?.response.id } == "r2")
            #expect(try await store.read { try $0.lastResponse(of: "com.b", to: "x")?.response.id } == "r4")
            #expect(try await store.read { try $0.lastResponse(of: "com.b", to: "y") } == nil)
        }
    }

    @Test func anAcknowledgedResponseIsForgottenAfterADayAndOthersNever() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            for id in ["old", "failed", "pending", "new", "last"] {
                try await store.commit(.respond(to: store.show(.sample(id)).id, id: id))
            }
            try await store.commit(.response(.acknowledge("old")), .response(.fail("failed", reason: "no")))
            date.advance(by: 2 * 60 * 60)
            try await store.commit(.response(.acknowledge("new")))
            date.advance(by: 23 * 60 * 60)
            #expect(try await store.read { try $0.response("old") } != nil)
            try await store.commit(.response(.acknowledge("last")))
            #expect(try await store.read { try $0.response("old") } == nil)
            for id in ["failed", "pending", "new", "last"] {
                #expect(try await store.read { try $0.response(id) } != nil, "\(id)")
            }
        }
    }

    @Test func ofOneAppOnlySoManyAcknowledgedOnesAreKept() async throws {
        try await withPromises { store async throws in
            let other = try await store.show(.sample("x", of: "com.b"))
            try await store.commit(.respond(to: other.id, id: "other"), .response(.acknowledge("other")))
            let count = ResponseOperation.acknowledgedLimit + 5
            try await respond(count, in: store) { .response(.acknowledge($0)) }
            for (id, isKept) in [("r4", false), ("r5", true), ("r\(count - 1)", true), ("other", true)] {
                #expect(try await store.read { try $0.response(id) != nil } == isKept, "\(id)")
            }
        }
    }

    @Test func whatAnAppDoesNotAcknowledgeIsBounded() async throws {
        try await withPromises { store async throws in
            let limit = ResponseOperation.unfinishedLimit
            try await respond(limit, in: store) { .response(.fail($0, reason: "no")) }
            let shown = try await store.show(.sample("more"))
            let error = await #expect(throws: StoreError.self) {
                try await store.commit(.respond(to: shown.id, id: "more"))
            }
            #expect(error?.code == .limitExceeded)
            #expect(error?.message.contains("com.a") == true)
            #expect(try await store.read { try $0.delivered(shown.id) } == shown)
            let other = try await store.show(.sample("x", of: "com.b"))
            try await store.commit(.respond(to: other.id, id: "other"))
            try await store.commit(.response(.discard("r0")), .respond(to: shown.id, id: "more"))
        }
    }

    @Test(arguments: ["", "taken", String(repeating: "x", count: 129)])
    func aResponseNeedsAnIDOfItsOwn(id: String) async throws {
        try await withPromises { store async throws in
            try await store.commit(.respond(to: store.show(.sample("x")).id, id: "taken"))
            let shown = try await store.show(.sample("y"))
            #expect(await refusal { try await store.commit(.respond(to: shown.id, id: id)) } == .invalid)
            #expect(try await store.read { try $0.delivered(shown.id) } == shown)
        }
    }

    @Test func pendingResponsesSurviveARestartInTheirOrder() async throws {
        try await withFolder { folder in
            let ids = ["z", "a", "m"]
            var store = try DurableStore(path: folder + "/promises.sqlite")
            for id in ids { try await store.commit(.respond(to: store.show(.sample(id)).id, id: id)) }
            let before = try await store.read { try $0.pendingResponses() }
            await store.close()
            store = try DurableStore(path: folder + "/promises.sqlite")
            #expect(before.map(\.response.id) == ids)
            #expect(try await store.read { try $0.pendingResponses() } == before)
            await store.close()
        }
    }

    /// Answers so many notifications, `r0` and on, and ends each.
    private func respond(
        _ count: Int,
        in store: DurableStore,
        _ ending: (String) -> StoreOperation
    ) async throws {
        for start in stride(from: 0, to: count, by: 200) {
            let numbers = start..<min(start + 200, count)
            try await store.commit(
                StoreTransaction(numbers.map { .schedule(.sample("n\($0)")) }, origin: .host)
            )
            let due = try await store.read { try $0.due(before: .sample(60), limit: 200) }
            try await store.commit(StoreTransaction(due.map { .deliver($0) }, origin: .host))
            let ids = try await store.read { reader in
                try due.compactMap { try reader.delivered(of: $0.app, identifier: $0.request.identifier)?.id }
            }
            let operations = zip(numbers, ids).flatMap { number, id in
                [StoreOperation.respond(to: id, id: "r\(number)"), ending("r\(number)")]
            }
            try await store.commit(StoreTransaction(operations, origin: .host))
        }
    }
}
