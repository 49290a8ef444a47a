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

    @Test func whatAnAppQueuesIsBoundedInAllContainersTogether() async throws {
        try await withPromises { store async throws in
            for number in 0..<67 {
                try await store.commit(try save("\(number)", in: number < 34 ? "c1" : "c2"))
            }
            #expect(await refusal { try await store.commit(try save("more", in: "c3")) } == .limitExceeded)
            #expect(try await store.read { try $0.recordUsage(of: "c3").changes } == 0)
            try await store.commit(try save("more", of: "com.b", in: "c3"))
        }
    }

    @Test func whatAContainerQueuesIsBoundedForAllAppsTogether() async throws {
        try await withPromises { store async throws in
            for number in 0..<67 {
                try await store.commit(try save("\(number)", of: number < 34 ? "com.a" : "com.b", in: "c"))
            }
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
