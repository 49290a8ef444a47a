import CloudStorage
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct AttributeAudienceTests {
    private let date = Date(timeIntervalSince1970: 1_700_000_000)

    /// Six channels; the last two are ada's.
    private func withChannels(_ body: (StoreFixture) async throws -> Void) async throws {
        try await withStore { fixture async throws in
            let store = fixture.store
            for index in 0..<6 {
                let language = index == 3 ? "de" : "en"
                let channel = NewChannel(
                    id: ChannelID("c\(index)"),
                    type: "ios",
                    zone: index == 0 ? nil : "Europe/Berlin",
                    properties: #"{"locale_language":"\#(language)","ios":{"badge":1}}"#
                )
                try await store.addChannel(channel, to: fixture.app)
                if index > 3 { _ = try await store.associate(channel.id, with: "ada", of: fixture.app) }
            }
            let own = [
                AttributeChange(key: "team", value: .text("red")), AttributeChange(key: "age", value: .number(5)),
                AttributeChange(key: "since", value: .date(date)),
            ]
            let others = [
                AttributeChange(key: "team", value: .text("Red")), AttributeChange(key: "age", value: .text("5")),
            ]
            _ = try await store.changeAttributes(own, ofChannels: [ChannelID("c1"), ChannelID("c5")], of: fixture.app)
            _ = try await store.changeAttributes(others, ofChannels: [ChannelID("c2")], of: fixture.app)
            _ = try await store.changeAttributes(own, ofNamedUsers: ["ada"], of: fixture.app)
            try await body(fixture)
        }
    }

    private func found(_ fixture: StoreFixture, _ leaf: AudienceLeaf, page: Int) async throws -> [String] {
        var found: [String] = []
        var place = ChannelNumber(0)
        while true {
            let members = try await fixture.store.candidates(of: fixture.app, leaves: [leaf], after: place, limit: page)
            found += members.map(\.id.text)
            guard members.count == page, let last = members.last else { return found }
            place = last.channel
        }
    }

    private func check(_ fixture: StoreFixture, page: Int) async throws {
        let red = AudienceLeaf.attribute("team", .text("red"))
        #expect(try await found(fixture, red, page: page) == ["c1", "c4", "c5"])
        #expect(try await found(fixture, .attribute("age", .number(5)), page: page) == ["c1", "c2", "c4", "c5"])
        #expect(try await found(fixture, .attribute("age", .text("5")), page: page) == ["c2"])
        #expect(try await found(fixture, .attribute("since", .date(date)), page: page) == ["c1", "c4", "c5"])
        #expect(try await found(fixture, .attribute("since", .date(date + 1)), page: page) == [])
        #expect(try await found(fixture, .attribute("none", .text("red")), page: page) == [])
    }

    @Test(arguments: [1, 2, 100]) func candidatesAreFoundByAValue(page: Int) async throws {
        try await withChannels { fixture async throws in try await check(fixture, page: page) }
    }

    @Test func candidatesAreTheSameIfVeryManyUsersHaveTheValue() async throws {
        try await withChannels { fixture async throws in
            let store = fixture.store
            let app = fixture.app
            let changes = [
                AttributeChange(key: "team", value: .text("red")), AttributeChange(key: "age", value: .number(5)),
                AttributeChange(key: "since", value: .date(date)),
            ]
            let names = (0..<5001).map { "user\($0)" }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for name in names { group.addTask { try await store.changeNamedUser(name, of: app) } }
                try await group.waitForAll()
            }
            _ = try await store.changeAttributes(changes, ofNamedUsers: names, of: app)
            for page in [2, 100] { try await check(fixture, page: page) }
        }
    }

    @Test func membersBringWhatIsAskedForAndNothingElse() async throws {
        try await withChannels { fixture async throws in
            let store = fixture.store
            let none = try await store.candidates(of: fixture.app, leaves: nil, after: ChannelNumber(0), limit: 9)
            #expect(none.allSatisfy { $0.attributes.isEmpty })
            let many = Set((0..<20).map { "k\($0)" })
            for keys in [["team", "none"], many.union(["team"])] as [Set<String>] {
                let members = try await store.candidates(
                    of: fixture.app,
                    leaves: nil,
                    after: ChannelNumber(0),
                    limit: 9,
                    attributes: keys
                )
                #expect(
                    members.map(\.attributes) == [
                        [:], ["team": [.text("red")]], ["team": [.text("Red")]], [:], ["team": [.text("red")]],
                        ["team": [.text("red"), .text("red")]],
                    ]
                )
            }
        }
    }

    @Test func whatDevicesTellIsAnAttribute() async throws {
        try await withChannels { fixture async throws in
            let members = try await fixture.store.candidates(
                of: fixture.app,
                leaves: [.channel(ChannelID("c0")), .channel(ChannelID("c3"))],
                after: ChannelNumber(0),
                limit: 9,
                attributes: ["ua_language", "ua_local_tz", "ua_country", "ua_carrier", "ua_unknown"]
            )
            #expect(
                members.map(\.attributes) == [
                    ["ua_language": [.text("en")]],
                    ["ua_language": [.text("de")], "ua_local_tz": [.text("Europe/Berlin")]],
                ]
            )
        }
    }
}
