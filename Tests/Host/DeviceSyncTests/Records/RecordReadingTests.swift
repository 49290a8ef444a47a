import AsyncPrimitives
import Foundation
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

@testable import DeviceSync

/// Asking the cloud on behalf of processes.
@Suite(.timeLimit(.minutes(5))) struct RecordReadingTests {
    private let caller = RecordFixture.caller

    private func error(_ body: () async throws -> Void) async -> RecordError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? RecordError
        }
    }

    @Test func whatWaitsIsSentBeforeTheCloudIsAsked() async throws {
        try await withRecords { fixture in
            try await fixture.save(.note("a", "Milk"))
            let results = try await fixture.sync.fetch(["a", "b"], zone: .default, for: caller)
            #expect(fixture.cloud.requests.map(\.operation) == ["records/modify", "records/lookup"])
            #expect(results.map(\.name) == ["a", "b"])
            #expect(results[0].record?.fields == ["text": "Milk"])
            #expect(results[0].record?.changeTag == "t1")
            // The device's id in the cloud is told as the one that processes know.
            #expect(results[0].record?.modified?.device == fixture.store.epoch)
            #expect(results[1].error?.code == .notFound)
        }
    }

    @Test func everyTypeOfFieldComesBack() async throws {
        try await withRecords { fixture in
            let fields: [String: RecordValue] = [
                "s": "text", "i": 3, "r": 3.0, "d": .date(Date(timeIntervalSince1970: 1_795_248_000.123)),
                "b": .data(Data([0, 255])), "ref": .reference(RecordReference("x", action: .deleteSelf)),
                "l": .location(RecordLocation(latitude: 52.5, longitude: 13.4, altitude: 34)), "list": ["a", "b"],
                "dates": .list([.date(Date(timeIntervalSince1970: 5))]),
            ]
            try await fixture.save(Record("a", type: "All", fields: fields))
            let found = try await fixture.sync.fetch(["a"], zone: .default, for: caller)
            #expect(found.first?.record?.fields == fields)
        }
    }

    @Test func pagesFollowOneAnother() async throws {
        try await withRecords { fixture in
            for name in ["a", "b", "c"] { fixture.cloud.write(name, [:]) }
            let query = RecordQuery(
                type: "Note",
                filters: [RecordFilter("due", .lessThan, 3)],
                sort: [RecordSort("due")]
            )
            let first = try await fixture.sync.query(query, zone: .default, limit: 2, marker: nil, for: caller)
            #expect(first.records.map(\.name) == ["a", "b"])
            let body = fixture.cloud.requests.last?.body
            #expect(body?["query"]?["filterBy"]?.arrayValue?.first?["comparator"] == "LESS_THAN")
            #expect(body?["query"]?["filterBy"]?.arrayValue?.first?["fieldValue"]?["type"] == "INT64")
            #expect(body?["query"]?["sortBy"]?.arrayValue?.first == ["fieldName": "due", "ascending": true])
            let second = try await fixture.sync.query(
                query,
                zone: .default,
                limit: 2,
                marker: first.marker,
                for: caller
            )
            #expect(second.records.map(\.name) == ["c"] && second.marker == nil)
        }
    }

    @Test func pagesShrinkUntilTheyFit() async throws {
        try await withRecords { fixture in
            let text = JSONValue.string(String(repeating: "x", count: 300_000))
            for name in ["a", "b", "c", "d", "e"] { fixture.cloud.write(name, ["text": ["value": text]]) }
            let query = RecordQuery(type: "Note")
            var names: [RecordName] = []
            var marker: String?
            repeat {
                let page = try await fixture.sync.query(query, zone: .default, limit: 200, marker: marker, for: caller)
                #expect(try JSONValue(encoding: page).jsonBytes().count <= RecordLimits.replyBytes)
                names += page.records.map(\.name)
                marker = page.marker
            } while marker != nil
            #expect(names == ["a", "b", "c", "d", "e"])
            let results = try await fixture.sync.fetch(["a", "b", "c", "d", "e"], zone: .default, for: caller)
            #expect(results.map(\.name) == ["a", "b"])
            // The transport refuses answers of more than one record.
            fixture.cloud.setLargestPage(1)
            #expect(try await fixture.sync.fetch(["a", "b", "c"], zone: .default, for: caller).map(\.name) == ["a"])
            let changes = try await fixture.sync.changes(of: .default, after: nil, for: caller)
            #expect(changes.records.count == 1 && changes.moreComing)
        }
    }

    @Test func changesGoOnBehindTheirTokenAndStartOverIfItIsUnknown() async throws {
        try await withRecords { fixture in
            try await fixture.save(.note("a"), .note("b"))
            let first = try await fixture.sync.changes(of: .default, after: nil, for: caller)
            #expect(first.records.map(\.name) == ["a", "b"] && first.startsOver && !first.moreComing)
            try await fixture.delete("a")
            let second = try await fixture.sync.changes(of: .default, after: first.token, for: caller)
            #expect(second.records.isEmpty && second.deleted == ["a"] && !second.startsOver)
            let again = try await fixture.sync.changes(of: .default, after: "999", for: caller)
            #expect(again.startsOver && again.records.map(\.name) == ["b"])
        }
    }

    @Test func aTokenThatDoesNotMoveEndsTheChanges() async throws {
        try await withRecords { fixture in
            fixture.cloud.fail(
                "records/changes",
                .answer(200, #"{"records":[],"syncToken":"7","moreComing":true}"#)
            )
            let changes = try await fixture.sync.changes(of: .default, after: "7", for: caller)
            #expect(!changes.moreComing)
        }
    }

    @Test(arguments: [
        #"{"records":5}"#, #"{"records":[],"syncToken":5}"#, #"{"records":[],"syncToken":"a b"}"#, "[]", "x",
    ])
    func garbageIsAnErrorAndNoCrash(answer: String) async throws {
        try await withRecords { fixture in
            fixture.cloud.fail("records/changes", .answer(200, answer))
            let found = await error { _ = try await fixture.sync.changes(of: .default, after: nil, for: caller) }
            #expect(found?.code == .networkUnavailable)
        }
    }

    @Test func recordsThatAreMalformedAreLeftOut() async throws {
        try await withRecords { fixture in
            let bad = [
                #"{"recordName":"a","recordType":7}"#, #"{"recordName":"b\u0000","recordType":"Note"}"#,
                #"{"recordName":"c","recordType":"Note","fields":[]}"#, "3", "null",
                #"{"recordName":"","recordType":"Note"}"#,
            ]
            let good =
                #"{"recordName":"ok","recordType":"Note","created":7,"fields":{"a b":{"value":1},"x":{"value":{"y":1},"type":"INT64"},"n":{"value":1e999,"type":"DOUBLE"},"t":{"value":1e300,"type":"TIMESTAMP"},"k":{"value":"v"}}}"#
            let answer = #"{"records":[\#((bad + [good]).joined(separator: ","))]}"#
            fixture.cloud.fail("records/query", .answer(200, answer.replacingOccurrences(of: "1e999", with: "\"x\"")))
            let page = try await fixture.sync.query(
                RecordQuery(type: "Note"),
                zone: .default,
                limit: 200,
                marker: nil,
                for: caller
            )
            #expect(page.records.map(\.name) == ["ok"])
            #expect(page.records.first?.fields == ["k": "v"])
        }
    }

    @Test func datesThatNoReplyCanHoldAreLeftOut() async throws {
        try await withRecords { fixture in
            func date(_ milliseconds: Int) -> JSONValue {
                ["value": .integer(milliseconds), "type": "TIMESTAMP"]
            }
            fixture.cloud.write(
                "a",
                [
                    "first": date(-62_135_596_800_000), "last": date(253_402_300_799_999),
                    "early": date(-62_135_596_800_001), "late": date(253_402_300_800_000),
                    "list": ["value": [.integer(253_402_300_800_000)], "type": "TIMESTAMP_LIST"],
                ]
            )
            let results = try await fixture.sync.fetch(["a"], zone: .default, for: caller)
            let fields = try #require(results.first?.record?.fields)
            #expect(fields.keys.sorted() == ["first", "last"])
            let decoded: [RecordResult] = try JSONValue(parsing: JSONValue(encoding: results).jsonBytes()).decode()
            #expect(decoded.first?.record?.fields.keys.sorted() == ["first", "last"])
        }
    }

    @Test func withoutACloudOrANetworkTheErrorSaysSo() async throws {
        try await withRecords(isLinked: false) { fixture in
            let found = await error { _ = try await fixture.sync.zones(for: caller) }
            #expect(found?.code == .notLinked)
        }
        try await withRecords { fixture in
            fixture.cloud.setOffline(true)
            let found = await error { _ = try await fixture.sync.zones(for: caller) }
            #expect(found?.code == .networkUnavailable)
            fixture.cloud.setOffline(false)
            try await fixture.sync.saveZone("z", for: caller)
            #expect(try await fixture.sync.zones(for: caller) == ["_defaultZone", "z"])
            try await fixture.store.commit(
                .records(.setToken(RecordFixture.app, container: RecordFixture.container, zone: "z", token: "7"))
            )
            try await fixture.sync.deleteZone("z", for: caller)
            let token = try await fixture.store.read {
                try $0.recordToken(of: RecordFixture.app, caller.container, "z")
            }
            #expect(token == nil)
            let missing = await error {
                _ = try await fixture.sync.query(
                    RecordQuery(type: "Note"),
                    zone: "z",
                    limit: 1,
                    marker: nil,
                    for: caller
                )
            }
            #expect(missing?.code == .zoneNotFound)
        }
    }

    @Test func aCloudThatDoesNotAnswerEndsAtTheDeadline() async throws {
        try await withRecords { fixture in
            fixture.cloud.fail("records/lookup", .hangs)
            async let failure = error { _ = try await fixture.sync.fetch(["a"], zone: .default, for: caller) }
            await fixture.clock.advanceWhenSleeping(by: RecordSync.readTime)
            #expect(await failure?.code == .networkUnavailable)
            // The next one is not held up.
            _ = try await fixture.sync.zones(for: caller)
        }
    }

    @Test func whatIsSavedBeforeIsSentFirstAndTheAppLearnsHowLongThatTakes() async throws {
        try await withRecords { fixture in
            for batch in 0..<47 {
                try await fixture.save((0..<200).map { .note(RecordName("\(batch)-\($0)")) }, policy: .allKeys)
            }
            async let failure = error { _ = try await fixture.sync.fetch(["a"], zone: .default, for: caller) }
            // 1,200 are sent at once, and then 200 each half second. The request sleeps until its deadline besides.
            for _ in 0..<40 { await fixture.clock.advanceWhenSleeping(by: .milliseconds(500), count: 2) }
            let error = await failure
            #expect(error?.code == .throttled)
            let waiting = try await fixture.waiting
            #expect(waiting > 0 && error?.retryAfter == .milliseconds(2.5) * waiting)
        }
    }

    /// With four requests under way and 64 waiting, one more is refused at once, and those are answered later.
    @Test func anAppAsksALimitedNumberOfThingsAtATime() async throws {
        try await withRecords { fixture in
            var permits: [SemaphorePermit] = []
            for _ in 0..<4 { permits.append(try await fixture.sync.readers.acquire(caller.app)) }
            await withTaskGroup(of: RecordError?.self) { group in
                for _ in 0..<65 {
                    group.addTask { await error { _ = try await fixture.sync.zones(for: caller) } }
                }
                #expect(await group.next()??.code == .throttled)
                for permit in permits { permit.release() }
                for await failure in group { #expect(failure == nil) }
            }
        }
    }
}
