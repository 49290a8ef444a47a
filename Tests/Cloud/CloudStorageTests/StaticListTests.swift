import CloudStorage
import Testing
import TodayTestSupport

@Suite struct StaticListTests {
    /// Makes a list with members, replacing those that it had.
    private func fill(
        _ fixture: StoreFixture,
        _ name: String = "vip",
        channels: [String] = [],
        users: [String] = []
    ) async throws {
        let store = fixture.store
        if try await store.staticList(name, of: fixture.app) == nil {
            try await store.addStaticList(name, description: nil, extra: nil, to: fixture.app)
        }
        let list = try #require(try await store.staticList(name, of: fixture.app))
        let upload = try await store.beginListUpload(of: fixture.app)
        let found = try await store.listedChannels(channels.map { ChannelID($0) }, of: fixture.app)
        for start in stride(from: 0, to: users.count, by: 500) {
            try await store.add(channels: [], users: Array(users[start...].prefix(500)), to: upload)
        }
        try await store.add(channels: found.map(\.number), users: [], to: upload)
        try await store.finish(upload, for: list.number, of: fixture.app)
    }

    private func addChannels(_ ids: [String], _ fixture: StoreFixture, user: String? = nil) async throws {
        for id in ids {
            try await fixture.store.addChannel(NewChannel(id: ChannelID(id), type: "ios"), to: fixture.app)
            if let user { _ = try await fixture.store.associate(ChannelID(id), with: user, of: fixture.app) }
        }
    }

    private func candidates(
        _ fixture: StoreFixture,
        _ leaves: [AudienceLeaf]? = [.staticList("vip")],
        page: Int = 100,
        lists: Set<String> = ["vip"]
    ) async throws -> [AudienceMember] {
        var found: [AudienceMember] = []
        var place = ChannelNumber(0)
        while true {
            let members = try await fixture.store.candidates(
                of: fixture.app,
                leaves: leaves,
                after: place,
                limit: page,
                lists: lists
            )
            found += members
            guard members.count == page, let last = members.last else { return found }
            place = last.channel
        }
    }

    private func downloaded(_ fixture: StoreFixture, limit: Int) async throws -> [String] {
        let list = try #require(try await fixture.store.staticList("vip", of: fixture.app))
        let upload = try #require(list.upload)
        var place: ListCursor? = .start
        var ids: [String] = []
        while let next = place {
            let (page, end) = try await fixture.store.listedChannels(of: upload, fixture.app, after: next, limit: limit)
            ids += page.map(\.id.text)
            place = end
        }
        return ids
    }

    @Test(arguments: [1, 2, 3, 100]) func aListLeadsToItsChannelsAndToThoseOfItsUsers(page: Int) async throws {
        try await withStore { fixture async throws in
            try await addChannels(["a1", "a2"], fixture, user: "ada")
            try await addChannels(["c1", "c2", "c3"], fixture)
            try await addChannels(["b1"], fixture, user: "bob")
            try await fill(fixture, channels: ["c1", "a2", "c3", "none"], users: ["ada", "eve"])
            let members = try await candidates(fixture, page: page)
            #expect(members.map(\.id.text) == ["a1", "a2", "c1", "c3"])
            #expect(members.allSatisfy { $0.staticLists == ["vip"] })
            #expect(try await fixture.store.staticList("vip", of: fixture.app)?.channelCount == 4)
            #expect(try await downloaded(fixture, limit: page) == ["a2", "c1", "c3", "a1"])
        }
    }

    @Test func aUserWhoComesLaterIsInTheList() async throws {
        try await withStore { fixture async throws in
            try await fill(fixture, users: ["eve"])
            #expect(try await candidates(fixture).isEmpty)
            try await addChannels(["e1"], fixture, user: "eve")
            #expect(try await candidates(fixture).map(\.id.text) == ["e1"])
        }
    }

    @Test func channelsThatAreGoneDoNotEndTheList() async throws {
        try await withStore { fixture async throws in
            let ids = (0..<10).map { "c\($0)" }
            try await addChannels(ids, fixture)
            try await fill(fixture, channels: ids)
            try await fixture.store.removeChannels(["c0", "c1", "c5"].map { ChannelID($0) }, of: fixture.app)
            #expect(try await candidates(fixture, page: 2).count == 7)
            #expect(try await downloaded(fixture, limit: 2).count == 7)
        }
    }

    @Test func aListOfVeryManyUsersLeadsToTheSameMembers() async throws {
        try await withStore { fixture async throws in
            try await addChannels(["c1"], fixture)
            try await addChannels(["a1", "a2"], fixture, user: "u7")
            try await addChannels(["c2"], fixture)
            try await fill(fixture, channels: ["c2"], users: (0..<2500).map { "u\($0)" })
            let members = try await candidates(fixture, page: 1)
            #expect(members.filter { $0.staticLists.contains("vip") }.map(\.id.text) == ["a1", "a2", "c2"])
        }
    }

