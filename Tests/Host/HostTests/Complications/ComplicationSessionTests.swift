import Foundation
import HostStorage
import JSON
import JSONRPC
import Testing
import TodayProtocol

@testable import Host

/// What processes may ask of `complication/set`, on the host's side of a connection in memory.
@Suite(.timeLimit(.minutes(10))) struct ComplicationSessionTests {
    private static let app = SessionFixture.app
    private static let three = Complication(shortText: "3 left", gauge: 0.5)

    private func set(_ complication: Complication?, transaction: Int? = nil, _ fixture: SessionFixture) async throws {
        _ = try await fixture.process.call(
            ComplicationSetRequest(complication: complication, transaction: transaction),
            deadline: .seconds(60)
        )
    }

    private func stored(_ fixture: SessionFixture) async throws -> Complication? {
        try await fixture.store.durable.read { try $0.complications().first { $0.app == Self.app }?.complication }
    }

    @Test func anAppSetsAndRemovesItsComplication() async throws {
        try await withSession { fixture in
            try await fixture.install()
            try await set(Self.three, fixture)
            #expect(try await stored(fixture) == Self.three)
            try await set(nil, fixture)
            #expect(try await stored(fixture) == nil)
            // Removing none is no error.
            try await set(nil, fixture)
        }
    }

    @Test func aWidgetHasNoComplication() async throws {
        try await withSession(.widget) { fixture in
            try await fixture.install()
            await expectError(.unavailableInExtensions) { try await set(Self.three, fixture) }
            await expectError(.unavailableInExtensions) { try await set(nil, fixture) }
            #expect(try await stored(fixture) == nil)
        }
    }

    @Test func whatATransactionSetsIsCommittedWithIt() async throws {
        try await withSession { fixture in
            try await fixture.install()
            let number = fixture.session.transactions.begin()
            try await set(Self.three, transaction: number, fixture)
            #expect(try await stored(fixture) == nil)
            let collected = try #require(fixture.session.transactions.end(number))
            #expect(collected.operations == [.complication(.set(Self.app, Self.three))])
            await expectError(.transactionOver) { try await set(nil, transaction: number, fixture) }
        }
    }

    /// As JSON, since the type of an honest process cannot express all of it.
    static let hostile: [JSONValue] = [
        ["shortText": .string(String(repeating: "a", count: 65))], ["shortText": "a\nb"], ["shortText": "\u{1B}[2J"],
        ["shortText": ""], [:], ["shortText": .null], ["shortText": 7], ["shortText": "x", "gauge": 1.5],
        ["shortText": "x", "gauge": -1], ["shortText": "x", "gauge": "NaN"], ["shortText": "x", "gauge": [1]],
        ["shortText": "x", "longText": .string(String(repeating: "a", count: 257))],
        ["shortText": "x", "symbol": .string(String(repeating: "a", count: 65))],
        ["shortText": "x", "class": .array((1...9).map { .string("c\($0)") })],
        ["shortText": "x", "class": ["no spaces"]], ["shortText": "x", "class": "urgent"], "x", [1],
    ]

    private struct RawRequest: RPCRequest {
        static let method = ComplicationSetRequest.method
        typealias Reply = EmptyReply
        var complication: JSONValue
        var transaction: Int?
    }

    @Test(arguments: hostile) func hostileValuesAreRefusedAndLeaveTheLastOne(_ value: JSONValue) async throws {
        try await withSession { fixture in
            try await fixture.install()
            try await set(Self.three, fixture)
            let process = fixture.process
            await expectError(.invalidParams) {
                try await process.call(RawRequest(complication: value), deadline: .seconds(60))
            }
            let number = fixture.session.transactions.begin()
            await expectError(.invalidParams) {
                try await process.call(RawRequest(complication: value, transaction: number), deadline: .seconds(60))
            }
            // The transaction goes on without it.
            #expect(fixture.session.transactions.end(number)?.operations == [])
            #expect(try await stored(fixture) == Self.three)
        }
    }

    @Test func tooManyOutsideOfTransactionsAreRefused() async throws {
        try await withSession { fixture in
            try await fixture.install()
            for number in 1...60 { try await set(Complication(shortText: "\(number)"), fixture) }
            let error = await expectError(.limitExceeded) { try await set(Complication(shortText: "61"), fixture) }
            #expect(error?.message.contains("60 in ten seconds") == true)
            #expect(try await stored(fixture) == Complication(shortText: "60"))
            let number = fixture.session.transactions.begin()
            try await set(Complication(shortText: "inside"), transaction: number, fixture)
        }
    }
}
