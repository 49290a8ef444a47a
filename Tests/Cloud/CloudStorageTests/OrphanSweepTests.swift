import CloudStorage
import Foundation
import SQLStore
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct OrphanSweepTests {
    private static let month = 30.0 * 86_400

    private func ids(_ table: String, _ fixture: StoreFixture) async throws -> Set<String> {
        Set(try await fixture.values("SELECT id FROM \(table)"))
    }

    private func sweep(_ fixture: StoreFixture) async throws {
        while try await fixture.store.expireOthers() {}
        while try await fixture.store.sweepInboxes() {}
        while try await fixture.store.sweepMessages() {}
    }

    /// Finishes a push that reaches nobody.
    private func endPush(_ fixture: StoreFixture) async throws {
        let push = try #require(try await fixture.store.pendingPushes(limit: 1).first)
        try await fixture.store.deliver([PushPage(push: push, recipients: [], cursor: nil, notice: fixture.notice)])
    }

    @Test func aMessageThatNobodyHasIsForgottenAfterAMonth() async throws {
        try await withStore { fixture async throws in
            try await fixture.register(try await fixture.device("one"))
            let inbox = try await fixture.inbox().inbox
            try await fixture.push("p-nobody", message: fixture.message("nobody"))
            try await endPush(fixture)
            for id in ["removed", "kept"] {
                try await fixture.push("p-\(id)", message: fixture.message(id))
                try await fixture.deliver()
            }
            try await fixture.apply(.delete, to: "removed", in: inbox)
            try await fixture.push("p-waits", message: fixture.message("waits"))
            fixture.clock.advance(by: Self.month - 1)
            try await sweep(fixture)
            #expect(try await ids("message", fixture) == ["nobody", "removed", "kept", "waits"])
            fixture.clock.advance(by: 1)
            try await sweep(fixture)
            #expect(try await ids("message", fixture) == ["kept", "waits"])
            try await sweep(fixture)
            #expect(try await ids("push", fixture) == ["p-kept", "p-waits"])
            #expect(try await fixture.store.withdrawMessage("p-nobody", of: fixture.app) == false)
            #expect(try await fixture.store.body(of: CloudMessageID("kept"), in: inbox) != nil)

            try await fixture.apply(.delete, to: "kept", in: inbox)
            try await fixture.deliver()
            fixture.clock.advance(by: Self.month)
            try await sweep(fixture)
            #expect(try await ids("message", fixture) == ["waits"])
        }
    }

    @Test func aMessageThatEverybodyRemovedCanStillBeTakenBack() async throws {
        try await withStore { fixture async throws in
            try await fixture.push("p", message: fixture.message("m"))
            try await endPush(fixture)
            fixture.clock.advance(by: Self.month - 1)
            try await sweep(fixture)
            #expect(try await fixture.store.withdrawMessage("p", of: fixture.app))
        }
    }

    @Test func anInboxThatHasHadNeitherChannelNorUserForAMonthIsForgotten() async throws {
        try await withStore { fixture async throws in
            try await fixture.register(try await fixture.device("one"))
            for id in ["a", "b"] {
                try await fixture.store.addChannel(NewChannel(id: ChannelID(id), type: "ios"), to: fixture.app)
            }
            // The channel leaves one inbox for the other.
            for (inbox, channel) in [("inbox-left", "a"), ("inbox-new", "a"), ("inbox-back", "b"), ("inbox-b", "b")] {
                let isMade = try await fixture.store.addInbox(
                    InboxID(inbox),
                    passwordHash: hash(inbox),
                    channel: ChannelID(channel),
                    of: fixture.app
                )
                #expect(isMade)
                if inbox == "inbox-left" {
                    try await fixture.push("p", message: fixture.message("m"))
                    try await fixture.deliver()
                }
            }
            let all: Set<String> = ["inbox-ada", "inbox-left", "inbox-new", "inbox-back", "inbox-b"]
            fixture.clock.advance(by: Self.month)
            try await sweep(fixture)
            #expect(try await ids("inbox", fixture) == all)
            // An inbox that gets a channel meanwhile starts again.
            let back = try await fixture.inbox(of: "back").inbox
            try await fixture.store.addChannel(NewChannel(id: ChannelID("c"), type: "ios"), to: fixture.app)
            for (added, removed) in [(["c"], []), ([], ["c"])] as [([String], [String])] {
                let refused = try await fixture.store.attach(
                    added.map { ChannelID($0) },
                    detach: removed.map { ChannelID($0) },
                    inbox: back,
                    of: fixture.app
                )
                #expect(refused.isEmpty)
            }
            fixture.clock.advance(by: Self.month)
            try await sweep(fixture)
            #expect(try await ids("inbox", fixture) == all.subtracting(["inbox-left"]))
            fixture.clock.advance(by: Self.month)
            try await sweep(fixture)
            #expect(try await ids("inbox", fixture) == ["inbox-ada", "inbox-new", "inbox-b"])
        }
    }

    @Test func anInboxKeepsAsManyMessagesAsItsListShows() async throws {
        try await withStore { fixture async throws in
            try await fixture.register(try await fixture.device("one"))
            let inbox = try await fixture.inbox().inbox
            // The first ones are written here: to deliver each would take a minute.
            let (limit, total) = (CloudStore.listLimit, CloudStore.listLimit + 3)
            let app = fixture.app.value
            try await fixture.execute(
                """
                WITH RECURSIVE id (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM id WHERE value + 1 < ?)
                INSERT INTO message (id, appNumber, title, contentType, sent)
                SELECT 'm' || value, ?, 'Title', 'text/html', ? FROM id
                """,
                [limit, app, Int64(fixture.clock.value.timeIntervalSince1970 * 1000)]
            )
            try await fixture.execute(
                "INSERT INTO inboxEntry (inboxNumber, messageNumber, isUnread) SELECT ?, number, 1 FROM message",
                [inbox.value]
            )
            try await fixture.execute("UPDATE inbox SET entries = ? WHERE number = ?", [limit, inbox.value])
            for index in limit..<total {
                try await fixture.push("p\(index)", message: fixture.message("m\(index)"))
                try await fixture.deliver()
            }
            func list() async throws -> [String] {
                try await fixture.store.messages(in: inbox, limit: total).messages.map(\.id.text)
            }
            #expect(try await list() == (3..<total).reversed().map { "m\($0)" })
            // A message that was removed makes room.
            try await fixture.apply(.delete, to: "m9", in: inbox)
            try await fixture.push("next", message: fixture.message("next"))
            try await fixture.deliver()
            #expect(try await list().last == "m3")
            #expect(try await list().count == limit)
        }
    }
}
