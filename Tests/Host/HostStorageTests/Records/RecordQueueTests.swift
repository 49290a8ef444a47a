import FoundationEssentials
import GRDB
import HostStorage
import JSON
import Testing
import TodayProtocol

/// Queued changes of records, failures, tokens and subscriptions on disk.
@Suite struct RecordQueueTests {
    private static let container = "iCloud.com.a"
    private let app = AppID("com.a")

    private func withRecords(_ body: (DurableStore) async throws -> Void) async throws {
        try await withPromises { store async throws in
            try await store.apply(.link(.sample()))
            try await store.commit(.install("com.a"))
            try await body(store)
        }
    }

    private func set(
        _ changes: [RecordChange],
        zone: ZoneName = .default,
        process: String = "com.a",
        isAtomic: Bool = false
    ) throws -> RecordOperation {
        .enqueue(
            try RecordChangeSet(
                container: Self.container,
                zone: zone,
                app: app,
                process: process,
                isAtomic: isAtomic,
                changes: changes
            )
        )
    }

    private func save(_ name: RecordName, tag: String? = nil, _ policy: RecordSavePolicy = .ifUnchanged) -> RecordChange
    {
        .save(Record(name, type: "T", fields: ["x": 1], changeTag: tag), policy)
    }

    private func batch(_ store: DurableStore, limit: Int = 200, bytes: Int = .max) async throws -> RecordBatch? {
        try await store.read { try $0.nextRecordBatch(of: Self.container, limit: limit, bytes: bytes) }
    }

    private func names(_ store: DurableStore, limit: Int = 200, bytes: Int = .max) async throws -> [String] {
        try await batch(store, limit: limit, bytes: bytes)?.changes.map(\.change.name.rawValue) ?? []
    }

    /// Finishes the first batch as applied.
    private func finish(_ store: DurableStore, tag: String? = "new", device: String) async throws {
        let numbers = try await batch(store)?.changes.map(\.number) ?? []
        let outcomes = Dictionary(numbers.map { ($0, RecordChangeOutcome.applied(tag: tag)) }) { first, _ in first }
        try await store.commit(.records(.finish(container: Self.container, device: device, outcomes: outcomes)))
    }

    @Test func aDeletionWithdrawsTheCreationThatWasNeverSent() async throws {
        try await withRecords { store in
            for number in 0..<20 {
                try await store.commit(.records(try set([save("\(number)")], process: "com.a.widget")))
                try await store.commit(.records(try set([.delete("\(number)")])))
            }
            #expect(try await batch(store) == nil)
            #expect(try await store.read { try $0.recordUsage(of: Self.container) }.changes == 0)

            // What was sent, changes a known record, or overwrites one must be deleted in the cloud.
            try await store.commit(.records(try set([save("sent")])))
            let sent = try #require(try await batch(store)).changes.map(\.number)
            let device = try #require(try await store.read { try $0.cloudLink()?.deviceID })
            try await store.commit(.records(.begin(container: Self.container, device: device, numbers: sent)))
            try await store.commit(.records(try set([save("known", tag: "t"), save("other", .allKeys)])))
            try await store.commit(.records(try set([.delete("sent"), .delete("known"), .delete("other")])))
            #expect(try await store.read { try $0.recordUsage(of: Self.container) }.changes == 6)
        }
    }

    @Test func onlyWhatStillWaitsForTheCurrentLinkBegins() async throws {
        try await withRecords { store in
            let device = try #require(try await store.read { try $0.cloudLink()?.deviceID })
            try await store.commit(.records(try set([save("a"), save("b")])))
            let read = try #require(try await batch(store)).changes.map(\.number)
            try await store.commit(.records(try set([.delete("a")])))
            let other = RecordOperation.begin(container: Self.container, device: "another", numbers: read)
            #expect(try await store.commit(.records(other)).outcomes == [.delivering([])])
            #expect(try await batch(store)?.changes.map(\.attempts) == [0])
            let operation = RecordOperation.begin(container: Self.container, device: device, numbers: read)
            #expect(try await store.commit(.records(operation)).outcomes == [.delivering([read[1]])])
            #expect(try await batch(store)?.changes.map(\.attempts) == [1])
        }
    }

