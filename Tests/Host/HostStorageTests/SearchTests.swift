import Dispatch
import HostStorage
import Testing
import TodayProtocol

/// What goes on beside a search.
@Suite(.timeLimit(.minutes(5))) struct SearchTests {
    /// A search that a test holds up.
    private final class Gate: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let begun: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() { (begun, continuation) = AsyncStream.makeStream() }

        /// Holds up whoever calls it until ``open()``.
        func pass() {
            continuation.yield()
            gate.wait()
        }

        func waitUntilHeld() async {
            for await _ in begun { return }
        }

        func open() { gate.signal() }
    }

    @Test func commitsAndReadsGoOnWhileASearchIsRunning() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("a", title: "Soup")])
            let gate = Gate()
            let search = Task {
                try await store.search { reader in
                    // The search has its view of the database by now.
                    let count = try reader.messages(of: nil, limit: 9).messages.count
                    gate.pass()
                    return (count, try reader.messages(of: "com.a", limit: 9, matching: "soup").messages.map(\.id))
                }
            }
            await gate.waitUntilHeld()
            try await store.merge([.sample("b", title: "Soup"), .sample("a", title: "Soup")])
            #expect(try await store.listed() == ["b", "a"])
            gate.open()
            let (count, ids) = try await search.value
            // All of it is as it was at one moment.
            #expect(count == 1)
            #expect(ids == ["a"])
        }
    }

    @Test func aSearchSeesWhatWasHandedInBeforeIt() async throws {
        try await withPromises { store async throws in
            let (found, continuation) = AsyncStream<[MessageID]>.makeStream()
            await store.holdingWriter {
                let merge = MessageOperation.merge("com.a", [.sample("a", title: "Soup")], lastModified: nil)
                store.enqueue(StoreTransaction([.message(merge)], origin: .host)) { _ in }
                store.enqueueSearch { reader in
                    try reader.messages(of: nil, limit: 9, matching: "soup").messages.map(\.id)
                } completion: { result in
                    continuation.yield((try? result.get()) ?? [])
                }
            }
            for await ids in found {
                #expect(ids == ["a"])
                break
            }
        }
    }

    @Test func aSearchOnlyReadsAndSaysWhatItMisses() async throws {
        try await withPromises { store async throws in
            let code = await refusal {
                _ = try await store.search { try $0.messages(of: nil, after: "x", limit: 9, matching: "soup") }
            }
            #expect(code == .notFound)
        }
    }

    @Test func closingWaitsForTheSearchThatIsRunning() async throws {
        try await withFolder { folder in
            let store = try DurableStore(path: folder + "/promises.sqlite")
            try await store.merge([.sample("a", title: "Soup")])
            let gate = Gate()
            let search = Task {
                try await store.search { reader in
                    gate.pass()
                    return try reader.messages(of: nil, limit: 9, matching: "soup").messages.map(\.id)
                }
            }
            await gate.waitUntilHeld()
            async let closed: Void = store.close()
            gate.open()
            #expect(try await search.value == ["a"])
            await closed
            #expect(await refusal { _ = try await store.search { _ in } } == .closed)
        }
    }
}
