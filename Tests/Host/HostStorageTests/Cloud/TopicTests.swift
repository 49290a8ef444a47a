import HostStorage
import SQLiteSupport
import Testing
import TodayProtocol

/// Which topics the person follows, and what their messages may reach.
@Suite struct TopicTests {
    private func topics(_ store: DurableStore) async throws -> [String] { try await store.read { try $0.topics() } }

    @Test func topicsAreKeptByName() async throws {
        try await withPromises { store async throws in
            #expect(try await store.apply(.addTopic("b")) == .changed)
            #expect(try await store.apply(.addTopic("b")) == .unchanged)
            try await store.apply(.setTopics(["c", "a"]))
            #expect(try await store.apply(.setTopics(["a", "c"])) == .unchanged)
            #expect(try await topics(store) == ["a", "c"])
            #expect(try await store.apply(.removeTopic("c")) == .changed)
            #expect(try await store.apply(.removeTopic("c")) == .unchanged)
            #expect(try await topics(store) == ["a"])
        }
    }

    @Test(arguments: ["", "a/b", "ä", "a b", String(repeating: "a", count: 65)])
    func whatIsNoNameIsRefusedAndInAListPassedOver(name: String) async throws {
        try await withPromises { store async throws in
            #expect(await refusal { try await store.apply(.addTopic(name)) } == .invalid)
            #expect(try await store.apply(.removeTopic(name)) == .unchanged)
            try await store.apply(.setTopics(["a", name, "b"]))
            #expect(try await topics(store) == ["a", "b"])
        }
    }

    @Test func ofMoreThanCanBeKeptAsManyAsCanAreKept() async throws {
        try await withPromises { store async throws in
            let many = (0...TopicLimits.subscriptions).map { "t\(100_000 + $0)" }
            try await store.apply(.setTopics(many.reversed()))
            #expect(try await topics(store) == Array(many.dropLast()))
            // The cloud has accepted it; that it is one too many here is for the log.
            #expect(try await store.apply(.addTopic("a")) == .unchanged)
            #expect(try await topics(store) == Array(many.dropLast()))
            try await store.apply(.removeTopic(many[0]))
            #expect(try await store.apply(.addTopic("a")) == .changed)
            #expect(try await topics(store).first == "a")
        }
    }

    @Test func whatThePersonChangedWinsOverAListThatWasAskedForBefore() async throws {
        try await withPromises { store async throws in
            try await store.apply(.setTopics(["old", "left", "kept"]))
            let before = store.revision
            try await store.apply(.addTopic("new"))
            try await store.apply(.addTopic("old"))
            try await store.apply(.removeTopic("left"))
            try await store.apply(.setTopics(["left", "elsewhere"], asOf: before))
            #expect(try await topics(store) == ["elsewhere", "new", "old"])
            // Of a list that was asked for later everything counts.
            try await store.apply(.setTopics(["left"], asOf: store.revision))
            #expect(try await topics(store) == ["left"])
            try await store.apply(.setTopics(["old"], asOf: store.revision))
            #expect(try await topics(store) == ["old"])
        }
    }

    @Test func aChangeThatMadeNoDifferenceEndsWithTheNextListToo() async throws {
        try await withPromises { store async throws in
            try await store.apply(.setTopics(["a"]))
            try await store.apply(.addTopic("a"))
            try await store.apply(.setTopics([], asOf: store.revision))
            #expect(try await topics(store).isEmpty)
        }
    }

    // MARK: - Hosts

    private func hosts(_ store: DurableStore) async throws -> [String] {
        try await store.read { try $0.topicHosts().map(\.description) }
    }

    @Test func hostsThatAreAllowedAtOnceAreAllAllowed() async throws {
        try await withPromises { store async throws in
            let names = (0..<20).map { "h\($0).example" }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in names {
                    group.addTask { try await store.commit(.topicHost(.allow(try AllowedServer(name)))) }
                }
                try await group.waitForAll()
            }
            #expect(Set(try await hosts(store)) == Set(names))
            let host = try AllowedServer("h3.example")
            #expect(try await store.commit(.topicHost(.allow(host))).outcomes == [.unchanged])
            #expect(try await store.commit(.topicHost(.disallow(host))).outcomes == [.changed])
            #expect(try await store.commit(.topicHost(.disallow(host))).outcomes == [.unchanged])
            #expect(Set(try await hosts(store)) == Set(names).subtracting(["h3.example"]))
        }
    }

    @Test func oneHostTooManyIsRefused() async throws {
        try await withPromises { store async throws in
            for number in 0..<AllowedServerOperation.limit {
                try await store.commit(.topicHost(.allow(try AllowedServer("h\(number).example:8443"))))
            }
            let code = await refusal { try await store.commit(.topicHost(.allow(try AllowedServer("one.more")))) }
            #expect(code == .limitExceeded)
            for number in 0..<AllowedServerOperation.limit {
                try await store.commit(.topicHost(.disallow(try AllowedServer("h\(number).example:8443"))))
            }
            #expect(try await hosts(store).isEmpty)
        }
    }
}
