import FoundationEssentials
import HostStorage
import Testing
import TodayProtocol
import TodayTestSupport

/// A deletion that can be undone hides a message, and reaches the cloud when its time is over.
@Suite struct HeldDeletionTests {
    private func withMessages(_ body: (DurableStore, SettableDate) async throws -> Void) async throws {
        let date = SettableDate()
        try await withPromises(now: { date.value }) { store async throws in
            try await store.merge([.sample("a"), .sample("b")])
            try await store.apply(.delete("com.a", ["a"], hold: 60))
            try await body(store, date)
        }
    }

    private func ids(_ store: DurableStore) async throws -> [MessageID] {
        try await store.read { try $0.messages(of: "com.a", limit: 9).messages.map(\.id) }
    }

    @Test func nothingSeesAHiddenMessageAndTheCloudDoesNotLearnOfIt() async throws {
        try await withMessages { store, _ in
            #expect(try await ids(store) == ["b"])
            #expect(try await store.read { try $0.message("a", of: "com.a") } == nil)
            #expect(try await store.read { try $0.unread(of: "com.a") } == 1)
            #expect(try await store.read { try $0.inbox(of: "com.a").messages } == 1)
            #expect(try await store.read { try $0.unsyncedChanges(of: "com.a") }.isEmpty)
            // Marks do not reach it, and the cloud's list does not bring it back.
            try await store.apply(.read("com.a", ["a"], true))
            try await store.merge([.sample("a"), .sample("b")])
            #expect(try await ids(store) == ["b"])
            #expect(try await store.read { try $0.unsyncedChanges(of: "com.a") }.isEmpty)
        }
    }

    @Test func itComesBackUnchanged() async throws {
        try await withMessages { store, date in
            try await store.apply(.restore("com.a", ["a", "b", "c"]))
            #expect(try await Set(ids(store)) == ["a", "b"])
            #expect(try await store.read { try $0.unread(of: "com.a") } == 2)
            #expect(try await store.read { try $0.nextMessageExpiry() } == nil)
            date.advance(by: 61)
            try await store.apply(.expire)
            #expect(try await Set(ids(store)) == ["a", "b"])
        }
    }

    @Test func itIsDeletedEverywhereWhenItsTimeIsOver() async throws {
        try await withMessages { store, date in
            let end = try #require(try await store.read { try $0.nextMessageExpiry() })
            #expect(end == date.value.addingTimeInterval(60))
            // A repeated deletion does not begin anew.
            date.advance(by: 30)
            try await store.apply(.delete("com.a", ["a"], hold: 60))
            try await store.apply(.expire)
            #expect(try await store.read { try $0.isDeletionHeld(of: "a", in: "com.a") })
            date.advance(by: 30)
            try await store.apply(.expire)
            try await store.apply(.restore("com.a", ["a"]))
            #expect(try await ids(store) == ["b"])
            #expect(try await store.read { try $0.unsyncedChanges(of: "com.a").map(\.kind) } == [.delete])
        }
    }

    @Test func aMessageThatWasDeletedElsewhereIsGone() async throws {
        try await withMessages { store, _ in
            try await store.merge([.sample("b")])
            try await store.apply(.restore("com.a", ["a"]))
            #expect(try await ids(store) == ["b"])
        }
    }

    @Test func aDeletionAtOnceEndsTheHold() async throws {
        try await withMessages { store, _ in
            try await store.apply(.delete("com.a", ["a"]))
            #expect(try await store.read { try $0.unsyncedChanges(of: "com.a").map(\.kind) } == [.delete])
            try await store.apply(.restore("com.a", ["a"]))
            #expect(try await ids(store) == ["b"])
        }
    }
}
