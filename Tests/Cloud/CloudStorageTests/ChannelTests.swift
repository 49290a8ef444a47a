import CloudStorage
import Foundation
import Testing

@Suite struct ChannelTests {
    @Test func aChannelIsSeenByItsAppAlone() async throws {
        try await withStore { fixture async throws in
            let other = NewApp(name: "org.test.Other", key: "other", secret: "s", masterHash: hash("n"))
            try await fixture.store.addApps([other])
            let stranger = try #require(try await fixture.store.app(key: "other")).number
            let id = ChannelID("c")
            try await fixture.store.addChannel(NewChannel(id: id, type: "ios"), to: fixture.app)
            #expect(try await fixture.store.channel(id, of: fixture.app) != nil)
            #expect(try await fixture.store.channel(id, of: stranger) == nil)
            #expect(try await fixture.store.updateChannel(id, of: stranger) { $0.optIn = false } == false)
            #expect(try await fixture.store.removeChannels([id], of: stranger).isEmpty)
            #expect(try await fixture.store.associate(id, with: "eve", of: stranger) == .unknownChannel)
            #expect(try await fixture.store.changeTags(TagChange(), ofChannels: [id], of: stranger) == [id])
        }
    }

    @Test func pagesAreReadByKey() async throws {
        try await withStore { fixture async throws in
            for index in 0..<5 {
                try await fixture.store.addChannel(NewChannel(id: ChannelID("c\(index)"), type: "ios"), to: fixture.app)
            }
            let first = try await fixture.store.channels(of: fixture.app, limit: 2)
            #expect(first.map(\.id.text) == ["c0", "c1"])
            let second = try await fixture.store.channels(of: fixture.app, after: first.last?.number, limit: 9)
            #expect(second.map(\.id.text) == ["c2", "c3", "c4"])
        }
    }

    @Test func tagsAreAddedRemovedAndSetByGroup() async throws {
        try await withStore { fixture async throws in
            let id = ChannelID("c")
            try await fixture.store.addChannel(
                NewChannel(id: id, type: "ios", tags: ["device": ["a"]]),
                to: fixture.app
            )
            let change = TagChange(add: ["device": ["b"], "g": ["x", "y"]], remove: ["device": ["a"]])
            #expect(
                try await fixture.store.changeTags(change, ofChannels: [id, ChannelID("no")], of: fixture.app) == [
                    ChannelID("no")
                ]
            )
            #expect(try await fixture.store.channel(id, of: fixture.app)?.tags == ["device": ["b"], "g": ["x", "y"]])
            let set = TagChange(set: ["g": ["z"], "device": []])
            _ = try await fixture.store.changeTags(set, ofChannels: [id], of: fixture.app)
            #expect(try await fixture.store.channel(id, of: fixture.app)?.tags == ["g": ["z"]])
        }
    }

    @Test func anOpenChannelIsFoundByItsAddress() async throws {
        try await withStore { fixture async throws in
            func save(_ id: String, known: String? = nil, address: String, tags: [String]? = nil) async throws
                -> String?
            {
                try await fixture.store.saveOpenChannel(
                    NewChannel(id: ChannelID(id), type: "open::lamp", address: address, tags: ["device": tags ?? []]),
                    known: known.map { ChannelID($0) },
                    tags: tags,
                    of: fixture.app
                )?.text
            }
            #expect(try await save("a", address: "1", tags: ["t"]) == "a")
            #expect(try await save("b", address: "1") == "a")
            #expect(try await fixture.store.channel(ChannelID("a"), of: fixture.app)?.tags == ["device": ["t"]])
            #expect(try await save("c", known: "a", address: "2") == "a")
            #expect(try await save("d", known: "nobody", address: "3") == nil)
            #expect(try await fixture.store.openChannel(type: "open::lamp", address: "2", of: fixture.app)?.text == "a")
            #expect(try await fixture.store.removeOpenChannel(type: "open::lamp", address: "2", of: fixture.app))
            #expect(
                try await fixture.store.removeOpenChannel(type: "open::lamp", address: "2", of: fixture.app) == false
            )
        }
    }

    @Test func aNamedUserHasChannelsAndTags() async throws {
        try await withStore { fixture async throws in
            for id in ["a", "b"] {
                try await fixture.store.addChannel(NewChannel(id: ChannelID(id), type: "ios"), to: fixture.app)
            }
            #expect(try await fixture.store.associate(ChannelID("a"), with: "ada", of: fixture.app) == .done)
            #expect(try await fixture.store.associate(ChannelID("b"), with: "ada", of: fixture.app) == .done)
            #expect(try await fixture.store.associate(ChannelID("b"), with: "bob", of: fixture.app) == .done)
            #expect(try await fixture.store.associate(ChannelID("c"), with: "bob", of: fixture.app) == .unknownChannel)
            let change = TagChange(add: ["crm": ["vip"]])
            #expect(
                try await fixture.store.changeTags(change, ofNamedUsers: ["ada", "eve"], of: fixture.app) == ["eve"]
            )
            let ada = try #require(try await fixture.store.namedUser("ada", of: fixture.app))
            #expect(ada.channels.map(\.id.text) == ["a"])
            #expect(ada.tags == ["crm": ["vip"]])
            #expect(try await fixture.store.namedUsers(of: fixture.app, limit: 1).map(\.name) == ["ada"])
            #expect(try await fixture.store.namedUsers(of: fixture.app, after: "ada").map(\.name) == ["bob"])

            #expect(try await fixture.store.disassociate(ChannelID("a"), from: "bob", of: fixture.app) == .done)
            #expect(try await fixture.store.namedUser("ada", of: fixture.app)?.channels.count == 1)
            #expect(try await fixture.store.disassociate(ChannelID("a"), from: "ada", of: fixture.app) == .done)
            #expect(try await fixture.store.namedUser("ada", of: fixture.app)?.channels.isEmpty == true)
            try await fixture.store.removeNamedUsers(["bob", "nobody"], of: fixture.app)
            #expect(try await fixture.store.channels(of: fixture.app).map(\.id.text) == ["a"])
        }
    }

    @Test func aHostsChannelCannotBeGivenAway() async throws {
        try await withStore { fixture async throws in
            let channel = try await fixture.register(try await fixture.device("one")).channel
            #expect(try await fixture.store.associate(channel, with: "eve", of: fixture.app) == .belongsToPerson)
            #expect(try await fixture.store.associate(channel, with: "ada", of: fixture.app) == .done)
            #expect(try await fixture.store.disassociate(channel, from: nil, of: fixture.app) == .belongsToPerson)
            #expect(try await fixture.store.channel(channel, of: fixture.app)?.namedUser == "ada")
        }
    }

    @Test func registeringAgainKeepsTheChannelAndChangesThePassword() async throws {
        try await withStore { fixture async throws in
            let device = try await fixture.device("one")
            let first = try await fixture.register(device, tags: ["a"])
            let again = try await fixture.store.registerDeviceChannel(
                NewChannel(id: ChannelID("new"), type: "open::today", address: "one", tags: ["device": ["b"]]),
                device: device.number,
                app: fixture.app,
                inbox: InboxID("new"),
                passwordHash: hash("new")
            )
            #expect(again == first)
            #expect(try await fixture.inbox().credentials.map(\.hash) == [hash("new")])
            #expect(try await fixture.store.channel(first.channel, of: fixture.app)?.tags == ["device": ["b"]])
        }
    }
}
