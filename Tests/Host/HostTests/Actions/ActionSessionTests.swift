import Foundation
import HostStorage
import JSON
import JSONRPC
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// `actions/*` and `wake`, over a connection in memory.
@Suite(.timeLimit(.minutes(5))) struct ActionSessionTests {
    private let group = SessionFixture.group
    private let app = SessionFixture.app

    private func request(_ ids: String..., payload: JSONValue = 1, transaction: Int? = nil) -> ActionsEnqueueRequest {
        ActionsEnqueueRequest(
            group: group,
            actions: ids.map { .init(id: ActionID($0), payload: payload) },
            transaction: transaction
        )
    }

    /// Runs a test with a session of an installed app or of its widget.
    private func withApp(
        _ kind: ProcessKind,
        groups: [GroupID] = [SessionFixture.group],
        _ body: @Sendable (SessionFixture) async throws -> Void
    ) async throws {
        try await withSession(kind, groups: groups) { fixture in
            try await fixture.install()
            try await body(fixture)
        }
    }

    private func ask<Request: RPCRequest>(_ request: Request, _ fixture: SessionFixture) async throws -> Request.Reply {
        try await fixture.process.call(request, deadline: .seconds(30))
    }

    private func ids(_ fixture: SessionFixture) async throws -> [ActionID] {
        try await fixture.store.durable.read { try $0.actions(of: SessionFixture.app).actions.map(\.action.id) }
    }

    @Test(arguments: [ProcessKind.app, .widget]) func anActionIsOnDiskWhenItIsAcknowledged(kind: ProcessKind)
        async throws
    {
        try await withApp(kind) { fixture in
            let reply = try await ask(request("1", "2"), fixture)
            #expect(reply.ids == ["1", "2"])
            #expect(try await ids(fixture) == ["1", "2"])
            #expect(try await ask(request("2", "3"), fixture).ids == ["2", "3"])
            #expect(try await ids(fixture) == ["1", "2", "3"])
        }
    }

    @Test func whatIsMalformedOrTooLargeIsRefusedAsAWhole() async throws {
        try await withApp(.widget) { fixture in
            let large = JSONValue.string(String(repeating: "x", count: ActionsEnqueueRequest.payloadBytes))
            let error = await expectError(.limitExceeded) { try await ask(request("1", payload: large), fixture) }
            #expect(error?.message.contains("65536") == true)
            for id in ["", "a b", "a\u{0}b", "\u{1B}[2J", "é", String(repeating: "a", count: 129)] {
                await expectError(.invalidParams) { try await ask(request("good", id), fixture) }
                let transaction = fixture.session.transactions.begin()
                await expectError(.invalidParams) { try await ask(request(id, transaction: transaction), fixture) }
            }
            let many = ActionsEnqueueRequest(
                group: group,
                actions: (0...100).map { .init(id: ActionID("\($0)"), payload: 1) }
            )
            await expectError(.limitExceeded) { try await ask(many, fixture) }
            let ids = (0...100).map { ActionID("\($0)") }
            await expectError(.limitExceeded) {
                try await ask(ActionsWithdrawRequest(group: group, ids: ids), fixture)
            }
            let kept = try await self.ids(fixture)
            #expect(kept.isEmpty)
        }
    }

    @Test func theQueueOfAnAppIsBounded() async throws {
        try await withApp(.widget) { fixture in
            let operations = (0..<ActionOperation.queueLimit).map {
                StoreOperation.action(.enqueue(app, group, .init(id: ActionID("\($0)"), payload: 1)))
            }
            try await fixture.store.durable.commit(StoreTransaction(operations, origin: .host))
            let error = await expectError(.limitExceeded) { try await ask(request("more"), fixture) }
            #expect(error?.message.contains("open the app") == true)
        }
    }

    @Test(arguments: [ProcessKind.app, .widget]) func aGroupWithoutEntitlementIsRefused(kind: ProcessKind) async throws
    {
        try await withApp(kind, groups: []) { fixture in
            let group = self.group
            let error = await expectError(.notEntitled) { try await ask(request("1"), fixture) }
            #expect(error?.message == GroupAccessMessage.missing(group))
            await expectError(.notEntitled) {
                try await ask(ActionsWithdrawRequest(group: group, ids: ["1"]), fixture)
            }
            await expectError(.notEntitled) { try await ask(ActionsPendingRequest(group: group), fixture) }
            await expectError(.notEntitled) { try await ask(ActionsStateRequest(group: group), fixture) }
            let kept = try await ids(fixture)
            #expect(kept.isEmpty)
        }
    }

    @Test func whatIsPendingIsReadInPages() async throws {
        try await withApp(.widget) { fixture in
            for part in 0..<3 {
                let actions = (0..<70).map {
                    ActionsEnqueueRequest.NewAction(id: ActionID("\(part)-\($0)"), payload: 1)
                }
                _ = try await ask(ActionsEnqueueRequest(group: group, actions: actions), fixture)
            }
            var read: [ActionID] = []
            var next: Int?
            repeat {
                let page = try await ask(ActionsPendingRequest(group: group, after: next), fixture)
                #expect(page.actions.count <= 100)
                read += page.actions.map(\.id)
                next = page.next
            } while next != nil
            #expect(read == (0..<3).flatMap { part in (0..<70).map { ActionID("\(part)-\($0)") } })
            #expect(try await ask(ActionsStateRequest(group: group), fixture) == ActionQueueState(pending: 210))
        }
    }

    @Test func inATransactionActionsAreCommittedWithIt() async throws {
        try await withApp(.widget) { fixture in
            let number = fixture.session.transactions.begin()
            _ = try await ask(request("1", "2", transaction: number), fixture)
            _ = try await ask(WakeRequest(transaction: number), fixture)
            #expect(try await ids(fixture).isEmpty)
            #expect(fixture.screen.all.isEmpty)
            let withdrawal = ActionsWithdrawRequest(group: group, ids: ["2", "9"], transaction: number)
            #expect(try await ask(withdrawal, fixture).withdrawn == ["2"])
            let effects = try #require(fixture.session.transactions.end(number))
            #expect(effects.wakesApp)
            try await fixture.store.durable.commit(StoreTransaction(effects.operations, origin: .host))
            #expect(try await ids(fixture) == ["1"])
            await expectError(.transactionOver) { try await ask(request("3", transaction: number), fixture) }
            await expectError(.transactionOver) { try await ask(withdrawal, fixture) }
        }
    }

    @Test func aTransactionMayWithdrawTheSameActionTwice() async throws {
        try await withApp(.widget) { fixture in
            _ = try await ask(request("old"), fixture)
            let number = fixture.session.transactions.begin()
            _ = try await ask(request("new", transaction: number), fixture)
            let withdrawal = ActionsWithdrawRequest(group: group, ids: ["old", "new", "old"], transaction: number)
            #expect(try await ask(withdrawal, fixture).withdrawn == ["old", "new"])
            #expect(try await ask(withdrawal, fixture).withdrawn == [])
            // What is enqueued again can be withdrawn again.
            _ = try await ask(request("new", transaction: number), fixture)
            #expect(try await ask(withdrawal, fixture).withdrawn == ["new"])
            let effects = try #require(fixture.session.transactions.end(number))
            try await fixture.store.durable.commit(StoreTransaction(effects.operations, origin: .host))
            #expect(try await ids(fixture).isEmpty)
        }
    }

    @Test func aTransactionMayWithdrawWhatItEnqueuedAndTheAppProcessedBefore() async throws {
        try await withApp(.widget) { fixture in
            _ = try await ask(request("1", "2"), fixture)
            let read = try await fixture.store.durable.read { [app] in
                try $0.nextActions(of: app, now: Date(timeIntervalSince1970: 0), limit: 1)
            }
            let batch = try #require(read)
            try await fixture.store.durable.commit(.action(.deliver(batch.numbers)))
            let number = fixture.session.transactions.begin()
            _ = try await ask(request("1", "3", transaction: number), fixture)
            // The app has the first one, so enqueuing it again adds nothing that could be withdrawn.
            let withdrawal = ActionsWithdrawRequest(group: group, ids: ["1", "3"], transaction: number)
            #expect(try await ask(withdrawal, fixture).withdrawn == ["3"])
            try await fixture.store.durable.commit(.action(.finish(batch, processed: ["1"])))
            let second = fixture.session.transactions.begin()
            _ = try await ask(request("1", transaction: second), fixture)
            let again = ActionsWithdrawRequest(group: group, ids: ["1"], transaction: second)
            #expect(try await ask(again, fixture).withdrawn == ["1"])
            for transaction in [number, second] {
                let effects = try #require(fixture.session.transactions.end(transaction))
                try await fixture.store.durable.commit(StoreTransaction(effects.operations, origin: .host))
            }
            #expect(try await ids(fixture) == ["2"])
        }
    }

    @Test func aTransactionFailsIfTheAppHasReceivedWhatItWithdraws() async throws {
        try await withApp(.widget) { fixture in
            _ = try await ask(request("1"), fixture)
            let number = fixture.session.transactions.begin()
            let withdrawal = ActionsWithdrawRequest(group: group, ids: ["1"], transaction: number)
            #expect(try await ask(withdrawal, fixture).withdrawn == ["1"])
            let action = try await fixture.store.durable.read { try $0.actions(of: SessionFixture.app).actions[0] }
            try await fixture.store.durable.commit(.action(.deliver([action.number])))
            let effects = try #require(fixture.session.transactions.end(number))
            let error = await #expect(throws: StoreError.self) {
                try await fixture.store.durable.commit(StoreTransaction(effects.operations, origin: .host))
            }
            #expect(error?.code == .notFound)
            #expect(try await ids(fixture) == ["1"])
        }
    }

    @Test func whatIsWithdrawnIsNamed() async throws {
        try await withApp(.widget) { fixture in
            _ = try await ask(request("1", "2"), fixture)
            let withdrawal = ActionsWithdrawRequest(group: group, ids: ["2", "3", "2"])
            #expect(try await ask(withdrawal, fixture).withdrawn == ["2"])
            #expect(try await ids(fixture) == ["1"])
        }
    }

    @Test func aWidgetWakesItsAppAtALimitedRate() async throws {
        try await withApp(.widget) { fixture in
            for _ in 0..<10 { _ = try await ask(WakeRequest(), fixture) }
            await expectError(.limitExceeded) { try await ask(WakeRequest(), fixture) }
            #expect(fixture.screen.all == Array(repeating: "wake \(app)", count: 10))
        }
        try await withApp(.app) { fixture in
            await expectError(.invalidRequest) { try await ask(WakeRequest(), fixture) }
            #expect(fixture.screen.all.isEmpty)
        }
    }
}
