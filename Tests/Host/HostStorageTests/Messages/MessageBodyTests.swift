import FoundationEssentials
import HostStorage
import Testing
import TodayProtocol
import TodayTestSupport

/// Which bodies are here, and when those that are missing are tried again.
@Suite struct MessageBodyTests {
    private func hasBody(_ id: MessageID, _ store: DurableStore) async throws -> Bool? {
        try await store.read { try $0.message(id, of: "com.a")?.hasBody }
    }

    @Test func aMissingBodyIsTriedAfterLongerAndLongerPauses() async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            try await store.merge([.sample("a")])
            #expect(try await store.read { try $0.missingBodies(of: "com.a").map(\.attempts) } == [0])
            var pauses: [Double] = []
            for _ in 0..<14 {
                #expect(try await store.apply(.bodyFailed("com.a", "a", reason: "offline")) == .unchanged)
                let missing = try #require(try await store.read { try $0.missingBodies(of: "com.a").first })
                pauses.append(missing.nextAttempt.timeIntervalSince(date.value))
                let next = try await store.read { try $0.nextBodyAttempt(after: date.value) }
                #expect(next == missing.nextAttempt)
                // One that is nearly due is neither due nor forgotten.
                let justBefore = missing.nextAttempt.addingTimeInterval(-0.0004)
                #expect(try await store.read { try $0.nextBodyAttempt(after: justBefore) } == missing.nextAttempt)
                #expect(try await store.read { try $0.nextBodyAttempt(after: missing.nextAttempt) } == nil)
            }
            #expect(pauses.prefix(4) == [5, 10, 20, 40])
            #expect(pauses.suffix(3) == [3600, 3600, 3600])
            try await store.bodyArrived("a")
            #expect(try await store.read { try $0.missingBodies(of: "com.a") }.isEmpty)
            #expect(try await store.read { try $0.nextBodyAttempt(after: date.value) } == nil)
            #expect(try await hasBody("a", store) == true)
        }
    }

    @Test func missingBodiesComeInTheOrderInWhichTheyMayBeTried() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("c"), .sample("b"), .sample("a")])
            try await store.apply(.bodyFailed("com.a", "c", reason: "no"))
            #expect(try await store.read { try $0.missingBodies(of: "com.a").map(\.message) } == ["b", "a", "c"])
        }
    }

    @Test func aBodyThatIsLostOnDiskIsMissingAgain() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("a")])
            try await store.bodyArrived("a")
            #expect(try await store.apply(.bodyFailed("com.a", "a", reason: "lost")) == .changed)
            #expect(try await hasBody("a", store) == false)
            #expect(try await store.read { try $0.missingBodies(of: "com.a").map(\.message) } == ["a"])
        }
    }

    @Test func theBodyOfAMessageThatIsGoneIsToldSoThatItsFilesGo() async throws {
        try await withPromises { store async throws in
            let changes = try await store.changes { try await store.bodyArrived("gone") }
            #expect(changes == [[.messageRemoved("com.a", "gone")]])
            #expect(try await store.apply(.bodyFailed("com.a", "gone", reason: "")) == .unchanged)
        }
    }

    @Test func onlyABodyThatWasLetGoIsWantedAgain() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("a"), .sample("b")])
            try await store.bodyArrived("a")
            try await store.apply(.bodyFailed("com.a", "b", reason: "offline"))
            let missing = try await store.read { try $0.missingBodies(of: "com.a") }
            for id in ["a", "b", "gone"] as [MessageID] {
                #expect(try await store.apply(.bodyWanted("com.a", id)) == .unchanged)
            }
            #expect(try await store.read { try $0.missingBodies(of: "com.a") } == missing)
            #expect(try await hasBody("a", store) == true)
        }
    }

    @Test func whenBodiesAreTooLargeTogetherTheOldestGo() async throws {
        try await withPromises { store async throws in
            let half = MessageLimits.bodyBytes / 2
            try await store.merge([.sample("c", sent: 3), .sample("b", sent: 2), .sample("a", sent: 1)])
            try await store.bodyArrived("c", size: half)
            try await store.bodyArrived("a", size: half)
            let changes = try await store.changes { try await store.bodyArrived("b", size: 100) }
            #expect(changes.flatMap(\.self).contains(.messageRemoved("com.a", "a")))
            #expect(try await hasBody("a", store) == false)
            #expect(try await hasBody("b", store) == true)
            #expect(try await hasBody("c", store) == true)
            // It is not fetched again by itself, but for whoever opens it.
            #expect(try await store.read { try $0.missingBodies(of: "com.a") }.isEmpty)
            #expect(try await store.number() == 3)
            #expect(try await store.apply(.bodyWanted("com.a", "a")) == .changed)
            let wanted = try await store.read { try $0.missingBodies(of: "com.a") }
            #expect(wanted.map(\.message) == ["a"])
            #expect(wanted.first.map { $0.nextAttempt < .sample(0) } ?? false)
            // What goes gives its room back.
            try await store.apply(.delete("com.a", ["c"]))
            try await store.bodyArrived("a", size: half)
            #expect(try await hasBody("b", store) == true)
        }
    }
}
