import Foundation
import Testing
import TodayTestSupport

@testable import CloudStorage

@Suite(.timeLimit(.minutes(10))) struct AttributeTests {
    private let id = ChannelID("c")

    private func withChannel(_ body: (StoreFixture) async throws -> Void) async throws {
        try await withStore { fixture async throws in
            try await fixture.store.addChannel(NewChannel(id: id, type: "ios"), to: fixture.app)
            try await fixture.store.changeNamedUser("ada", of: fixture.app)
            try await body(fixture)
        }
    }

    private func set(_ key: String, _ value: AttributeValue?, _ date: Date? = nil) -> AttributeChange {
        AttributeChange(key: key, value: value, date: date)
    }

    private func attributes(_ fixture: StoreFixture) async throws -> [String: AttributeValue]? {
        try await fixture.store.channel(id, of: fixture.app)?.attributes
    }

    private func change(_ fixture: StoreFixture, _ changes: AttributeChange...) async throws {
        let outcome = try await fixture.store.changeAttributes(changes, ofChannels: [id], of: fixture.app)
        #expect(outcome == AttributeOutcome())
    }

    private func rows(_ fixture: StoreFixture) async throws -> [Int] {
        [try await fixture.count("channelAttribute"), try await fixture.count("namedUserAttribute")]
    }

    @Test func valuesOfEveryKindAreKeptAndTakenAway() async throws {
        try await withChannel { fixture async throws in
            let date = Date(timeIntervalSince1970: 1_700_000_000)
            let values: [String: AttributeValue] = [
                "text": .text("a ü \" 'b'"), "digits": .text("5"), "number": .number(-2.5), "date": .date(date),
            ]
            let changes = values.map { set($0, $1) }
            let store = fixture.store
            _ = try await store.changeAttributes(changes, ofChannels: [id], of: fixture.app)
            _ = try await store.changeAttributes(changes, ofNamedUsers: ["ada"], of: fixture.app)
            #expect(try await attributes(fixture) == values)
            #expect(try await store.channels(of: fixture.app).map(\.attributes) == [values])
            #expect(try await store.namedUser("ada", of: fixture.app)?.attributes == values)
            try await change(fixture, set("text", nil), set("number", .text("x")), set("never", nil))
            #expect(try await attributes(fixture) == ["digits": .text("5"), "number": .text("x"), "date": .date(date)])
        }
    }

    @Test func largeChangesThatComeTogetherAllEnd() async throws {
        try await withChannel { fixture async throws in
            let store = fixture.store
            let ids = (0..<30).map { ChannelID("many\($0)") }
            for id in ids { try await store.addChannel(NewChannel(id: id, type: "ios"), to: fixture.app) }
            try await withThrowingTaskGroup(of: AttributeOutcome.self) { group in
                for part in 0..<6 {
                    let changes = (0..<30).map { set("k\(part * 30 + $0)", .number(Double(part))) }
                    let all = ids + [ChannelID("none\(part)")]
                    group.addTask { try await store.changeAttributes(changes, ofChannels: all, of: fixture.app) }
                }
                for try await outcome in group {
                    #expect(outcome.unknown.count == 1)
                    #expect(outcome.full.isEmpty)
                }
            }
            for id in ids { #expect(try await store.channel(id, of: fixture.app)?.attributes.count == 180) }
        }
    }

    @Test func whatIsOlderChangesNothing() async throws {
        try await withChannel { fixture async throws in
            let now = fixture.clock.value
            try await change(fixture, set("a", .number(1), now - 10))
            try await change(fixture, set("a", .number(2), now - 20), set("a", nil, now - 11))
            #expect(try await attributes(fixture) == ["a": .number(1)])
            try await change(fixture, set("a", .number(3), now - 10))
            #expect(try await attributes(fixture) == ["a": .number(3)])
            // A removed attribute stays removed, although an older value arrives later.
            try await change(fixture, set("a", nil, now - 5), set("a", .number(4), now - 6))
            #expect(try await attributes(fixture) == [:])
            // A client with a fast clock does not prevent later changes of an attribute.
            try await change(fixture, set("a", .number(5), now + 1_000_000))
            fixture.clock.advance(by: 1)
            try await change(fixture, set("a", .number(6)))
            #expect(try await attributes(fixture) == ["a": .number(6)])
        }
    }

    @Test func aFullChannelTakesChangesOfWhatItHas() async throws {
        try await withChannel { fixture async throws in
            let store = fixture.store
            for part in 0..<4 {
                let some = (0..<50).map { set("k\(part * 50 + $0)", .number(1)) }
                _ = try await store.changeAttributes(some, ofChannels: [id], of: fixture.app)
            }
            let changes = [set("k0", .number(2)), set("more", .number(1)), set("k1", nil), set("instead", .text("x"))]
            let outcome = try await store.changeAttributes(changes, ofChannels: [id], of: fixture.app)
            #expect(outcome == AttributeOutcome(full: ["c"]))
            let kept = try #require(try await attributes(fixture))
            #expect(kept.count == CloudStore.attributeLimit)
            #expect(kept["k0"] == .number(2))
            #expect(kept["more"] == nil)
            #expect(kept["instead"] == .text("x"))
        }
    }

    @Test func removalsAreForgottenInTime() async throws {
        try await withChannel { fixture async throws in
            for part in 0..<5 {
                let some = (0..<100).map { set("k\(part * 100 + $0)", nil) }
                _ = try await fixture.store.changeAttributes(some, ofChannels: [id], of: fixture.app)
                fixture.clock.advance(by: 1)
            }
            #expect(try await rows(fixture) == [CloudStore.attributeLimit, 0])
        }
    }

    @Test func whoIsUnknownOrAnotherAppsIsNamed() async throws {
        try await withChannel { fixture async throws in
            let store = fixture.store
            let other = NewApp(name: "org.test.Other", key: "other", secret: "s", masterHash: hash("o"))
            try await store.addApps([other])
            let app = try #require(try await store.app(key: "other")).number
            let changes = [set("a", .number(1))]
            let ids = [id, ChannelID("none")]
            let own = try await store.changeAttributes(changes, ofChannels: ids, of: fixture.app)
            #expect(own == AttributeOutcome(unknown: ["none"]))
            let others = try await store.changeAttributes(changes, ofChannels: ids, of: app)
            #expect(others == AttributeOutcome(unknown: ["c", "none"]))
            let users = try await store.changeAttributes(changes, ofNamedUsers: ["ada"], of: app)
            #expect(users == AttributeOutcome(unknown: ["ada"]))
            #expect(try await rows(fixture) == [1, 0])
        }
    }

    @Test func attributesGoWithTheirOwner() async throws {
        try await withChannel { fixture async throws in
            let store = fixture.store
            try await change(fixture, set("a", .number(1)))
            _ = try await store.changeAttributes([set("a", .number(1))], ofNamedUsers: ["ada"], of: fixture.app)
            #expect(try await rows(fixture) == [1, 1])
            try await store.removeChannels([id], of: fixture.app)
            try await store.removeNamedUsers(["ada"], of: fixture.app)
            #expect(try await rows(fixture) == [0, 0])
        }
    }

    @Test func manyChannelsAreChangedInSeveralSteps() async throws {
        try await withStore { fixture async throws in
            let ids = (0..<95).map { ChannelID("c\($0)") }
            for id in ids { try await fixture.store.addChannel(NewChannel(id: id, type: "ios"), to: fixture.app) }
            let changes = (0..<100).map { set("k\($0)", .number(Double($0))) }
            let all = ids + [ChannelID("none")]
            let outcome = try await fixture.store.changeAttributes(changes, ofChannels: all, of: fixture.app)
            #expect(outcome == AttributeOutcome(unknown: ["none"]))
            #expect(try await rows(fixture) == [9500, 0])
        }
    }
}
