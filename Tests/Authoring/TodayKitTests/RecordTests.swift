import FoundationEssentials
import JSON
import JSONRPC
import Synchronization
import Testing
import TodayKit
import TodayProtocol

@Suite(.timeLimit(.minutes(10))) struct RecordTests {
    private static let container = "iCloud.test"

    @Test func savesGoInPartsWithTheirTransaction() async throws {
        let records = (0..<250).map { Record("r\($0)", type: "Note") }
        let large = (0..<3).map { number in
            Record("l\(number)", type: "Note", fields: ["text": .string(String(repeating: "x", count: 400_000))])
        }
        let app = TestApp(perform: { _, context in
            let store = context.records(in: Self.container)
            try await store.save(records, zone: "z", policy: .allKeys)
            try await store.save(large)
            try await store.save([])
            try await store.delete(["a"])
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let done = host.performInApp(TestAction.go, transaction: 5)
            var sizes: [Int] = []
            for _ in 0..<4 {
                let (request, incoming) = try await host.next(RecordsSaveRequest.self)
                #expect(request.transaction == 5 && request.container == Self.container)
                #expect(request.zone == (sizes.count < 2 ? "z" : nil))
                #expect(request.policy == (sizes.count < 2 ? .allKeys : nil))
                sizes.append(request.records.count)
                incoming.reply(EmptyReply())
            }
            #expect(sizes == [200, 50, 2, 1])
            let deleted = try await host.next(RecordsDeleteRequest.self)
            #expect(deleted.request.names == ["a"] && deleted.request.transaction == 5)
            deleted.incoming.reply(EmptyReply())
            _ = try await done
        }
    }

    @Test func whatDoesNotFitIsRefusedBeforeItIsSent() async throws {
        let app = TestApp(perform: { _, context in
            let store = context.records(in: Self.container)
            let text = RecordValue.string(String(repeating: "x", count: 1_000_000))
            for (records, atomic) in [
                ([Record("a", type: "Note", fields: ["text": text])], false),
                ((0..<201).map { Record("r\($0)", type: "Note") }, true),
            ] {
                do {
                    try await store.save(records, zone: "z", atomic: atomic)
                    throw Failure("it was sent")
                } catch let error as RequestError {
                    guard error.code == .limitExceeded else { throw error }
                }
            }
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            _ = try await host.performInApp(TestAction.go)
        }
    }

    @Test func aFetchGoesOnUntilEveryNameHasAResult() async throws {
        let app = TestApp(scene: { _, context in
            let results = try await context.records(in: Self.container).fetch(["a", "b", "c"])
            return .text(results.map { $0.record == nil ? "-" : "\($0.name)" }.joined())
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let page = host.scene("test://page")
            let first = try await host.next(RecordsFetchRequest.self)
            #expect(first.request.names == ["a", "b", "c"])
            first.incoming.reply(
                RecordsFetchRequest.Reply(results: [RecordResult(name: "a", record: Record("a", type: "Note"))])
            )
            let second = try await host.next(RecordsFetchRequest.self)
            #expect(second.request.names == ["b", "c"])
            second.incoming.reply(
                RecordsFetchRequest.Reply(results: [
                    RecordResult(name: "b", error: RecordError(.notFound, "no")),
                    RecordResult(name: "c", record: Record("c", type: "Note")),
                ])
            )
            #expect(try await page.card.firstText == "a-c")
        }
    }

    @Test func aFailureOfTheCloudHasItsCode() async throws {
        let app = TestApp(scene: { _, context in
            do {
                _ = try await context.records(in: Self.container).changes()
            } catch let error as RecordError {
                return .text("\(error.code.rawValue) \(error.message) \(error.retryAfter == .seconds(3))")
            }
            return .text("none")
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let page = host.scene("test://page")
            let (_, incoming) = try await host.next(RecordsChangesRequest.self)
            incoming.fail(
                RPCError(.recordsFailed, "Wait.", data: ["code": "THROTTLED", "message": "Wait.", "retryAfter": 3])
            )
            #expect(try await page.card.firstText == "THROTTLED Wait. true")
            async let refused = Outcome { try await host.scene("test://page") }
            let (_, second) = try await host.next(RecordsChangesRequest.self)
            second.fail(RPCError(.notEntitled, "no entitlement"))
            let outcome = await refused
            #expect(throws: (any Error).self) { try outcome.get() }
        }
    }

    @Test func changesAreAcceptedInTheTransactionThatStoresThem() async throws {
        let app = TestApp(perform: { _, context in
            let store = context.records(in: Self.container)
            let changes = try await store.changes(zone: "z")
            try await store.acceptChanges(changes)
            try await store.subscribe(.query("s", type: "Note"))
            do {
                try await context.records(in: "iCloud.other").acceptChanges(changes)
                throw Failure("it was accepted")
            } catch let error as RequestError {
                guard error.code == .invalidValue else { throw error }
            }
        })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            async let done = host.performInApp(TestAction.go, transaction: 5)
            let asked = try await host.next(RecordsChangesRequest.self)
            #expect(asked.request.transaction == 5 && asked.request.zone == "z")
            asked.incoming.reply(
                RecordChanges(
                    container: Self.container,
                    zone: "z",
                    records: [],
                    deleted: ["a"],
                    moreComing: false,
                    startsOver: false,
                    token: "7"
                )
            )
            let accepted = try await host.next(RecordsAcceptChangesRequest.self)
            #expect(accepted.request.token == "7" && accepted.request.zone == "z")
            #expect(accepted.request.transaction == 5)
            accepted.incoming.reply(EmptyReply())
            let subscribed = try await host.next(RecordsSubscribeRequest.self)
            #expect(subscribed.request.transaction == 5)
            subscribed.incoming.reply(EmptyReply())
            _ = try await done
        }
    }

    @Test func failuresReachTheApp() async throws {
        struct Failing: App {
            static let seen = Mutex<[RecordName]>([])
            func scene(_ url: SceneURL, _ context: AppContext) async throws -> SceneContent { .text("") }
            func recordsFailed(_ failures: [RecordFailure], _ context: AppContext) async throws {
                guard context.budget == .seconds(30) else { throw Failure("no budget") }
                Self.seen.withLock { $0 += failures.map(\.name) }
            }
        }
        let failure = RecordFailure(
            container: Self.container,
            zone: .default,
            operation: .delete,
            name: "a",
            process: "p",
            error: RecordError(.conflict, "no")
        )
        try await withHost(of: Failing()) { host in
            _ = try await host.initialize(.app)
            try await host.report([failure])
            #expect(Failing.seen.withLock(\.self) == ["a"])
        }
        // An app that does not care acknowledges them.
        try await withHost(of: TestApp()) { host in
            _ = try await host.initialize(.app)
            try await host.report([failure])
        }
    }

    @Test func everyContextKnowsTheDevice() async throws {
        let app = TestApp(scene: { _, context in .text(context.deviceID) })
        try await withHost(of: app) { host in
            _ = try await host.initialize(.app)
            #expect(try await host.scene("test://page").card.firstText == "device-1")
        }
    }
}