    @Test func aDamagedChangeHoldsUpNothingBehindIt() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            var store = try DurableStore(path: path)
            try await store.apply(.link(.sample()))
            try await store.commit(.install("com.a"))
            try await store.commit(.records(try set([save("damaged")])))
            try await store.commit(.records(try set([save("a"), save("b")], zone: "z")))
            await store.close()
            let database = try DatabaseQueue(path: path)
            try await database.write { try $0.execute(sql: "UPDATE recordChange SET record = '{' WHERE zone != 'z'") }
            try database.close()
            store = try DurableStore(path: path)
            #expect(try await names(store) == ["a", "b"])
            await store.close()
        }
    }

    @Test func batchesAreOfOneZoneAndProcessAndHaveNoRecordTwice() async throws {
        try await withRecords { store in
            let device = try #require(try await store.read { try $0.cloudLink()?.deviceID })
            try await store.commit(.records(try set([save("a"), save("b")])))
            try await store.commit(.records(try set([save("c")])))
            try await store.commit(.records(try set([save("a"), save("w")], process: "com.a.widget")))
            try await store.commit(.records(try set([save("y"), save("y")], process: "com.a.widget")))
            try await store.commit(.records(try set([save("z")], zone: "z")))
            try await store.commit(.records(try set([save("p"), save("q")], zone: "z", isAtomic: true)))
            try await store.commit(.records(try set([save("r")], zone: "z")))
            #expect(try await names(store, limit: 2) == ["a", "b"])
            #expect(try await names(store, bytes: 1) == ["a"])
            var all: [[String]] = []
            while let next = try await batch(store) {
                all.append(next.changes.map(\.change.name.rawValue))
                #expect(next.isAtomic == (all.last == ["p", "q"]))
                try await finish(store, device: device)
            }
            #expect(all == [["a", "b", "c"], ["a", "w", "y"], ["y"], ["z"], ["p", "q"], ["r"]])
            let usage = try await store.read { try $0.recordUsage(of: Self.container) }
            #expect(usage.changes == 0 && usage.bytes == 0)
            #expect(try await store.read { try $0.containersWithRecordWork() }.isEmpty)
        }
    }

    @Test func anAtomicBatchIsNeverSplit() async throws {
        try await withRecords { store in
            try await store.commit(.records(try set([save("p"), save("q")], zone: "z", isAtomic: true)))
            #expect(try await names(store, limit: 1, bytes: 1) == ["p", "q"])
        }
    }

    @Test func aLaterSaveOfTheSameProcessContinuesFromTheNewTag() async throws {
        try await withRecords { store in
            let device = try #require(try await store.read { try $0.cloudLink()?.deviceID })
            try await store.commit(.records(try set([save("a", tag: "t1")])))
            try await store.commit(.records(try set([save("a", tag: "t1")])))
            try await store.commit(.records(try set([save("a", tag: "t0")])))
            try await store.commit(.records(try set([save("a", tag: "t1")], process: "com.a.widget")))
            try await finish(store, tag: "t2", device: device)
            var tags: [String?] = []
            while let next = try await batch(store) {
                if case .save(let record, _)? = next.changes.first?.change { tags.append(record.changeTag) }
                try await finish(store, tag: nil, device: device)
            }
            #expect(tags == ["t2", "t0", "t1"])
        }
    }

    @Test func aFullQueueTakesNothing() async throws {
        try await withRecords { store in
            for start in stride(from: 0, to: RecordLimits.queuedChanges, by: 200) {
                try await store.commit(.records(try set((start..<start + 200).map { save(RecordName("r\($0)")) })))
            }
            let error = await #expect(throws: StoreError.self) {
                try await store.commit(.records(try set([save("x")])))
            }
            #expect(error?.code == .limitExceeded)
            #expect(
                try await store.read { try $0.recordUsage(of: Self.container).changes } == RecordLimits.queuedChanges
            )
        }
    }

    @Test func aRefusedChangeIsAFailureUntilTheAppAcknowledgesIt() async throws {
        try await withRecords { store in
            let device = try #require(try await store.read { try $0.cloudLink()?.deviceID })
            try await store.commit(.records(try set([save("a"), .delete("b")])))
            let numbers = try #require(try await batch(store)).changes.map(\.number)
            let refused = RecordChangeOutcome.refused(RecordError(.conflict, "no", retryAfter: .seconds(2)))
            let changes = try await store.changes {
                try await store.commit(
                    .records(
                        .finish(
                            container: Self.container,
                            device: device,
                            outcomes: [numbers[0]: refused, numbers[1]: refused]
                        )
                    )
                )
            }
            #expect(changes.flatMap(\.self).contains(.recordFailures("com.a")))
            let failures = try #require(try await store.read { try $0.nextRecordFailures(of: "com.a") })
            #expect(failures.failures.map(\.name) == ["a", "b"])
            #expect(failures.failures.map(\.operation) == [.save, .delete])
            #expect(failures.failures[0].error == RecordError(.conflict, "no", retryAfter: .seconds(2)))
            #expect(failures.failures[0].record?.fields == ["x": 1])
            try await store.commit(.records(.finishFailures("com.a", through: failures.last)))
            #expect(try await store.read { try $0.nextRecordFailures(of: "com.a") } == nil)
            let again = await #expect(throws: StoreError.self) {
                try await store.commit(.records(.finishFailures("com.a", through: failures.last)))
            }
            #expect(again?.code == .alreadyFinished)
        }
    }

    @Test func largeFailuresAreDeliveredInParts() async throws {
        try await withRecords { store in
            let device = try #require(try await store.read { try $0.cloudLink()?.deviceID })
            let text = String(repeating: "x", count: 400_000)
            for name in ["a", "b", "c"] as [RecordName] {
                let change = RecordChange.save(Record(name, type: "T", fields: ["x": .string(text)]), .allKeys)
                try await store.commit(.records(try set([change])))
            }
            let numbers = try #require(try await batch(store)).changes.map(\.number)
            let outcomes = numbers.map { ($0, RecordChangeOutcome.refused(RecordError(.badRequest, "no"))) }
            try await store.commit(
                .records(
                    .finish(
                        container: Self.container,
                        device: device,
                        outcomes: Dictionary(outcomes) { first, _ in first }
                    )
                )
            )
            var parts: [[RecordName]] = []
            while let next = try await store.read({ try $0.nextRecordFailures(of: "com.a") }) {
                parts.append(next.failures.map(\.name))
                try await store.commit(.records(.finishFailures("com.a", through: next.last)))
            }
            #expect(parts == [["a", "b"], ["c"]])
        }
    }

    @Test func theOldestOfTooManyFailuresAreDropped() async throws {
        try await withFolder { folder in
            let store = try DurableStore(path: folder + "/promises.sqlite")
            try await store.apply(.link(.sample()))
            try await store.commit(.install("com.a"), .records(try set([save("r0")])))
            try await store.apply(.unlink)
            // The others are written here: one after the other would take many seconds.
            let database = try DatabaseQueue(path: folder + "/promises.sqlite")
            try await database.write { database in
                try database.execute(
                    sql: """
                        WITH RECURSIVE copy (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copy WHERE number + 1 < ?)
                        INSERT INTO recordFailure (appID, failure, size)
                        SELECT appID, replace(failure, '"r0"', '"r' || copy.number || '"'), size FROM recordFailure, copy
                        """,
                    arguments: [RecordLimits.failures]
                )
            }
            try await store.apply(.link(.sample()))
            try await store.commit(.records(try set([save("x"), save("y")])))
            try await store.apply(.unlink)
            let first = try await store.read { try $0.nextRecordFailures(of: "com.a") }
            #expect(first?.failures.first?.name == "r2")
            let (count, last) = try await database.read { database in
                (
                    try Int.fetchOne(database, sql: "SELECT count(*) FROM recordFailure"),
                    try String.fetchOne(database, sql: "SELECT failure FROM recordFailure ORDER BY number DESC LIMIT 1")
                )
            }
            #expect(count == RecordLimits.failures)
            #expect(last?.contains(#""y""#) == true)
            await store.close()
        }
    }

    @Test func leavingThePersonEndsWhatWaitsAsFailures() async throws {
        try await withRecords { store in
            try await store.commit(.records(try set([save("a")])))
            // Another database of the same cloud and person still gets it.
            try await store.apply(.link(.sample(epoch: "f")))
            #expect(try await names(store) == ["a"])
            try await store.apply(.link(.sample(user: "you")))
            #expect(try await names(store).isEmpty)
            let failures = try await store.read { try $0.nextRecordFailures(of: "com.a")?.failures }
            #expect(failures?.map(\.error.code) == [.notLinked])
            try await store.commit(.records(try set([save("b")])))
            try await store.apply(.unlink)
            #expect(try await store.read { try $0.nextRecordFailures(of: "com.a")?.failures.count } == 2)
            // What is queued without a cloud waits for the first one.
            try await store.commit(.records(try set([save("c")])))
            try await store.apply(.link(.sample()))
            #expect(try await names(store) == ["c"])
        }
    }

    @Test func anAppThatIsRemovedLeavesItsSavesAndNothingElse() async throws {
        try await withRecords { store in
            try await store.commit(.records(try set([save("a")])))
            try await store.commit(
                .records(.subscribe(app, container: Self.container, .query("s", type: "T"))),
                .records(.setToken(app, container: Self.container, zone: .default, token: "7"))
            )
            try await store.commit(.app(.uninstall("com.a", keepsData: false)))
            #expect(try await names(store) == ["a"])
            #expect(try await store.read { try $0.recordSubscriptions(in: Self.container) }.isEmpty)
            #expect(try await store.read { try $0.recordToken(of: "com.a", Self.container, .default) } == nil)
        }
    }

    @Test func tokensBelongToAnAppAContainerAndAZoneOfOneDatabase() async throws {
        try await withRecords { store in
            try await store.commit(
                .records(.setToken(app, container: Self.container, zone: .default, token: "7")),
                .records(.setToken(app, container: Self.container, zone: "z", token: "8")),
                .records(.setToken("com.b", container: Self.container, zone: "z", token: "9"))
            )
            let read = { (app: AppID, zone: ZoneName) in
                try await store.read { try $0.recordToken(of: app, Self.container, zone) }
            }
            #expect(try await read("com.a", .default) == "7")
            #expect(try await read("com.a", "z") == "8")
            try await store.commit(.records(.forgetZone(container: Self.container, "z")))
            #expect(try await read("com.a", "z") == nil)
            #expect(try await read("com.b", "z") == nil)
            try await store.apply(.resetCursor(epoch: "new"))
            #expect(try await read("com.a", .default) == nil)
            let bad = await #expect(throws: StoreError.self) {
                try await store.commit(
                    .records(.setToken(app, container: Self.container, zone: .default, token: "a\u{0}"))
                )
            }
            #expect(bad?.code == .invalid)
        }
    }

    @Test func aSubscriptionThatFiresOnceEndsWithItsNotification() async throws {
        try await withRecords { store in
            let once = RecordSubscription.query("s", type: "T", firesOnce: true)
            try await store.commit(.records(.subscribe(app, container: Self.container, once)))
            try await store.commit(
                .records(
                    .setSubscription(
                        app,
                        container: Self.container,
                        device: try #require(try await store.read { try $0.cloudLink()?.deviceID }),
                        .created(once, cloudID: "cloud")
                    )
                )
            )
            // The push names the id that the app gave.
            let push = Push(
                id: "p",
                sent: Date(timeIntervalSince1970: 0),
                records: RecordNotification(
                    container: Self.container,
                    zone: .default,
                    recordName: "r",
                    subscriptionID: "cloud",
                    reason: .created
                ),
                isSilent: true
            )
            try await store.apply(
                .receivePush(ReceivedPush(app: app, push: push, wakes: true, sequence: 5, epoch: "e"))
            )
            let queued = try await store.read { try $0.nextPush(of: "com.a") }
            #expect(queued?.push.records?.subscriptionID == "s")
            try await store.commit(.records(.subscriptionFired(container: Self.container, cloudID: "cloud")))
            #expect(try await store.read { try $0.recordSubscriptions(in: Self.container) }.isEmpty)
        }
    }

    @Test func anAppHasALimitedNumberOfSubscriptions() async throws {
        try await withRecords { store in
            for number in 0..<RecordLimits.subscriptions {
                try await store.commit(
                    .records(.subscribe(app, container: Self.container, .query("s\(number)", type: "T")))
                )
            }
            let error = await #expect(throws: StoreError.self) {
                try await store.commit(.records(.subscribe(app, container: Self.container, .query("x", type: "T"))))
            }
            #expect(error?.code == .limitExceeded)
        }
    }
}
