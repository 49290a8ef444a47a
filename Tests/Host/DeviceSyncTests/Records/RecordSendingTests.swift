import AsyncPrimitives
import Foundation
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

@testable import DeviceSync

/// Sending the queue: order, failures, lost answers.
@Suite(.timeLimit(.minutes(5))) struct RecordSendingTests {
    private func temporaryFailure(_ body: () async throws -> Void) async -> RecordError? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? RecordCallFailure)?.error
        }
    }

    @Test func changesAreSentInOrderEachOnBehalfOfItsProcess() async throws {
        try await withRecords { fixture in
            try await fixture.save(.note("a"), .note("b"))
            try await fixture.save(.note("c"), policy: .allKeys)
            try await fixture.save(.note("d"), policy: .changedKeys, process: "org.example.Habits.widget")
            try await fixture.delete("c", "x")
            try await fixture.save(.note("z"), zone: "habits")
            try await fixture.flush()
            #expect(
                fixture.sent == [
                    ["create a", "create b", "forceReplace c"], ["forceUpdate d"], ["forceDelete c", "forceDelete x"],
                    ["create z"], ["create z"],
                ]
            )
            let app = RecordFixture.app.rawValue
            #expect(
                fixture.cloud.requests.map(\.process) == [app, "org.example.Habits.widget", app, app, app, app]
            )
            #expect(fixture.cloud.requests.allSatisfy { $0.token == "Bearer secret" })
            #expect(fixture.cloud.requests.first?.body["atomic"] == false)
            #expect(fixture.cloud.zones == ["_defaultZone", "habits"])
            #expect(fixture.cloud.record("z", in: "habits") != nil)
            #expect(try await fixture.waiting == 0)
            #expect(try await fixture.failures.isEmpty)
        }
    }

    /// An app that saves without end leaves pages and the cloud their time.
    @Test func beyondTheFirstChangesTheHostTakesItsTime() async throws {
        try await withRecords { fixture in
            for batch in 0..<4 {
                let records = (0..<200).map { Record.note(RecordName("\(batch)-\($0)")) }
                try await fixture.save(records, policy: .allKeys)
            }
            async let flush: Void = fixture.flush()
            // After the first 400 nothing has to be waited for yet, so the third request follows at once as well.
            await fixture.clock.waitUntilSleeping()
            #expect(fixture.sent.count == 3)
            await fixture.clock.advanceWhenSleeping(by: .milliseconds(499))
            #expect(fixture.sent.count == 3)
            await fixture.clock.advanceWhenSleeping(by: .milliseconds(1))
            try await flush
            #expect(fixture.sent.count == 4)
            // Whoever was still for so long may send as much at once again.
            fixture.clock.advance(by: .seconds(2))
            for batch in 0..<2 {
                try await fixture.save((0..<200).map { Record.note(RecordName("\(batch)-\($0)")) }, policy: .allKeys)
            }
            try await fixture.flush()
            #expect(fixture.sent.count == 6)
        }
    }

    @Test func nothingIsLostOrSentTwiceWhileTheCloudIsDown() async throws {
        try await withRecords { fixture in
            fixture.cloud.setOffline(true)
            try await fixture.save(.note("a"))
            guard case .retry(let wait) = try await fixture.sync.step(RecordFixture.container) else {
                Issue.record("it was not tried again")
                return
            }
            #expect(wait > .zero && wait <= .seconds(60))
            try await fixture.save(.note("b"))
            _ = try await fixture.sync.step(RecordFixture.container)
            #expect(try await fixture.waiting == 2)
            fixture.cloud.setOffline(false)
            #expect(try await fixture.sync.step(RecordFixture.container) == .idle)
            #expect(fixture.cloud.writes == 2)
            #expect(fixture.sent.last == ["create a", "create b"])
            #expect(try await fixture.waiting == 0)
        }
    }

    @Test(arguments: [RecordSavePolicy.ifUnchanged, .changedKeys, .allKeys])
    func aSaveWhoseAnswerWasLostHasOneEffect(policy: RecordSavePolicy) async throws {
        try await withRecords { fixture in
            fixture.cloud.fail("records/modify", .lostAnswer)
            try await fixture.save(.note("a", "Milk"), policy: policy)
            #expect(await temporaryFailure { try await fixture.flush() }?.code == .networkUnavailable)
            #expect(fixture.cloud.record("a") != nil)
            try await fixture.flush()
            #expect(try await fixture.waiting == 0)
            #expect(try await fixture.failures.isEmpty)
            #expect(fixture.cloud.record("a")?["fields"]?["text"]?["value"] == "Milk")
            if policy == .ifUnchanged { #expect(fixture.cloud.writes == 1) }
        }
    }

    @Test func anUpdateWhoseAnswerWasLostIsNoConflict() async throws {
        try await withRecords { fixture in
            fixture.cloud.write("a", ["text": ["value": "old"], "due": ["value": 1]])
            fixture.cloud.fail("records/modify", .lostAnswer)
            var record = Record.note("a", "new", tag: "t1")
            record.fields["due"] = .removed
            try await fixture.save(record)
            _ = await temporaryFailure { try await fixture.flush() }
            try await fixture.flush()
            #expect(try await fixture.failures.isEmpty)
            #expect(fixture.cloud.record("a")?["fields"]?["text"]?["value"] == "new")
            #expect(fixture.cloud.record("a")?["fields"]?["due"] == nil)
            #expect(fixture.cloud.writes == 2)
        }
    }

    @Test func aConflictIsReportedOnceAlsoAfterALostAnswer() async throws {
        try await withRecords { fixture in
            fixture.cloud.write("a", ["text": ["value": "other"]])
            try await fixture.save(.note("a"))
            try await fixture.flush()
            #expect(try await fixture.failures.map(\.error.code) == [.exists])
            // What this device wrote was changed by another one, before the answer was lost and asked for again.
            try await fixture.save(.note("b", "mine"))
            fixture.cloud.fail("records/modify", .lostAnswer)
            _ = await temporaryFailure { try await fixture.flush() }
            fixture.cloud.write("b", ["text": ["value": "theirs"]])
            try await fixture.flush()
            let failures = try await fixture.failures
            #expect(failures.map(\.error.code) == [.exists, .exists])
            #expect(failures.last?.record?.fields == ["text": "mine"])
            #expect(failures.last?.process == RecordFixture.app.rawValue)
            #expect(fixture.cloud.record("b")?["fields"]?["text"]?["value"] == "theirs")
            try await fixture.flush()
            #expect(try await fixture.failures.count == 2)
        }
    }

    @Test func aRecordThatExistedBeforeIsNeverTakenForTheOwnSave() async throws {
        try await withRecords { fixture in
            // This device wrote the same earlier, but this save was not sent before.
            fixture.cloud.write("a", ["text": ["value": "x", "type": "STRING"]], device: "device")
            try await fixture.save(.note("a"))
            try await fixture.flush()
            #expect(try await fixture.failures.map(\.error.code) == [.exists])
        }
    }

    @Test func anAtomicSaveIsAllOrNothing() async throws {
        try await withRecords { fixture in
            try await fixture.sync.saveZone("z", for: RecordFixture.caller)
            try await fixture.save(.note("a"), .note("b"), zone: "z", isAtomic: true)
            fixture.cloud.fail("records/modify", .lostAnswer)
            _ = await temporaryFailure { try await fixture.flush() }
            #expect(fixture.cloud.writes == 2)
            try await fixture.flush()
            #expect(try await fixture.waiting == 0)
            #expect(try await fixture.failures.isEmpty)
            #expect(fixture.cloud.writes == 2)
            #expect(fixture.cloud.requests.last { $0.operation == "records/modify" }?.body["atomic"] == true)

            try await fixture.save(.note("c"), .note("a"), zone: "z", isAtomic: true)
            try await fixture.save(.note("d"), zone: "z")
            try await fixture.flush()
            #expect(try await fixture.failures.map(\.error.code) == [.atomicError, .exists])
            #expect(fixture.cloud.record("c", in: "z") == nil)
            #expect(fixture.cloud.record("d", in: "z") != nil)
        }
    }

    @Test func twoSavesMadeOfflineDoNotConflictWithEachOther() async throws {
        try await withRecords { fixture in
            try await fixture.save(.note("a", "1"))
            try await fixture.save(.note("a", "2"))
            try await fixture.save(.note("a", "3"))
            try await fixture.flush()
            #expect(fixture.sent == [["create a"], ["update a"], ["update a"]])
            #expect(fixture.cloud.record("a")?["fields"]?["text"]?["value"] == "3")
            #expect(try await fixture.failures.isEmpty)
            // Another process did not know of the save that waited.
            try await fixture.save(.note("b", "1"))
            try await fixture.save(.note("b", "2"), process: "org.example.Habits.widget")
            try await fixture.flush()
            #expect(try await fixture.failures.map(\.process) == ["org.example.Habits.widget"])
        }
    }

    @Test func aRequestThatIsRefusedAsAWholeFailsOnlyTheBadChange() async throws {
        try await withRecords { fixture in
            try await fixture.save(.note("a"), .note("bad"), .note("c"))
            fixture.cloud.fail("records/modify", .answer(400, #"{"serverErrorCode":"BAD_REQUEST","reason":"bad"}"#))
            fixture.cloud.setError("BAD_REQUEST", of: "bad")
            try await fixture.flush()
            #expect(
                fixture.sent == [
                    ["create a", "create bad", "create c"], ["create a"], ["create bad"], ["create c"],
                ]
            )
            #expect(try await fixture.failures.map(\.name) == ["bad"])
            #expect(fixture.cloud.writes == 2)
            try await fixture.save(.note("d"), .note("e"))
            try await fixture.flush()
            #expect(fixture.sent.last == ["create d", "create e"])
        }
    }

    @Test func aRefusedZoneFailsItsChangesAndNoOthers() async throws {
        try await withRecords { fixture in
            try await fixture.save(.note("a"), zone: "z")
            try await fixture.save(.note("b"))
            fixture.cloud.fail("zones/modify", .answer(413, #"{"serverErrorCode":"QUOTA_EXCEEDED","reason":"full"}"#))
            try await fixture.flush()
            #expect(try await fixture.failures.map(\.error) == [RecordError(.quotaExceeded, "full")])
            #expect(fixture.cloud.record("b") != nil)
        }
    }

    @Test func theCloudIsNotAskedBeforeItWantsToBe() async throws {
        try await withRecords { fixture in
            let throttled = #"{"serverErrorCode":"THROTTLED","reason":"slow down","retryAfter":30}"#
            fixture.cloud.fail("records/modify", .answer(429, throttled))
            try await fixture.save(.note("a"))
            #expect(try await fixture.sync.step(RecordFixture.container) == .retry(after: .seconds(30)))
            fixture.cloud.forgetRequests()
            let error = await #expect(throws: RecordError.self) {
                try await fixture.sync.fetch(["a"], zone: .default, for: RecordFixture.caller)
            }
            #expect(error?.code == .throttled && error?.retryAfter == .seconds(30))
            #expect(fixture.cloud.requests.isEmpty)
            fixture.clock.advance(by: .seconds(30))
            try await fixture.flush()
            #expect(try await fixture.waiting == 0)
        }
    }

    @Test func aTemporaryErrorOfOneRecordKeepsItInTheQueue() async throws {
        try await withRecords { fixture in
            fixture.cloud.setError("TRY_AGAIN_LATER", of: "b")
            try await fixture.save(.note("a"), .note("b"), .note("c"))
            #expect(await temporaryFailure { try await fixture.flush() }?.code == .tryAgainLater)
            #expect(try await fixture.waiting == 1)
            fixture.cloud.setError(nil, of: "b")
            try await fixture.flush()
            #expect(fixture.cloud.record("b") != nil && fixture.cloud.writes == 3)
        }
    }

    @Test func anInternalErrorThatStaysIsReportedInTheEnd() async throws {
        try await withRecords { fixture in
            fixture.cloud.setError("INTERNAL_ERROR", of: "a")
            try await fixture.save(.note("a"))
            for _ in 1..<RecordSync.internalErrorAttempts {
                #expect(await temporaryFailure { try await fixture.flush() }?.code == .internalError)
            }
            try await fixture.flush()
            #expect(try await fixture.failures.map(\.error.code) == [.internalError])
        }
    }

    @Test func aBrokenNetworkDoesNotMakeAnInternalErrorTheLastOne() async throws {
        try await withRecords { fixture in
            try await fixture.save(.note("a"))
            fixture.cloud.setOffline(true)
            for _ in 0...RecordSync.internalErrorAttempts {
                #expect(await temporaryFailure { try await fixture.flush() }?.code == .networkUnavailable)
            }
            fixture.cloud.setOffline(false)
            let error = #"{"serverErrorCode":"INTERNAL_ERROR","reason":"no"}"#
            fixture.cloud.fail("records/modify", .answer(500, error))
            #expect(await temporaryFailure { try await fixture.flush() }?.code == .internalError)
            fixture.cloud.setError("INTERNAL_ERROR", of: "a")
            #expect(await temporaryFailure { try await fixture.flush() }?.code == .internalError)
            fixture.cloud.setError(nil, of: "a")
            try await fixture.flush()
            #expect(fixture.cloud.record("a") != nil)
            #expect(try await fixture.failures.isEmpty)
        }
    }

    @Test(arguments: [
        "<html>Sign in to the network</html>", "[]", "{}", #"{"records":5}"#, #"{"records":[1,null]}"#,
        #"{"records":[{"recordName":"other"}]}"#, #"{"records":[{"recordName":["a"]}]}"#, "{\"records\":[",
        String(repeating: "[", count: 100_000),
    ])
    func whatIsNoAnswerLosesNothing(answer: String) async throws {
        try await withRecords { fixture in
            try await fixture.save(.note("a"))
            for status in [200, 500, 404, 302] {
                fixture.cloud.fail("records/modify", .answer(status, answer))
                #expect(await temporaryFailure { try await fixture.flush() } != nil)
            }
            fixture.cloud.fail("records/modify", .tooLarge)
            #expect(await temporaryFailure { try await fixture.flush() } != nil)
            #expect(try await fixture.waiting == 1)
            #expect(try await fixture.failures.isEmpty)
            try await fixture.flush()
            #expect(try await fixture.waiting == 0)
        }
    }

    @Test func aChangeTagThatIsNoTextCountsAsNone() async throws {
        try await withRecords { fixture in
            let answer = #"{"records":[{"recordName":"a","recordChangeTag":{"x":1},"retryAfter":"soon"}]}"#
            fixture.cloud.fail("records/modify", .answer(200, answer))
            try await fixture.save(.note("a"))
            try await fixture.flush()
            #expect(try await fixture.waiting == 0)
        }
    }

    @Test func aHostThatTheCloudDoesNotKnowKeepsItsQueue() async throws {
        try await withRecords { fixture in
            try await fixture.save(.note("a"))
            fixture.cloud.fail("records/modify", .answer(401, #"{"code":"unauthorized","message":"Who?"}"#))
            let error = await #expect(throws: CloudFailure.self) {
                try await fixture.sync.step(RecordFixture.container)
            }
            #expect(error?.code == .unauthorized)
            #expect(try await fixture.waiting == 1)
        }
    }

    @Test func anAnswerForAnEarlierLinkFinishesNothing() async throws {
        try await withRecords { fixture in
            try await fixture.save(.note("a"))
            var link = CloudLink.fake
            link.deviceID = "another"
            try await fixture.store.commit(.cloud(.link(link)))
            try await fixture.store.commit(
                .records(
                    .finish(container: RecordFixture.container, device: "device", outcomes: [1: .applied(tag: "t")])
                )
            )
            #expect(try await fixture.waiting == 1)
        }
    }
}