    @Test func aMemberTellsOfTheListsThatWereAskedAboutAlone() async throws {
        try await withStore { fixture async throws in
            try await addChannels(["a1"], fixture, user: "ada")
            try await fill(fixture, "vip", users: ["ada"])
            try await fill(fixture, "gold", channels: ["a1"])
            try await fill(fixture, "other")
            #expect(try await candidates(fixture, nil, lists: []).map(\.staticLists) == [[]])
            #expect(try await candidates(fixture, nil, lists: ["gold", "other"]).map(\.staticLists) == [["gold"]])
            let both = try await candidates(fixture, nil, lists: ["gold", "vip", "x"])
            #expect(both.map(\.staticLists) == [["gold", "vip"]])
        }
    }

    @Test func anUploadReplacesAllMembersAtOnce() async throws {
        try await withStore { fixture async throws in
            try await addChannels(["c1", "c2", "c3"], fixture)
            try await fill(fixture, channels: ["c1", "c2"])
            let list = try #require(try await fixture.store.staticList("vip", of: fixture.app))
            fixture.clock.advance(by: 60)
            let upload = try await fixture.store.beginListUpload(of: fixture.app)
            let third = try await fixture.store.listedChannels([ChannelID("c3")], of: fixture.app)
            try await fixture.store.add(channels: third.map(\.number), users: [], to: upload)
            #expect(try await candidates(fixture).map(\.id.text) == ["c1", "c2"])
            try await fixture.store.finish(upload, for: list.number, of: fixture.app)
            #expect(try await candidates(fixture).map(\.id.text) == ["c3"])
            let replaced = try #require(try await fixture.store.staticList("vip", of: fixture.app))
            #expect(replaced.updated == fixture.clock.value)
            #expect(replaced.created == list.created)
            #expect(replaced.channelCount == 1)
        }
    }

