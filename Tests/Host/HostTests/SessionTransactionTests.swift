import AsyncPrimitives
import HostClock
import HostStorage
import JSON
import JSONRPC
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// The laws of the transactions of a process, on the host's side.
@Suite(.timeLimit(.minutes(10))) struct SessionTransactionTests {
    private let group = SessionFixture.group

    @Test func aTransactionIsSeenInsideAndNowhereElseUntilItIsCommitted() async throws {
        try await withSession { fixture in
            let number = fixture.session.transactions.begin()
            _ = try await fixture.process.call(
                DefaultsSetRequest(group: group, key: "k", value: .integer(1), transaction: number),
                deadline: .seconds(60)
            )
            let inside = try await fixture.process.call(
                DefaultsGetRequest(group: group, key: "k", transaction: number),
                deadline: .seconds(60)
            )
            let outside = try await fixture.process.call(
                DefaultsGetRequest(group: group, key: "k"),
                deadline: .seconds(60)
            )
            #expect(inside.value == .integer(1))
            #expect(outside.value == nil)
            #expect(fixture.told.changes.isEmpty)
            let effects = try #require(fixture.session.transactions.end(number))
            try await fixture.store.durable.commit(
                StoreTransaction(effects.operations, origin: .app(SessionFixture.app))
            )
            // Its answer comes behind whatever the host told before.
            _ = try await fixture.process.call(
                DefaultsGetRequest(group: group, key: "k"),
                deadline: .seconds(60)
            )
            #expect(fixture.told.changes.map(\.values) == [["k": .integer(1)]])
        }
    }

    @Test func whatATransactionCollectedIsGoneIfItIsNotCommitted() async throws {
        try await withSession { fixture in
            let number = fixture.session.transactions.begin()
            _ = try await fixture.process.call(
                DefaultsSetRequest(group: group, key: "k", value: .integer(1), transaction: number),
                deadline: .seconds(60)
            )
            _ = fixture.session.transactions.end(number)
            let reply = try await fixture.process.call(
                DefaultsGetRequest(group: group, key: "k"),
                deadline: .seconds(60)
            )
            #expect(reply.value == nil)
        }
    }

    @Test func aWriteInATransactionThatIsOverIsRefused() async throws {
        try await withSession { fixture in
            let number = fixture.session.transactions.begin()
            _ = fixture.session.transactions.end(number)
            await expectError(.transactionOver) {
                try await fixture.process.call(
                    DefaultsSetRequest(group: group, key: "k", value: .integer(1), transaction: number),
                    deadline: .seconds(60)
                )
            }
        }
    }

    @Test func aRemovalInATransactionIsSeenInside() async throws {
        try await withSession { fixture in
            _ = try await fixture.process.call(
                DefaultsSetRequest(group: group, key: "k", value: .integer(1)),
                deadline: .seconds(60)
            )
            let number = fixture.session.transactions.begin()
            _ = try await fixture.process.call(
                DefaultsRemoveRequest(group: group, key: "k", transaction: number),
                deadline: .seconds(60)
            )
            let inside = try await fixture.process.call(
                DefaultsGetRequest(group: group, key: "k", transaction: number),
                deadline: .seconds(60)
            )
            #expect(inside.value == nil)
        }
    }

    @Test func aTransactionIsBounded() async throws {
        try await withSession { fixture in
            let number = fixture.session.transactions.begin()
            for index in 0..<HostTransaction.limit {
                _ = try await fixture.process.call(
                    DefaultsSetRequest(group: group, key: "k\(index)", value: .bool(true), transaction: number),
                    deadline: .seconds(60)
                )
            }
            await expectError(.limitExceeded) {
                try await fixture.process.call(
                    DefaultsSetRequest(group: group, key: "one", value: .bool(true), transaction: number),
                    deadline: .seconds(60)
                )
            }
        }
    }
}
