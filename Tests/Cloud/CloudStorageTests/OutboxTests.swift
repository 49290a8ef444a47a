import CloudStorage
import Foundation
import GRDB
import Testing
import TodayTestSupport

/// Pushes that wait for channels that are not hosts.
@Suite struct OutboxTests {
    private static let webhook = Webhook(url: "https://h.example/push", secret: "whsec_c2VjcmV0")

    private func key(_ fixture: StoreFixture, _ type: String = "open::lamp") -> OutboxAccount.Key {
        OutboxAccount.Key(app: fixture.app, type: type)
    }

    /// Adds channels, and a push for all of them.
    private func send(_ id: String, to channels: [String], _ fixture: StoreFixture) async throws {
        for channel in channels where try await fixture.store.channel(ChannelID(channel), of: fixture.app) == nil {
            try await fixture.store.addChannel(
                NewChannel(id: ChannelID(channel), type: "open::lamp", address: channel, optIn: true),
                to: fixture.app
            )
        }
        let contents = ["open::lamp", "open::door", "ios"].map { type in
            OutboxContent(type: type, body: "{\"alert\":\"\(id)\"}", expires: fixture.clock.value + 600)
        }
        let push = NewPush(id: PushID(id), selection: "", content: fixture.content(), outbox: contents)
        try await fixture.store.accept([push], of: fixture.app)
        let pending = try #require(try await fixture.store.pendingPushes(limit: 1).first)
        let members = try await fixture.store.candidates(
            of: fixture.app,
            leaves: nil,
            after: pending.cursor,
            limit: 999
        )
        try await fixture.store.deliver([
            PushPage(push: pending, recipients: members, cursor: nil, notice: fixture.notice)
        ])
    }

    private func due(_ fixture: StoreFixture) async throws -> [OutboxDelivery] {
        try await fixture.store.dueDeliveries(for: key(fixture), at: fixture.clock.value, limit: 999)
    }

    private func account(_ fixture: StoreFixture) async throws -> OutboxAccount {
        try #require(try await fixture.store.outboxAccounts().first { $0.key == key(fixture) })
    }

    @Test func onlyChannelsWithAWebhookWait() async throws {
        try await withStore { fixture async throws in
            try await send("early", to: ["a"], fixture)
            #expect(try await fixture.store.setWebhook(Self.webhook, for: key(fixture)))
            try await fixture.store.addChannel(
                NewChannel(id: ChannelID("d"), type: "open::door", address: "d", optIn: true),
                to: fixture.app
            )
            try await send("p", to: ["a", "b"], fixture)
            let waiting = try await due(fixture)
            #expect(waiting.map(\.address) == ["a", "b"])
            #expect(waiting.map(\.body) == [#"{"alert":"p"}"#, #"{"alert":"p"}"#])
            #expect(try await fixture.store.waitingDeliveries(for: key(fixture, "open::door")) == 0)
            #expect(try await account(fixture).isDue(at: fixture.clock.value))
            #expect(try await fixture.store.removeOutboxAccount(key(fixture)))
            #expect(try await fixture.store.waitingDeliveries(for: key(fixture)) == 0)
            #expect(try await !fixture.store.removeOutboxAccount(key(fixture)))
        }
    }

    @Test func whatWaitsIsCounted() async throws {
        try await withStore { fixture async throws in
            #expect(try await fixture.store.backlog().oldestPush == nil)
            _ = try await fixture.store.setWebhook(Self.webhook, for: key(fixture))
            try await send("p", to: ["a", "b", "c"], fixture)
            try await fixture.execute(
                """
                INSERT INTO outboxNotification
                SELECT pushNumber, 'ios', body, isSilent, badge, badgeStep, expires FROM outboxNotification
                WHERE type = 'open::lamp' ON CONFLICT DO NOTHING
                """
            )
            try await fixture.execute(
                "UPDATE outboxDelivery SET type = 'ios' WHERE number = (SELECT MIN(number) FROM outboxDelivery)"
            )
            let first = fixture.clock.value
            try await fixture.push("x")
            fixture.clock.advance(by: 10)
            try await fixture.push("y")
            let backlog = try await fixture.store.backlog()
            #expect(backlog.pushes == 2)
            #expect(abs(try #require(backlog.oldestPush).timeIntervalSince(first)) < 0.01)
            #expect(backlog.outbox.apns == 1)
            #expect(backlog.outbox.webhooks == 2)
        }
    }

