import CloudStorage
import Testing

@Suite struct AudienceTests {
    private func withChannels(_ body: (StoreFixture) async throws -> Void) async throws {
        try await withStore { fixture async throws in
            for index in 0..<6 {
                let tags = ["device": index.isMultiple(of: 2) ? ["even"] : [], "g": ["n\(index)"]]
                try await fixture.store.addChannel(
                    NewChannel(id: ChannelID("c\(index)"), type: "ios", zone: "UTC", tags: tags),
                    to: fixture.app
                )
            }
            _ = try await fixture.store.associate(ChannelID("c5"), with: "ada", of: fixture.app)
            _ = try await fixture.store.changeTags(
                TagChange(add: ["device": ["even"]]),
                ofNamedUsers: ["ada"],
                of: fixture.app
            )
            try await body(fixture)
        }
    }

    private func candidates(
        _ fixture: StoreFixture,
        _ leaves: [AudienceLeaf]?,
        page: Int
    ) async throws -> [String] {
        var found: [String] = []
        var place = ChannelNumber(0)
        while true {
            let members = try await fixture.store.candidates(of: fixture.app, leaves: leaves, after: place, limit: page)
            found += members.map(\.id.text)
            guard members.count == page, let last = members.last else { return found }
            place = last.channel
        }
    }

    @Test(arguments: [1, 2, 100]) func candidatesAreTheSameHoweverTheyArePaged(page: Int) async throws {
        try await withChannels { fixture async throws in
            let found1 = try await candidates(fixture, nil, page: page)
            #expect(found1 == ["c0", "c1", "c2", "c3", "c4", "c5"])
            let even: [AudienceLeaf] = [.tag(group: "device", tag: "even")]
            let found2 = try await candidates(fixture, even, page: page)
            #expect(found2 == ["c0", "c2", "c4", "c5"])
            let mixed: [AudienceLeaf] = [
                .channel(ChannelID("c3")), .namedUser("ada"), .tag(group: "g", tag: "n1"), .channel(ChannelID("none")),
            ]
            let found3 = try await candidates(fixture, mixed, page: page)
            #expect(found3 == ["c1", "c3", "c5"])
            let found4 = try await candidates(fixture, [], page: page)
            #expect(found4 == [])
        }
    }

    @Test func aMemberBringsWhatSelectorsAskAbout() async throws {
        try await withChannels { fixture async throws in
            let members = try await fixture.store.candidates(
                of: fixture.app,
                leaves: [.namedUser("ada")],
                after: ChannelNumber(0),
                limit: 9
            )
            let member = try #require(members.first)
            #expect(member.namedUser == "ada")
            #expect(member.zone == "UTC")
            #expect(member.tags == [.init(group: "g", tag: "n5"), .init(group: "device", tag: "even")])
        }
    }
}
