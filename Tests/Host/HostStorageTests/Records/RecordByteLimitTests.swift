import GRDB
import HostStorage
import Testing
import TodayProtocol

/// What bounds the room that the records of one app need in the store.
@Suite struct RecordByteLimitTests {
    private func save(_ name: RecordName, of app: AppID = "com.a", in container: String) throws -> StoreOperation {
        let record = Record(name, type: "T", fields: ["x": .string(String(repeating: "x", count: 995_000))])
        return .records(
            .enqueue(
                try RecordChangeSet(
                    container: container,
                    zone: .default,
                    app: app,
                    process: app.rawValue,
                    changes: [.save(record, .allKeys)]
                )
            )
        )
    }

    /// Runs a test on a store that has two changes, and each of them 32 times more, as if it had been enqueued.
    private func withChanges(
        _ first: StoreOperation,
        _ second: StoreOperation,
        _ body: (DurableStore) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let store = try DurableStore(path: folder + "/promises.sqlite")
            try await store.commit(first, second)
            try await DatabaseQueue(path: folder + "/promises.sqlite").write { database in
                try database.execute(
                    sql: """
                        WITH RECURSIVE copy (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copy WHERE number < 32)
                        INSERT INTO recordChange (container, zone, appID, process, name, kind, record, size, attempts)
                        SELECT container, zone, appID, process, name || copy.number, kind, record, size, attempts
                        FROM recordChange, copy;
                        UPDATE recordUsage SET changes = changes * 33, bytes = bytes * 33;
                        """
                )
            }
            try await body(store)
            await store.close()
        }
    }

    @Test func whatAnAppQueuesIsBoundedInAllContainersTogether() async throws {
        try await withChanges(try save("a", in: "c1"), try save("b", in: "c2")) { store async throws in
            try await store.commit(try save("c", in: "c2"))
            #expect(await refusal { try await store.commit(try save("more", in: "c3")) } == .limitExceeded)
            #expect(try await store.read { try $0.recordUsage(of: "c3").changes } == 0)
            try await store.commit(try save("more", of: "com.b", in: "c3"))
        }
    }

    @Test func whatAContainerQueuesIsBoundedForAllAppsTogether() async throws {
        try await withChanges(try save("a", in: "c"), try save("b", of: "com.b", in: "c")) { store async throws in
            try await store.commit(try save("c", of: "com.b", in: "c"))
            #expect(await refusal { try await store.commit(try save("more", of: "com.b", in: "c")) } == .limitExceeded)
            try await store.commit(try save("more", of: "com.b", in: "d"))
        }
    }

    @Test func theOldestOfTooLargeFailuresAreDropped() async throws {
        try await withPromises { store async throws in
            try await store.apply(.link(.sample()))
            try await store.commit(.install("com.a"))
            for number in 0..<18 { try await store.commit(try save("\(number)", in: "c")) }
            try await store.apply(.unlink)
            var names: [String] = []
            while let next = try await store.read({ try $0.nextRecordFailures(of: "com.a") }) {
                names += next.failures.map(\.name.rawValue)
                try await store.commit(.records(.finishFailures("com.a", through: next.last)))
            }
            #expect(names == (2..<18).map { "\($0)" })
        }
    }
}