    @Test func anUploadThatTookTooLongOrWhoseListIsGoneChangesNothing() async throws {
        try await withStore { fixture async throws in
            try await addChannels(["c1"], fixture)
            try await fill(fixture, channels: ["c1"])
            let list = try #require(try await fixture.store.staticList("vip", of: fixture.app))
            let late = try await fixture.store.beginListUpload(of: fixture.app)
            fixture.clock.advance(by: 3601)
            await #expect(throws: CloudStoreError.self) {
                try await fixture.store.finish(late, for: list.number, of: fixture.app)
            }
            #expect(try await candidates(fixture).map(\.id.text) == ["c1"])
            let upload = try await fixture.store.beginListUpload(of: fixture.app)
            #expect(try await fixture.store.removeStaticList("vip", of: fixture.app))
            await #expect(throws: CloudStoreError.self) {
                try await fixture.store.finish(upload, for: list.number, of: fixture.app)
            }
            #expect(try await candidates(fixture).isEmpty)
        }
    }

    @Test func sweepingRemovesWhatNoListRefersTo() async throws {
        try await withStore { fixture async throws in
            try await addChannels(["c1"], fixture)
            try await fill(fixture, users: (0..<1500).map { "u\($0)" })
            try await fill(fixture, channels: ["c1"], users: ["ada"])
            _ = try await fixture.store.beginListUpload(of: fixture.app)
            #expect(try await fixture.store.sweepLists() == false)
            fixture.clock.advance(by: 601)
            #expect(try await fixture.store.sweepLists())
            #expect(try await fixture.store.sweepLists())
            #expect(try await fixture.store.sweepLists() == false)
            fixture.clock.advance(by: 3000)
            #expect(try await fixture.store.sweepLists())
            #expect(try await fixture.store.sweepLists() == false)
            #expect(try await candidates(fixture).map(\.id.text) == ["c1"])
            _ = try await fixture.store.removeStaticList("vip", of: fixture.app)
            #expect(try await fixture.store.sweepLists() == false)
            fixture.clock.advance(by: 601)
            #expect(try await fixture.store.sweepLists())
            #expect(try await fixture.store.sweepLists() == false)
        }
    }

    @Test func whatWasReplacedDoesNotPileUp() async throws {
        try await withStore { fixture async throws in
            try await addChannels(["c1"], fixture)
            for _ in 0..<10 { try await fill(fixture, channels: ["c1"]) }
            var count = 0
            while try await fixture.store.sweepLists() { count += 1 }
            // Of ten uploads the list has one, the last one replaced another, and the spare ones are kept.
            #expect(count == 10 - 2 - CloudStore.spareUploadLimit)
            #expect(try await candidates(fixture).map(\.id.text) == ["c1"])
        }
    }

    @Test func theUploadsOfAnAppDoNotEndThoseOfAnother() async throws {
        try await withStore { fixture async throws in
            let other = NewApp(name: "org.test.Other", key: "k2", secret: "s2", masterHash: hash("m2"))
            try await fixture.store.addApps([other])
            let app = try #require(try await fixture.store.app(key: "k2")).number
            try await fixture.store.addStaticList("vip", description: nil, extra: nil, to: app)
            let list = try #require(try await fixture.store.staticList("vip", of: app))
            let upload = try await fixture.store.beginListUpload(of: app)
            for _ in 0..<5 { try await fill(fixture) }
            while try await fixture.store.sweepLists() {}
            try await fixture.store.finish(upload, for: list.number, of: app)
            #expect(try await fixture.store.staticList("vip", of: app)?.upload == upload)
        }
    }

    @Test func aDiscardedUploadIsSweptAtOnceAndAFinishedOneIsNotDiscarded() async throws {
        try await withStore { fixture async throws in
            try await addChannels(["c1"], fixture)
            let upload = try await fixture.store.beginListUpload(of: fixture.app)
            try await fixture.store.add(channels: [], users: ["ada"], to: upload)
            try await fixture.store.discard(upload)
            #expect(try await fixture.store.sweepLists())
            #expect(try await fixture.store.sweepLists() == false)
            try await fill(fixture, channels: ["c1"])
            let list = try #require(try await fixture.store.staticList("vip", of: fixture.app))
            try await fixture.store.discard(try #require(list.upload))
            #expect(try await fixture.store.sweepLists() == false)
            #expect(try await candidates(fixture).map(\.id.text) == ["c1"])
        }
    }

    @Test func aDownloadGoesOnForAWhileAfterAReplacementAndThenFails() async throws {
        try await withStore { fixture async throws in
            try await addChannels(["c1"], fixture)
            try await fill(fixture, channels: ["c1"])
            let list = try #require(try await fixture.store.staticList("vip", of: fixture.app))
            let upload = try #require(list.upload)
            try await fill(fixture)
            let (page, _) = try await fixture.store.listedChannels(of: upload, fixture.app, after: .start)
            #expect(page.map(\.id.text) == ["c1"])
            fixture.clock.advance(by: 601)
            await #expect(throws: CloudStoreError.self) {
                try await fixture.store.listedChannels(of: upload, fixture.app, after: .start)
            }
        }
    }

    @Test func aListIsItsAppsAlone() async throws {
        try await withStore { fixture async throws in
            let other = NewApp(name: "org.test.Other", key: "k2", secret: "s2", masterHash: hash("m2"))
            try await fixture.store.addApps([other])
            let app = try #require(try await fixture.store.app(key: "k2")).number
            try await addChannels(["c1"], fixture, user: "ada")
            try await fill(fixture, channels: ["c1"], users: ["ada"])
            #expect(try await fixture.store.staticList("vip", of: app) == nil)
            #expect(try await fixture.store.staticLists(of: app).isEmpty)
            #expect(try await fixture.store.knownStaticLists(among: ["vip"], of: app).isEmpty)
            #expect(try await fixture.store.knownStaticLists(among: ["vip", "x"], of: fixture.app) == ["vip"])
            #expect(try await fixture.store.updateStaticList("vip", description: "x", extra: nil, of: app) == false)
            #expect(try await fixture.store.removeStaticList("vip", of: app) == false)
            #expect(try await fixture.store.listedChannels([ChannelID("c1")], of: app).isEmpty)
            try await fixture.store.addStaticList("vip", description: nil, extra: nil, to: app)
            let found = try await fixture.store.candidates(
                of: app,
                leaves: [.staticList("vip")],
                after: ChannelNumber(0),
                limit: 9
            )
            #expect(found.isEmpty)
        }
    }

    @Test func listsHaveDistinctNamesAndALimit() async throws {
        try await withStore { fixture async throws in
            for index in 0..<CloudStore.staticListLimit {
                try await fixture.store.addStaticList("l\(index)", description: nil, extra: nil, to: fixture.app)
            }
            for name in ["l0", "more"] {
                await #expect(throws: CloudStoreError.self) {
                    try await fixture.store.addStaticList(name, description: nil, extra: nil, to: fixture.app)
                }
            }
            let page = try await fixture.store.staticLists(of: fixture.app, after: "l998", limit: 5)
            #expect(page.map(\.name) == ["l999"])
            _ = try await fixture.store.updateStaticList("l0", description: "x", extra: nil, of: fixture.app)
            _ = try await fixture.store.updateStaticList("l0", description: nil, extra: "{}", of: fixture.app)
            let list = try #require(try await fixture.store.staticList("l0", of: fixture.app))
            #expect(list.description == "x")
            #expect(list.extra == "{}")
        }
    }
}