    @Test func resultsAreKeptAsAttempts() async throws {
        try await withStore { fixture async throws in
            _ = try await fixture.store.setWebhook(Self.webhook, for: key(fixture))
            try await send("p", to: ["a", "b", "c"], fixture)
            let waiting = try await due(fixture)
            let results: [OutboxResult] = [
                .accepted, .retry(fixture.clock.value + 60, reason: "status 500"),
                .disabled(reason: "status 410", since: nil),
            ]
            try await fixture.store.finish(Array(zip(waiting, results)), with: try await account(fixture), failure: nil)
            #expect(try await due(fixture).isEmpty)
            #expect(try await account(fixture).due(at: fixture.clock.value) == fixture.clock.value + 60)
            #expect(try await fixture.store.channel(ChannelID("c"), of: fixture.app)?.disabled == "status 410")
            let attempts = try #require(try await fixture.store.outboxAttempts(of: PushID("p")))
            #expect(attempts.map(\.channel.text) == ["a", "b", "c"])
            #expect(attempts.map(\.outcome) == [.accepted, .retry, .disabled])
            #expect(attempts.map(\.reason) == [nil, "status 500", "status 410"])
            fixture.clock.advance(by: 60)
            #expect(try await due(fixture).map(\.attempts) == [1])
            #expect(try await fixture.store.outboxAttempts(of: PushID("q")) == nil)
        }
    }

    @Test func onlyTheNewestAttemptsAreKept() async throws {
        try await withStore { fixture async throws in
            _ = try await fixture.store.setWebhook(Self.webhook, for: key(fixture))
            try await send("p", to: ["a"], fixture)
            let delivery = try #require(try await due(fixture).first)
            let retry = OutboxResult.retry(fixture.clock.value, reason: "status 500")
            let results = Array(repeating: (delivery, retry), count: CloudStore.attemptLimit + 5)
            try await fixture.store.finish(results, with: try await account(fixture), failure: nil)
            let attempts = try #require(try await fixture.store.outboxAttempts(of: PushID("p")))
            #expect(attempts.count == CloudStore.attemptLimit)
        }
    }

    @Test func aFailureStopsAnAccountUntilItIsSetAgain() async throws {
        try await withStore { fixture async throws in
            _ = try await fixture.store.setWebhook(Self.webhook, for: key(fixture))
            try await send("p", to: ["a"], fixture)
            let old = try await account(fixture)
            try await fixture.store.finish([], with: old, failure: "status 401")
            #expect(try await account(fixture).failure == "status 401")
            #expect(try await !account(fixture).isDue(at: fixture.clock.value))
            _ = try await fixture.store.setWebhook(Self.webhook, for: key(fixture))
            #expect(try await account(fixture).isDue(at: fixture.clock.value))
            // What was sent with the webhook that was replaced says nothing of the new one.
            try await fixture.store.finish([], with: old, failure: "status 401")
            #expect(try await account(fixture).failure == nil)
        }
    }

    @Test func aRefusedAccountIsTriedAgainWithGrowingPauses() async throws {
        try await withStore { fixture async throws in
            _ = try await fixture.store.setWebhook(Self.webhook, for: key(fixture))
            try await send("p", to: ["a"], fixture)
            let delivery = try #require(try await due(fixture).first)
            for pause in [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600] as [Double] {
                let refused = try await account(fixture)
                // What else was under way at the same time is the same refusal.
                for _ in 1...2 {
                    try await fixture.store.finish([(delivery, .held(reason: "why"))], with: refused, failure: "why")
                }
                #expect(try await account(fixture).due(at: fixture.clock.value) == fixture.clock.value + pause)
                fixture.clock.advance(by: pause)
                #expect(try await account(fixture).isDue(at: fixture.clock.value))
                #expect(try await due(fixture) == [delivery], "it counts no attempt of its own")
            }
            let attempts = try #require(try await fixture.store.outboxAttempts(of: PushID("p")))
            #expect(Set(attempts.map(\.outcome)) == [.held] && Set(attempts.map(\.reason)) == ["why"])
            try await fixture.store.finish([], with: try await account(fixture), failure: nil)
            #expect(try await account(fixture).failures == 0)
        }
    }

    /// The pauses and the times of notifications are dates of the clock that was wrong.
    @Test func aClockThatIsSetBackHoldsUpNothing() async throws {
        try await withStore { fixture async throws in
            _ = try await fixture.store.setWebhook(Self.webhook, for: key(fixture))
            try await send("p", to: ["a"], fixture)
            try await fixture.store.finish([], with: try await account(fixture), failure: "ExpiredProviderToken")
            fixture.clock.advance(by: -86_400)
            #expect(try await account(fixture).isDue(at: fixture.clock.value))
            #expect(try await due(fixture).map(\.address) == ["a"])
            try await send("q", to: ["b"], fixture)
            let first = try await due(fixture).map { "\($0.address): \($0.push.text)" }
            #expect(first == ["a: q", "b: q"], "what is due by the clock goes first")
        }
    }

