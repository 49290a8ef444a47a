import CloudStorage
import Foundation
import Testing
import TodayTestSupport

@Suite struct InboxTests {
    @Test func hostsOfAPersonShareAnInbox() async throws {
        try await withStore { fixture async throws in
            let one = try await fixture.device("one")
            let two = try await fixture.device("two")
            let first = try await fixture.register(one)
            let second = try await fixture.register(two)
            #expect(first.inbox == second.inbox)
            try await fixture.push("p", message: fixture.message("m"))
            try await fixture.deliver()
            let inbox = try await fixture.inbox()
            let list = try await fixture.store.messages(in: inbox.inbox)
            #expect(list.messages.map(\.id.text) == ["m"])
            #expect(list.messages.first?.isUnread == true)

            let actor = try #require(inbox.credentials.first { $0.hash == hash("password-one") }?.channel)
            try await fixture.apply(.read, to: "m", "none", in: inbox.inbox, by: actor)
            #expect(try await fixture.store.messages(in: inbox.inbox).messages.first?.isUnread == false)
            #expect(try await fixture.store.events(of: one.number, after: 0, limit: 9).map(\.content.kind) == ["push"])
            #expect(
                try await fixture.store.events(of: two.number, after: 0, limit: 9).map(\.content.kind) == [
                    "push", "inbox",
                ]
            )
        }
    }

    @Test func everyChangeOfAListGetsAGreaterNumber() async throws {
        try await withStore { fixture async throws in
            try await fixture.register(try await fixture.device("one"))
            let inbox = try await fixture.inbox().inbox
            var numbers = [try await fixture.store.messages(in: inbox).modified]
            // The clock stands still: several changes within one second.
            for index in 0..<3 {
                try await fixture.push("p\(index)", message: fixture.message("m\(index)"))
                try await fixture.deliver()
                numbers.append(try await fixture.store.messages(in: inbox).modified)
            }
            for change in [CloudStore.InboxChange.read, .unread] {
                try await fixture.apply(change, to: "m0", in: inbox)
                numbers.append(try await fixture.store.messages(in: inbox).modified)
            }
            try await fixture.apply(.delete, to: "m0", in: inbox)
            numbers.append(try await fixture.store.messages(in: inbox).modified)
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
            try await fixture.apply(.delete, to: "m0", in: inbox)
            #expect(try await fixture.store.messages(in: inbox).modified == numbers.last)
            #expect(try await fixture.store.messages(in: inbox).messages.map(\.id.text) == ["m2", "m1"])
        }
    }

    @Test func aMessageIsReadInItsInboxAlone() async throws {
        try await withStore { fixture async throws in
            try await fixture.register(try await fixture.device("one"))
            try await fixture.push("p", message: fixture.message("m", body: "secret"))
            try await fixture.deliver()
            try await fixture.register(try await fixture.device("bobs", of: "bob"))
            let ada = try await fixture.inbox().inbox
            let bob = try await fixture.inbox(of: "bob").inbox
            #expect(try await fixture.store.body(of: CloudMessageID("m"), in: ada)?.bytes == Data("secret".utf8))
            #expect(try await fixture.store.body(of: CloudMessageID("m"), in: bob) == nil)
            #expect(try await fixture.store.messages(in: bob).messages.isEmpty)
            try await fixture.apply(.delete, to: "m", in: bob)
            try await fixture.apply(.read, to: "m", in: bob)
            #expect(try await fixture.store.messages(in: ada).messages.map(\.isUnread) == [true])
        }
    }

    @Test func anExpiredMessageIsGoneAtOnceAndSweptLater() async throws {
        try await withStore { fixture async throws in
            try await fixture.register(try await fixture.device("one"))
            try await fixture.push("p", message: fixture.message("m", seconds: 60))
            try await fixture.deliver()
            let inbox = try await fixture.inbox().inbox
            let before = try await fixture.store.messages(in: inbox).modified
            fixture.clock.advance(by: 60)
            #expect(try await fixture.store.messages(in: inbox).messages.isEmpty)
            #expect(try await fixture.store.body(of: CloudMessageID("m"), in: inbox) == nil)
            let told = fixture.told.events.count
            #expect(try await fixture.store.expireMessages { _ in fixture.notice })
            #expect(try await fixture.store.expireMessages { _ in fixture.notice } == false)
            #expect(try await fixture.store.messages(in: inbox).modified > before)
            // Hosts know when a message expires, so that they do not all send requests at that moment.
            #expect(fixture.told.events.count == told)
        }
    }

    @Test(arguments: ["m", "p"]) func aMessageIsWithdrawnByItsOwnIDOrItsPushs(id: String) async throws {
        try await withStore { fixture async throws in
            try await fixture.register(try await fixture.device("one"))
            try await fixture.push("p", message: fixture.message("m"))
            try await fixture.push("quiet")
            try await fixture.deliver()
            #expect(try await fixture.store.withdrawMessage(id, of: fixture.app))
            #expect(try await fixture.store.withdrawMessage(id, of: fixture.app) == false)
            #expect(try await fixture.store.withdrawMessage("quiet", of: fixture.app) == false)
            #expect(try await fixture.store.messages(in: fixture.inbox().inbox).messages.isEmpty)
        }
    }

    /// More inboxes than one write checks.
    @Test func everyDeviceIsToldOfAMessageThatWasTakenBack() async throws {
        try await withStore { fixture async throws in
            let count = CloudStore.pageLimit + 10
            for index in 0..<count {
                try await fixture.register(try await fixture.device("d\(index)", of: "person\(index)"))
            }
            try await fixture.push("p", message: fixture.message("m"))
            let push = try #require(try await fixture.store.pendingPushes(limit: 1).first)
            var members = try await fixture.store.candidates(
                of: fixture.app,
                leaves: nil,
                after: ChannelNumber(0),
                limit: count
            )
            for index in members.indices { members[index].device = nil }
            try await fixture.store.deliver([
                PushPage(push: push, recipients: members, cursor: nil, notice: fixture.notice)
            ])
            #expect(try await fixture.store.withdrawMessage("p", of: fixture.app))
            let told = fixture.told.events.count
            while try await fixture.store.expireMessages(notice: { fixture.content("inbox", "{\"app\":\"\($0)\"}") }) {}
            let events = fixture.told.events.dropFirst(told)
            #expect(events.count == count)
            #expect(Set(events.map(\.device)).count == count)
            #expect(Set(events.map(\.content.body)) == [#"{"app":"org.test.App"}"#])
        }
    }

    @Test func nobodyAttachesAChannelOfAnotherInbox() async throws {
        try await withStore { fixture async throws in
            for id in ["a", "b", "free"] {
                try await fixture.store.addChannel(NewChannel(id: ChannelID(id), type: "ios"), to: fixture.app)
            }
            for (id, channel) in [("inbox-a", "a"), ("inbox-b", "b")] {
                let made = try await fixture.store.addInbox(
                    InboxID(id),
                    passwordHash: hash(id),
                    channel: ChannelID(channel),
                    of: fixture.app
                )
                #expect(made)
            }
            let host = try await fixture.register(try await fixture.device("one")).channel
            let a = try await fixture.inbox(of: "a").inbox
            for stolen in [ChannelID("b"), host, ChannelID("none")] {
                let refused = try await fixture.store.attach(
                    [ChannelID("free"), stolen],
                    detach: [],
                    inbox: a,
                    of: fixture.app
                )
                #expect(refused == [stolen])
            }
            #expect(try await fixture.store.channel(ChannelID("free"), of: fixture.app)?.inbox == nil)
            let done = try await fixture.store.attach(
                [ChannelID("free"), ChannelID("a")],
                detach: [ChannelID("b"), ChannelID("a")],
                inbox: a,
                of: fixture.app
            )
            #expect(done.isEmpty)
            #expect(try await fixture.store.channel(ChannelID("free"), of: fixture.app)?.inbox == a)
            #expect(try await fixture.store.channel(ChannelID("a"), of: fixture.app)?.inbox == nil)
            #expect(try await fixture.store.channel(ChannelID("b"), of: fixture.app)?.inbox != nil)
            #expect(
                try await fixture.store.addInbox(InboxID("x"), passwordHash: hash("x"), channel: host, of: fixture.app)
                    == false
            )
        }
    }
}
