import Foundation
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

@Suite struct TapTests {
    private let target = TapTarget.widget("com.a.w")

    @Test func aTapThatIsSentAgainIsKnownAndNotDoubled() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            let first = try await store.commit(.tap(.record("t1", target: target, payload: ["n": 1])))
            #expect(first.outcomes == [.changed])
            let tap = try #require(try await store.read { try $0.tap("t1") })
            #expect(tap.id == "t1")
            #expect(tap.target == target)
            #expect(tap.payload == ["n": 1])
            #expect(tap.received == date.value)
            #expect(tap.state == .pending)
            date.advance(by: 5)
            let second = try await store.commit(.tap(.record("t1", target: .app("com.b"), payload: [:])))
            #expect(second.outcomes == [.known(tap)])
            #expect(try await store.read { try $0.pendingTaps() } == [tap])
        }
    }

    @Test func theOutcomeIsCommittedWithItsEffectsAndAnswersTheTapSentAgain() async throws {
        try await withPromises { store async throws in
            try await store.commit(.tap(.record("t1", target: target, payload: [:])))
            let effects = try await store.commit(
                .set(1, for: "count"),
                .tap(.finish("t1", outcome: ["ok": true]))
            )
            #expect(try await store.read { try $0.pendingTaps() } == [])
            let again = try await store.commit(.tap(.record("t1", target: target, payload: [:])))
            guard case .known(let tap) = again.outcomes.first, case .done(let result) = tap.state else {
                throw StoreError(.notFound, "not known as done")
            }
            #expect(result.outcome == ["ok": true])
            #expect(result.effects == effects.revision)
        }
    }

    @Test func aTapHasItsEffectsOnce() async throws {
        try await withPromises { store async throws in
            try await store.commit(.tap(.record("t1", target: target, payload: [:])))
            try await store.commit(.set(1, for: "count"), .tap(.finish("t1", outcome: .null)))
            // A process that is asked a second time, after a lost answer, changes nothing more.
            let code = await refusal {
                try await store.commit(.set(2, for: "count"), .tap(.finish("t1", outcome: .null)))
            }
            #expect(code == .alreadyFinished)
            #expect(try await store.value("count") == 1)
            #expect(await refusal { try await store.commit(.tap(.fail("t1", outcome: .null))) } == .alreadyFinished)
            #expect(await refusal { try await store.commit(.tap(.finish("t2", outcome: .null))) } == .notFound)
        }
    }

    @Test func aTapThatIsGivenUpSaysWhy() async throws {
        try await withPromises { store async throws in
            try await store.commit(.tap(.record("t1", target: .app("com.a"), payload: [:])))
            try await store.commit(.tap(.fail("t1", outcome: "it crashed")))
            let tap = try #require(try await store.read { try $0.tap("t1") })
            guard case .failed(let result) = tap.state else { throw StoreError(.notFound, "not failed") }
            #expect(result.outcome == "it crashed")
            #expect(tap.target == .app("com.a"))
        }
    }

    @Test func pendingTapsSurviveARestartInTheirOrder() async throws {
        try await withFolder { folder in
            let ids = ["z", "a", "m"] as [TapID]
            var store = try DurableStore(path: folder + "/promises.sqlite")
            for id in ids { try await store.commit(.tap(.record(id, target: target, payload: [:]))) }
            await store.close()
            store = try DurableStore(path: folder + "/promises.sqlite")
            #expect(try await store.read { try $0.pendingTaps().map(\.id) } == ids)
            await store.close()
        }
    }

    @Test func finishedTapsAreForgottenAfterThirtyDaysAndPendingOnesNever() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            for id in ["old", "pending", "new"] as [TapID] {
                try await store.commit(.tap(.record(id, target: target, payload: [:])))
            }
            try await store.commit(.tap(.finish("old", outcome: .null)))
            date.advance(by: 2 * 60 * 60)
            try await store.commit(.tap(.finish("new", outcome: .null)))
            date.advance(by: 30 * 86_400 - 60 * 60)
            try await store.commit(.tap(.prune))
            #expect(try await store.read { try $0.tap("old") } == nil)
            #expect(try await store.read { try $0.tap("new") } != nil)
            #expect(try await store.read { try $0.pendingTaps().map(\.id) } == ["pending"])
        }
    }

    @Test func recordingForgetsNowAndThen() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            try await store.commit(.tap(.record("old", target: target, payload: [:])))
            try await store.commit(.tap(.finish("old", outcome: .null)))
            date.advance(by: 30 * 86_400 + 60)
            for number in 0..<256 {
                let id = TapID("t\(number)")
                try await store.commit(
                    .tap(.record(id, target: target, payload: [:])),
                    .tap(.finish(id, outcome: .null))
                )
            }
            #expect(try await store.read { try $0.tap("old") } == nil)
            #expect(try await store.read { try $0.tap("t0") } != nil)
        }
    }

    @Test func tapsWaitInBoundedNumber() async throws {
        try await withPromises { store async throws in
            let operations = (0..<1000).map { number in
                StoreOperation.tap(.record(TapID("t\(number)"), target: target, payload: [:]))
            }
            try await store.commit(StoreTransaction(operations, origin: .person))
            let code = await refusal { try await store.commit(.tap(.record("over", target: target, payload: [:]))) }
            #expect(code == .limitExceeded)
        }
    }

    @Test(arguments: ["", "a b", "a/b", "ä", String(repeating: "a", count: 65)])
    func malformedIDsAreRefused(id: String) async throws {
        try await withPromises { store async throws in
            let code = await refusal {
                try await store.commit(.tap(.record(TapID(id), target: target, payload: [:])))
            }
            #expect(code == .invalid)
        }
    }

    @Test func aPayloadHasALimit() async throws {
        try await withPromises { store async throws in
            let payload = JSONValue.string(String(repeating: "x", count: TapOperation.payloadBytes))
            let code = await refusal { try await store.commit(.tap(.record("t", target: target, payload: payload))) }
            #expect(code == .limitExceeded)
        }
    }

    @Test func aLargePayloadIsKeptUntilTheTapIsFinishedAndASmallOneLonger() async throws {
        try await withPromises { store async throws in
            let large = JSONValue.string(String(repeating: "x", count: TapOperation.finishedPayloadBytes))
            for (id, payload) in [("large", large), ("small", "x")] as [(TapID, JSONValue)] {
                try await store.commit(.tap(.record(id, target: target, payload: payload)))
                #expect(try await store.read { try $0.tap(id) }?.payload == payload)
                try await store.commit(.tap(.finish(id, outcome: "done")))
            }
            #expect(try await store.read { try $0.tap("large") }?.payload == .null)
            #expect(try await store.read { try $0.tap("small") }?.payload == "x")
        }
    }

    @Test func largePayloadsWaitInBoundedSize() async throws {
        try await withPromises { store async throws in
            let large = JSONValue.string(String(repeating: "x", count: TapOperation.payloadBytes - 2))
            let count = TapOperation.largePayloadsBytes / TapOperation.payloadBytes
            for number in 0..<count {
                try await store.commit(.tap(.record(TapID("t\(number)"), target: target, payload: large)))
            }
            let code = await refusal { try await store.commit(.tap(.record("over", target: target, payload: large))) }
            #expect(code == .limitExceeded)
            try await store.commit(.tap(.record("small", target: target, payload: "x")))
            try await store.commit(.tap(.finish("t0", outcome: .null)))
            try await store.commit(.tap(.record("next", target: target, payload: large)))
        }
    }
}
