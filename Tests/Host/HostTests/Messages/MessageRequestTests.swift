import Foundation
import HostModel
import HostStorage
import Synchronization
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// What surfaces ask about many messages.
@Suite(.timeLimit(.minutes(10))) struct MessageRequestTests {
    @Test func messagesAreFoundAndChangedTogether() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try await withHost(in: folder) { fixture in
                let (store, app) = (fixture.host.store, HostFixture.app)
                let (a, b, gone) = (MessageID("a"), MessageID("b"), MessageID("gone"))
                let list = [a, b].map { RemoteMessage(id: $0, title: "T", sent: Date(), isRead: false) }
                let other = AppID("org.example.Other")
                try await store.commit(
                    .message(.merge(app, list, lastModified: nil)),
                    .message(.merge(other, list, lastModified: nil))
                )
                let found = [MessageReference(app: app, id: b), MessageReference(app: app, id: a)]
                #expect(try await fixture.host.send(FindMessagesRequest([b, gone, a, b], of: nil)) == found)
                #expect(try await fixture.host.send(FindMessagesRequest([gone], of: app)).isEmpty)
                #expect(
                    try await fixture.host.send(FindMessagesRequest([a], of: other)) == [
                        MessageReference(app: other, id: a)
                    ]
                )

                let commits = Commits()
                let observation = store.observe { commits.note($0) }
                defer { observation.cancel() }
                let places = found + [MessageReference(app: other, id: a), MessageReference(app: other, id: gone)]
                try await fixture.host.send(SetMessagesReadRequest(true, places))
                #expect(try await store.read { try $0.unreadTotal() } == 1)
                try await fixture.host.send(DeleteMessagesRequest(places))
                #expect(try await store.read { try $0.messages(of: nil, limit: 9).messages.map(\.id) } == [b])
                // However many apps they are of.
                #expect(commits.count(of: app) == 2)
                #expect(commits.count(of: other) == 2)
                #expect(commits.count == 2)
            }
        }
    }

    @Test func deletedMessagesAreRestoredByHowTheirIDsBegin() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try await withHost(in: folder) { fixture in
                let (host, store, app) = (fixture.host, fixture.host.store, HostFixture.app)
                let ids = ["lunch-1", "lunch-2", "dinner-1", "dinner-2"].map { MessageID($0) }
                let list = ids.map { RemoteMessage(id: $0, title: "T", sent: Date(), isRead: false) }
                try await store.commit(.message(.merge(app, list, lastModified: nil)))
                let deleted = [ids[0], ids[1], ids[2]].map { MessageReference(app: app, id: $0) }
                try await host.send(DeleteMessagesRequest(deleted, hold: 60))
                func shown() async throws -> Set<MessageID> {
                    Set(try await store.read { try $0.messages(of: app, limit: 9).messages.map(\.id) })
                }
                let ambiguous = await #expect(throws: HostError.self) {
                    try await host.send(RestoreMessagesRequest([MessageID("dinn"), MessageID("lunch")]))
                }
                #expect(ambiguous?.code == .invalid)
                #expect(ambiguous?.message.contains("lunch-1, lunch-2") == true)
                #expect(try await shown() == [ids[3]])
                // Three characters are too few.
                let short = await #expect(throws: HostError.self) {
                    try await host.send(RestoreMessagesRequest([MessageID("din")]))
                }
                #expect(short?.code == .notFound)
                // What is not deleted is no candidate.
                try await host.send(RestoreMessagesRequest([MessageID("dinn")]))
                #expect(try await shown() == [ids[2], ids[3]])
                try await host.send(RestoreMessagesRequest([MessageID("lunch-1")], of: app))
                #expect(try await shown() == [ids[0], ids[2], ids[3]])
            }
        }
    }

    @Test func whoeverAsksForABodyThatWasLetGoHasItFetched() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try await withHost(in: folder) { fixture in
                let (store, app) = (fixture.host.store, HostFixture.app)
                let (old, new) = (MessageID("old"), MessageID("new"))
                let list = [new, old].map { RemoteMessage(id: $0, title: "T", sent: Date(), isRead: false) }
                try await store.commit(
                    .message(.merge(app, list, lastModified: nil)),
                    .message(.bodyArrived(app, old, text: "", size: 1)),
                    .message(.bodyArrived(app, new, text: "", size: MessageLimits.bodyBytes))
                )
                #expect(try await store.read { try $0.missingBodies(of: app) }.isEmpty)
                let error = await #expect(throws: HostError.self) {
                    try await fixture.host.send(GetMessageBodyRequest(old, of: app))
                }
                #expect(error?.code == .notFound)
                #expect(try await store.read { try $0.missingBodies(of: app).map(\.message) } == [old])
            }
        }
    }

    /// The commits by the person that changed inboxes.
    private final class Commits: Sendable {
        private let state = Mutex<[[StoreChange]]>([])

        func note(_ commit: Commit) {
            if commit.origin == .person { state.withLock { $0.append(commit.changes) } }
        }

        var count: Int { state.withLock(\.count) }

        func count(of app: AppID) -> Int { state.withLock { $0.count { $0.contains(.messages(app)) } } }
    }
}