    @Test func anExaminationReadsTheAccountsOfADatabase() async throws {
        try await withTemporaryDirectory { folder async throws in
            let path = folder + "/cloud.sqlite"
            #expect(CloudStore.outboxAccounts(at: path) == nil)
            let store = try CloudStore(path: path, now: { Date(timeIntervalSince1970: 1_800_000_000) })
            try await store.addApps([NewApp(name: "org.test.App", key: "key", secret: "secret", masterHash: hash("m"))])
            let app = try #require(try await store.app(key: "key")).number
            _ = try await store.setWebhook(Self.webhook, for: OutboxAccount.Key(app: app, type: "open::lamp"))
            let accounts = try await store.outboxAccounts()
            #expect(accounts.count == 1 && CloudStore.outboxAccounts(at: path) == accounts)
            await store.close()
            try await DatabaseQueue(path: path).write { database in
                try database.execute(sql: "ALTER TABLE webhook DROP COLUMN failures")
            }
            #expect(CloudStore.outboxAccounts(at: path) == nil)
        }
    }

    @Test func anAppHasALimitedNumberOfWebhooks() async throws {
        try await withStore { fixture async throws in
            for number in 0..<CloudStore.webhookLimit {
                #expect(try await fixture.store.setWebhook(Self.webhook, for: key(fixture, "open::\(number)")))
            }
            #expect(try await !fixture.store.setWebhook(Self.webhook, for: key(fixture, "open::one-more")))
            #expect(try await fixture.store.setWebhook(Self.webhook, for: key(fixture, "open::0")))
        }
    }

    /// The queue of APNs became the one of both.
    @Test func whatWaitedForAPNsStillWaitsAfterTheMigration() async throws {
        try await withTemporaryDirectory { folder async throws in
            let path = folder + "/cloud.sqlite"
            let date = Date(timeIntervalSince1970: 1_800_000_000)
            let first = try CloudStore(path: path, now: { date })
            try await first.addApps([NewApp(name: "org.test.App", key: "key", secret: "secret", masterHash: hash("m"))])
            let app = try #require(try await first.app(key: "key")).number
            try await first.addChannel(NewChannel(id: ChannelID("c"), type: "ios", address: "token"), to: app)
            let content = EventContent(kind: "push", body: "{}", expires: date + 600)
            let push = NewPush(id: PushID("p"), selection: "", content: content)
            try await first.accept([push], of: app)
            await first.close()
            let database = try DatabaseQueue(path: path)
            try await database.write { database in
                try database.execute(
                    sql: """
                        DROP TABLE outboxAttempt; DROP TABLE outboxDelivery; DROP TABLE outboxNotification; DROP TABLE webhook;
                        DELETE FROM grdb_migrations WHERE identifier LIKE '%outbox%';
                        CREATE TABLE apnsNotification (
                            pushNumber INTEGER PRIMARY KEY REFERENCES push (number) ON DELETE CASCADE,
                            body TEXT NOT NULL, isSilent INTEGER NOT NULL, badge INTEGER, badgeStep INTEGER,
                            expires INTEGER NOT NULL) STRICT;
                        CREATE TABLE apnsDelivery (
                            number INTEGER PRIMARY KEY AUTOINCREMENT,
                            pushNumber INTEGER NOT NULL REFERENCES apnsNotification (pushNumber) ON DELETE CASCADE,
                            appNumber INTEGER NOT NULL, channelNumber INTEGER NOT NULL, badge INTEGER,
                            attempts INTEGER NOT NULL, next INTEGER NOT NULL) STRICT;
                        INSERT INTO apnsNotification SELECT number, '{"a":1}', 0, NULL, 1, 1800000600000 FROM push;
                        INSERT INTO apnsDelivery SELECT 7, push.number, push.appNumber, channel.number, 3, 2, 1800000000000
                            FROM push, channel;
                        """
                )
            }
            try database.close()
            let store = try CloudStore(path: path, now: { date })
            let waiting = try await store.dueDeliveries(
                for: OutboxAccount.Key(app: app, type: APNsAccount.channelType),
                at: date,
                limit: 9
            )
            #expect(waiting.map(\.number) == [7])
            #expect(waiting.map(\.body) == [#"{"a":1}"#])
            #expect(waiting.map(\.badge) == [3] && waiting.map(\.attempts) == [2])
            #expect(waiting.map(\.address) == ["token"] && waiting.map(\.expires) == [date + 600])
            await store.close()
        }
    }
}
