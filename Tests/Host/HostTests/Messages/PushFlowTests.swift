import Foundation
import HostStorage
import JSON
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// From a push in the store to its acknowledgement by the app, with a real process.
@Suite(.timeLimit(.minutes(10))) struct PushFlowTests {
    private let app = HostFixture.app

    private func withTestHost(_ body: (HostFixture) async throws -> Void) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in try await withHost(in: folder, body) }
    }

    private func store(_ fixture: HostFixture) -> DurableStore { fixture.host.store }

    private func send(_ ids: String..., to fixture: HostFixture, wakes: Bool = true) async throws {
        let operations = ids.map { id in
            StoreOperation.cloud(
                .receivePush(
                    ReceivedPush(
                        app: app,
                        push: Push(id: id, sent: fixture.clock.now, extra: ["n": .string(id)], isSilent: true),
                        wakes: wakes,
                        sequence: 0,
                        epoch: "e"
                    )
                )
            )
        }
        try await store(fixture).commit(StoreTransaction(operations, origin: .host))
    }

    /// Waits until no push waits any more.
    private func settle(_ fixture: HostFixture) async throws {
        try await store(fixture).wait(for: "the end of all pushes") { try $0.pendingPushes().isEmpty }
    }

    private func pushes(_ fixture: HostFixture) throws -> [String] {
        try fixture.app.notes("pushes").compactMap { $0.objectValue?["id"]?.stringValue }
    }

    @Test func anAppIsStartedForAPushAndWhatItChangesIsCommittedWithIt() async throws {
        try await withTestHost { fixture in
            try fixture.app.put("effects", [["notifications/badge", ["number": 4]]])
            try await send("p", to: fixture)
            try await settle(fixture)
            let told = try #require(try fixture.app.notes("pushes").first?.objectValue)
            #expect(told["isSilent"] == true)
            #expect(told["extra"] == ["n": "p"])
            #expect(try fixture.app.notes("budgets") == [30_000])
            #expect(try await store(fixture).read { try $0.badge(of: HostFixture.app) } == 4)
        }
    }

    @Test func pushesComeInTheirOrderAndEachOnce() async throws {
        try await withTestHost { fixture in
            try await send("1", "2", "3", to: fixture)
            try await send("2", "4", to: fixture)
            try await settle(fixture)
            #expect(try pushes(fixture) == ["1", "2", "3", "4"])
        }
    }

    @Test(arguments: ["die-early", "die-late"]) func anAppThatDiesIsAskedAgainWithOneEffect(when: String) async throws {
        try await withTestHost { fixture in
            try fixture.app.put(when)
            try fixture.app.put("effects", [["notifications/badge", ["number": 2]]])
            try await send("p", to: fixture)
            try await settle(fixture)
            #expect(try pushes(fixture) == ["p", "p"])
            #expect(try await store(fixture).read { try $0.badge(of: HostFixture.app) } == 2)
        }
    }

    @Test func anAppThatFailsIsNotAskedAgainAndChangesNothing() async throws {
        try await withTestHost { fixture in
            try fixture.app.put("effects", [["notifications/badge", ["number": 2]]])
            try fixture.app.put("fail")
            try await send("p", to: fixture)
            try await settle(fixture)
            #expect(try pushes(fixture) == ["p"])
            #expect(try await store(fixture).read { try $0.badge(of: HostFixture.app) } == 0)
            try fixture.app.remove("fail")
            try await send("q", to: fixture)
            try await settle(fixture)
            #expect(try await store(fixture).read { try $0.badge(of: HostFixture.app) } == 2)
        }
    }

    @Test func aPushOfAnEarlierRunIsHandedOverWhenTheHostIsBack() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try await withHost(in: folder) { fixture in
                try await send("shown", to: fixture, wakes: false)
                #expect(try await store(fixture).read { try $0.pendingPushes() }.isEmpty)
            }
            // It came, and the host was ended before anybody was told.
            let durable = try DurableStore(path: "\(folder)/state/promises.sqlite")
            let push = Push(id: "p", sent: Date(), isSilent: true)
            try await durable.commit(
                .cloud(.receivePush(ReceivedPush(app: app, push: push, wakes: true, sequence: 0, epoch: "e")))
            )
            await durable.close()
            try await withHost(in: folder) { fixture in
                try await settle(fixture)
                #expect(try pushes(fixture) == ["p"])
            }
        }
    }

    @Test func anAppHearsOfItsInbox() async throws {
        try await withTestHost { fixture in
            try await fixture.call()
            try await store(fixture).commit(
                .message(
                    .merge(
                        HostFixture.app,
                        [RemoteMessage(id: MessageID("m"), title: "T", sent: Date(), isRead: false)],
                        lastModified: nil
                    )
                )
            )
            try await fixture.app.waitForNotes("inbox")
            #expect(try fixture.app.notes("inbox") == [["unread": 1]])
            let answers = try await fixture.call(("messages/list", [:]))
            #expect(answers.first?.objectValue?["result"]?.objectValue?["unread"] == 1)
        }
    }
}
