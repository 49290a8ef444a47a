import DeviceSync
import Foundation
import HostStorage
import JSON
import JSONRPC
import Testing
import TodayProtocol

@testable import Host

/// `records/*`, over a connection in memory.
@Suite(.timeLimit(.minutes(5))) struct RecordSessionTests {
    private static let container = SessionFixture.container

    private func call<Request: RPCRequest>(_ request: Request, _ fixture: SessionFixture) async throws -> Request.Reply
    {
        try await fixture.process.call(request, deadline: .seconds(30))
    }

    private func waiting(_ fixture: SessionFixture) async throws -> [RecordChange] {
        try await fixture.store.durable.read {
            try $0.nextRecordBatch(of: Self.container, bytes: .max)?.changes.map(\.change) ?? []
        }
    }

    private func save(_ records: [Record], zone: ZoneName? = nil, atomic: Bool? = nil, transaction: Int? = nil)
        -> RecordsSaveRequest
    {
        RecordsSaveRequest(
            container: Self.container,
            zone: zone,
            records: records,
            atomic: atomic,
            transaction: transaction
        )
    }

    @Test func aSaveIsOnDiskWhenItIsAnswered() async throws {
        try await withSession { fixture in
            let record = Record("a", type: "Note", fields: ["text": "Milk", "n": 3, "r": 3.0])
            _ = try await call(save([record]), fixture)
            _ = try await call(RecordsDeleteRequest(container: Self.container, names: ["b"]), fixture)
            #expect(try await waiting(fixture) == [.save(record, .ifUnchanged), .delete("b")])
        }
    }

    @Test func aWidgetMaySaveAndFetchOnly() async throws {
        try await withSession(.widget) { fixture in
            _ = try await call(save([Record("a", type: "Note")]), fixture)
            let batch = try await fixture.store.durable.read { try $0.nextRecordBatch(of: Self.container, bytes: .max) }
            #expect(batch?.process == SessionFixture.widget.rawValue)
            // The cloud is not linked: the method itself is allowed.
            await expectError(.recordsFailed) {
                try await call(RecordsFetchRequest(container: Self.container, names: ["a"]), fixture)
            }
            await expectError(.unavailableInExtensions) {
                try await call(RecordsDeleteRequest(container: Self.container, names: ["a"]), fixture)
            }
            await expectError(.unavailableInExtensions) {
                try await call(
                    RecordsQueryRequest(container: Self.container, query: RecordQuery(type: "Note")),
                    fixture
                )
            }
            await expectError(.unavailableInExtensions) {
                try await call(RecordsChangesRequest(container: Self.container), fixture)
            }
            await expectError(.unavailableInExtensions) {
                try await call(RecordsAcceptChangesRequest(container: Self.container, token: "7"), fixture)
            }
            await expectError(.unavailableInExtensions) {
                try await call(
                    RecordsSubscribeRequest(container: Self.container, subscription: .query("s", type: "Note")),
                    fixture
                )
            }
            await expectError(.unavailableInExtensions) {
                try await call(RecordsUnsubscribeRequest(container: Self.container, id: "s"), fixture)
            }
            await expectError(.unavailableInExtensions) {
                try await call(RecordsSubscriptionsRequest(container: Self.container), fixture)
            }
            await expectError(.unavailableInExtensions) {
                try await call(RecordsZonesRequest(container: Self.container), fixture)
            }
            await expectError(.unavailableInExtensions) {
                try await call(RecordsSaveZoneRequest(container: Self.container, zone: "z"), fixture)
            }
            await expectError(.unavailableInExtensions) {
                try await call(RecordsDeleteZoneRequest(container: Self.container, zone: "z"), fixture)
            }
        }
    }

    @Test func aContainerNeedsTheEntitlement() async throws {
        try await withSession(containers: ["iCloud.other"]) { fixture in
            let refused = await expectError(.notEntitled) { try await call(save([Record("a", type: "N")]), fixture) }
            #expect(refused?.message.contains(Self.container) == true)
            #expect(refused?.message.contains("com.apple.developer.icloud-container-identifiers") == true)
            await expectError(.notEntitled) {
                try await call(RecordsFetchRequest(container: Self.container, names: ["a"]), fixture)
            }
            await expectError(.notEntitled) {
                try await call(RecordsChangesRequest(container: "iCloud.other\u{0}"), fixture)
            }
            let queued = try await waiting(fixture)
            #expect(queued.isEmpty)
        }
    }

    @Test func whatIsTooLargeOrMalformedIsRefused() async throws {
        try await withSession { fixture in
            let empty = Record("a", type: "Note", fields: ["text": ""])
            let overhead = try JSONValue(encoding: empty).jsonBytes().count
            let largest = String(repeating: "x", count: RecordLimits.recordBytes - overhead)
            _ = try await call(save([Record("a", type: "Note", fields: ["text": .string(largest)])]), fixture)
            await expectError(.limitExceeded) {
                try await call(save([Record("a", type: "Note", fields: ["text": .string(largest + "x")])]), fixture)
            }
            let many = (0...RecordLimits.perRequest).map { Record("r\($0)", type: "Note") }
            await expectError(.limitExceeded) { try await call(save(many), fixture) }
            await expectError(.limitExceeded) {
                try await call(RecordsDeleteRequest(container: Self.container, names: many.map(\.name)), fixture)
            }
            let long = RecordName(String(repeating: "n", count: 256))
            for name in ["", "a\u{7}", "a\nb", "\u{85}", long] as [RecordName] {
                let refused = await expectError(.invalidParams) {
                    try await call(save([Record(name, type: "Note")]), fixture)
                }
                #expect(refused?.message.unicodeScalars.contains { $0.value < 32 } == false)
                await expectError(.invalidParams) {
                    try await call(RecordsFetchRequest(container: Self.container, names: [name]), fixture)
                }
                await expectError(.invalidParams) {
                    try await call(save([], zone: ZoneName(name.rawValue)), fixture)
                }
            }
            for field in ["", "1a", "a b", "_x", "ä"] {
                await expectError(.invalidParams) {
                    try await call(save([Record("a", type: "Note", fields: [field: 1])]), fixture)
                }
                await expectError(.invalidParams) { try await call(save([Record("a", type: field)]), fixture) }
            }
            await expectError(.invalidParams) {
                try await call(save([Record("a", type: "Note", changeTag: "a b")]), fixture)
            }
            await expectError(.invalidParams) {
                try await call(save([Record("a", type: "Note")], atomic: true), fixture)
            }
            await expectError(.invalidParams) {
                try await call(
                    save([Record("a", type: "Note"), Record("a", type: "Note")], zone: "z", atomic: true),
                    fixture
                )
            }
            await expectError(.invalidParams) {
                try await call(RecordsDeleteZoneRequest(container: Self.container, zone: .default), fixture)
            }
            await expectError(.invalidParams) {
                try await call(RecordsAcceptChangesRequest(container: Self.container, token: ""), fixture)
            }
            await expectError(.invalidParams) {
                try await call(
                    RecordsQueryRequest(container: Self.container, query: RecordQuery(type: "Note"), limit: 201),
                    fixture
                )
            }
            #expect(try await waiting(fixture).count == 1)
        }
    }

    @Test func aTransactionCollectsSavesAndTokens() async throws {
        try await withSession { fixture in
            let number = fixture.session.transactions.begin()
            _ = try await call(save([Record("a", type: "Note")], transaction: number), fixture)
            _ = try await call(
                RecordsAcceptChangesRequest(container: Self.container, token: "7", transaction: number),
                fixture
            )
            #expect(try await waiting(fixture).isEmpty)
            let text = RecordValue.string(String(repeating: "x", count: 900_000))
            for index in 0..<18 {
                _ = try await call(
                    save([Record("l\(index)", type: "Note", fields: ["text": text])], transaction: number),
                    fixture
                )
            }
            await expectError(.limitExceeded) {
                try await call(save([Record("l", type: "Note", fields: ["text": text])], transaction: number), fixture)
            }
            let effects = try #require(fixture.session.transactions.end(number))
            #expect(effects.recordToken(of: SessionFixture.app, Self.container, .default) == "7")
            try await fixture.store.durable.commit(StoreTransaction(effects.operations, origin: .host))
            let token = try await fixture.store.durable.read {
                try $0.recordToken(of: SessionFixture.app, Self.container, .default)
            }
            #expect(token == "7")
            #expect(try await fixture.store.durable.read { try $0.recordUsage(of: Self.container).changes } == 19)
            await expectError(.transactionOver) {
                try await call(save([Record("a", type: "Note")], transaction: number), fixture)
            }
            await expectError(.transactionOver) {
                try await call(RecordsChangesRequest(container: Self.container, transaction: number), fixture)
            }
        }
    }

    @Test func subscriptionsAreStoredUntilTheyEnd() async throws {
        try await withSession { fixture in
            let doorbell = RecordSubscription.query("doorbell", type: "Update", firesOn: [.created])
            _ = try await call(RecordsSubscribeRequest(container: Self.container, subscription: doorbell), fixture)
            let stored = try await call(RecordsSubscriptionsRequest(container: Self.container), fixture)
            #expect(stored.subscriptions == [RecordSubscriptionState(subscription: doorbell, isActive: false)])
            _ = try await call(RecordsUnsubscribeRequest(container: Self.container, id: "doorbell"), fixture)
            _ = try await call(RecordsUnsubscribeRequest(container: Self.container, id: "unknown"), fixture)
            #expect(
                try await call(RecordsSubscriptionsRequest(container: Self.container), fixture).subscriptions.isEmpty
            )
            var bad = doorbell
            bad.id = "a\u{1}"
            for subscription in [bad, .query("s", type: ""), .query("s", type: "T", firesOn: []), .zone("s", "\n")] {
                await expectError(.invalidParams) {
                    try await call(
                        RecordsSubscribeRequest(container: Self.container, subscription: subscription),
                        fixture
                    )
                }
            }
            let large = RecordNotificationInfo.alert(String(repeating: "x", count: 17_000))
            await expectError(.limitExceeded) {
                try await call(
                    RecordsSubscribeRequest(
                        container: Self.container,
                        subscription: .query("s", type: "T", notification: large)
                    ),
                    fixture
                )
            }
        }
    }

    @Test func filtersAndSortFieldsHaveLimits() async throws {
        try await withSession { fixture in
            let filter = RecordFilter("n", .equals, 1)
            let values = { (count: Int) in
                [RecordFilter("n", .in, .list(Array(repeating: .integer(1), count: count)))]
            }
            let filters = { (count: Int) in Array(repeating: filter, count: count) }
            let sort = { (count: Int) in Array(repeating: RecordSort("n"), count: count) }
            let most = RecordQuery(type: "Note", filters: filters(30), sort: sort(30))
            for query in [most, RecordQuery(type: "Note", filters: values(250))] {
                // The cloud is not linked: the query itself is allowed.
                await expectError(.recordsFailed) {
                    try await call(RecordsQueryRequest(container: Self.container, query: query), fixture)
                }
                _ = try await call(
                    RecordsSubscribeRequest(
                        container: Self.container,
                        subscription: .query("s", type: "Note", filters: query.filters)
                    ),
                    fixture
                )
            }
            for query in [
                RecordQuery(type: "Note", filters: filters(31)), RecordQuery(type: "Note", sort: sort(31)),
                RecordQuery(type: "Note", filters: values(251)),
            ] {
                await expectError(.limitExceeded) {
                    try await call(RecordsQueryRequest(container: Self.container, query: query), fixture)
                }
                guard !query.filters.isEmpty else { continue }
                await expectError(.limitExceeded) {
                    try await call(
                        RecordsSubscribeRequest(
                            container: Self.container,
                            subscription: .query("t", type: "Note", filters: query.filters)
                        ),
                        fixture
                    )
                }
            }
        }
    }

    @Test func theIDOfASubscriptionHasAtMost64Bytes() async throws {
        try await withSession { fixture in
            let request = { (length: Int) in
                RecordsSubscribeRequest(
                    container: Self.container,
                    subscription: .query(String(repeating: "s", count: length), type: "Note")
                )
            }
            _ = try await call(request(64), fixture)
            await expectError(.invalidParams) { try await call(request(65), fixture) }
        }
    }

    @Test func aFailureOfTheCloudReachesTheProcessWithItsCode() async throws {
        try await withSession { fixture in
            let error = await expectError(.recordsFailed) {
                try await call(RecordsFetchRequest(container: Self.container, names: ["a"]), fixture)
            }
            #expect(try error?.data?.decode(RecordError.self).code == .notLinked)
            try await fixture.store.durable.commit(
                .cloud(
                    .link(
                        CloudLink(
                            url: "http://127.0.0.1:1",
                            deviceID: "d",
                            deviceToken: "t",
                            user: "u",
                            epoch: "e",
                            sequence: 0,
                            isLocal: false
                        )
                    )
                )
            )
            let offline = await expectError(.recordsFailed) {
                try await call(RecordsChangesRequest(container: Self.container), fixture)
            }
            #expect(try offline?.data?.decode(RecordError.self).code == .networkUnavailable)
        }
    }
}
