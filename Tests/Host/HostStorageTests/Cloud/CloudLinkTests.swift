import FoundationEssentials
import HostStorage
import Testing
import TodayProtocol

/// Joining and leaving a cloud.
@Suite struct CloudLinkTests {
    /// A store that is linked, with a message and a channel of `com.a`.
    private func withLink(_ body: (DurableStore) async throws -> Void) async throws {
        try await withPromises { store async throws in
            try await store.apply(.link(.sample(sequence: 5)))
            try await store.apply(
                .setChannel(CloudChannel(app: "com.a", channelID: "c", inboxUser: "u", inboxPassword: "p"))
            )
            try await store.merge([.sample("m")])
            try await store.apply(.read("com.a", ["m"], true))
            try await store.apply(.addTopic("t"))
            try await body(store)
        }
    }

    private func left(_ store: DurableStore) async throws -> [Int] {
        try await store.read { reader in
            [
                try reader.messages(of: "com.a", limit: 9).messages.count,
                try reader.unsyncedChanges(of: "com.a").count,
                try reader.cloudChannels().count, try reader.topics().count,
            ]
        }
    }

    @Test func theLinkAndTheChannelsComeBackAndKeepTheirSecretsToThemselves() async throws {
        try await withLink { store in
            let link = try await store.read { try $0.cloudLink() }
            #expect(link == .sample(sequence: 5))
            let channel = try await store.read { try $0.cloudChannel(of: "com.a") }
            #expect(channel == CloudChannel(app: "com.a", channelID: "c", inboxUser: "u", inboxPassword: "p"))
            #expect(try await store.read { try $0.cloudChannels() } == [channel].compactMap(\.self))
            #expect(!"\(String(describing: link)) \(String(reflecting: link))".contains("secret"))
            #expect(!"\(String(describing: channel))".contains("\"p\""))
        }
    }

    @Test func anotherDeviceOfTheSamePersonKeepsTheInbox() async throws {
        try await withLink { store in
            #expect(try await store.apply(.link(.sample(sequence: 5))) == .unchanged)
            try await store.apply(.link(.sample(device: "d2")))
            #expect(try await left(store) == [1, 1, 0, 1])
            #expect(try await store.read { try $0.cloudLink()?.sequence } == 0)
        }
    }

    @Test(arguments: [
        CloudLink.sample(url: "http://other"), .sample(user: "you"), .sample(epoch: "f"), nil,
    ])
    func anotherPersonOrCloudOrNoneLeavesNothingBehind(link: CloudLink?) async throws {
        try await withLink { store in
            let changes = try await store.changes { try await store.apply(link.map { .link($0) } ?? .unlink) }
            #expect(try await left(store) == [0, 0, 0, 0])
            #expect(try await store.number() == 0)
            #expect(try await store.read { try $0.cloudLink() } == link)
            #expect(changes.flatMap(\.self).contains(.messageRemoved("com.a", "m")))
            #expect(changes.flatMap(\.self).contains(.cloudLink))
        }
    }

    @Test func unlinkingTwiceChangesNothing() async throws {
        try await withPromises { store async throws in
            #expect(try await store.apply(.unlink) == .unchanged)
            #expect(try await store.apply(.advanceCursor(sequence: 3, epoch: "e")) == .unchanged)
        }
    }

    @Test func eventsNeverGoBackButWithANewDatabaseOfTheCloud() async throws {
        try await withLink { store in
            try await store.apply(.advanceCursor(sequence: 9, epoch: "e"))
            try await store.apply(.advanceCursor(sequence: 8, epoch: "e"))
            #expect(try await store.read { try $0.cloudLink()?.sequence } == 9)
            try await store.apply(.upToDate("com.a"))
            try await store.apply(.advanceCursor(sequence: 2, epoch: "new"))
            let link = try await store.read { try $0.cloudLink() }
            #expect(link?.sequence == 2)
            #expect(link?.epoch == "new")
            #expect(try await store.read { try $0.staleInboxes() } == ["com.a"])
            #expect(try await store.read { try $0.inbox(of: "com.a").lastModified } == nil)
        }
    }

    @Test func aDatabaseThatWasPutBackIsTakenInFromItsBeginning() async throws {
        try await withLink { store in
            try await store.merge([.sample("m")])
            try await store.apply(.advanceCursor(sequence: 9, epoch: "e"))
            let changes = try await store.changes { try await store.apply(.resetCursor(epoch: "e")) }
            #expect(changes.flatMap(\.self).contains(.cloudLink))
            #expect(try await store.read { try $0.cloudLink()?.sequence } == 0)
            #expect(try await store.read { try $0.staleInboxes() } == ["com.a"])
            #expect(try await store.read { try $0.inbox(of: "com.a").lastModified } == nil)
            #expect(try await store.listed() == ["m"])
            try await store.apply(.unlink)
            #expect(try await store.apply(.resetCursor(epoch: "e")) == .unchanged)
        }
    }

    @Test func aNewWayToTheSameInboxKeepsItAndToAnotherDoesNot() async throws {
        try await withLink { store in
            try await store.apply(.upToDate("com.a"))
            let same = CloudOperation.setChannel(
                CloudChannel(app: "com.a", channelID: "c", inboxUser: "u", inboxPassword: "new")
            )
            try await store.apply(same)
            #expect(try await store.apply(same) == .unchanged)
            #expect(try await store.listed() == ["m"])
            #expect(try await store.read { try $0.staleInboxes() } == ["com.a"])
            try await store.apply(
                .setChannel(CloudChannel(app: "com.a", channelID: "c", inboxUser: "other", inboxPassword: "p"))
            )
            #expect(try await store.listed().isEmpty)
            #expect(try await store.read { try $0.staleInboxes() } == ["com.a"])
        }
    }

    @Test func withItsChannelOrItsAppAnInboxGoes() async throws {
        try await withLink { store in
            try await store.commit(.install("com.a"), .install("com.b"))
            try await store.apply(
                .setChannel(CloudChannel(app: "com.b", channelID: "d", inboxUser: "v", inboxPassword: "p"))
            )
            try await store.merge([.sample("x")], of: "com.b")
            try await store.apply(.receivePush(.sample("p", to: "com.b", message: "y", wakes: true)))
            #expect(try await store.apply(.removeChannel("com.a")) == .changed)
            #expect(try await store.apply(.removeChannel("com.a")) == .unchanged)
            #expect(try await store.read { try $0.cloudChannels().map(\.app) } == ["com.b"])
            #expect(try await store.number() == 0)
            let changes = try await store.changes {
                try await store.commit(.app(.uninstall("com.b", keepsData: true)))
            }
            #expect(changes.flatMap(\.self).contains(.messageRemoved("com.b", "x")))
            #expect(try await store.read { try $0.cloudChannels() }.isEmpty)
            #expect(try await store.read { try $0.pendingPushes() }.isEmpty)
            #expect(try await store.read { try $0.unreadTotal() } == 0)
            #expect(try await store.read { try $0.badges() }.isEmpty)
        }
    }
}
