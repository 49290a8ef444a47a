import CloudStorage
import Foundation
import GRDB
import Testing
import TodayTestSupport

@Suite struct MigrationTests {
    /// Downgrades the database to its oldest schema and keeps its data.
    private func makeOldest(_ path: String) async throws {
        let database = try DatabaseQueue(path: path)
        try await database.write { database in
            // All events had one sequence of numbers.
            try database.execute(
                sql: "UPDATE counter SET sequence = (SELECT COALESCE(MAX(sequence), 0) FROM deviceSequence)"
            )
            for table in [
                "allowance", "lease", "topicFilePart", "deviceSequence", "pushCount", "outboxAttempt", "outboxDelivery",
                "outboxNotification", "webhook", "apnsAccount",
                "topic", "topicMessage", "topicScheduled",
                "topicSubscription", "topicRule", "topicToken", "topicFile",
                "staticList", "listUpload", "listChannel", "listUser", "segment",
                "channelAttribute", "namedUserAttribute", "goneChannelToken",
                "courierFrame", "courier", "recordSubscription", "recordReference", "recordFieldValue", "record",
                "recordAuthor", "recordField", "recordType", "recordZoneGarbage", "recordZone", "recordDatabase",
                "recordUser", "recordLogin", "recordKey", "recordContainer",
            ] {
                try database.execute(sql: "DROP TABLE \(table)")
            }
            try database.execute(sql: "DROP TRIGGER keepTokensOfChannel")
            try database.execute(sql: "DROP INDEX pushByLook; DROP INDEX inboxByLook")
            for column in [
                "push.nextLook", "inbox.nextLook", "inbox.looseSince", "inbox.entries", "message.isWithdrawn",
                "channel.disabled", "channel.badge", "content.created",
            ] {
                let parts = column.split(separator: ".")
                try database.execute(sql: "ALTER TABLE \(parts[0]) DROP COLUMN \(parts[1])")
            }
            try database.execute(
                sql: "DROP INDEX pushPendingByApp; CREATE INDEX pushPending ON push (number) WHERE place IS NOT NULL"
            )
            try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier <> 'make the first tables'")
        }
        try database.close()
    }

    /// Sends a message to every channel of an app.
    private func put(
        _ id: String,
        into inbox: InboxID,
        of store: CloudStore,
        _ app: AppNumber,
        at date: Date
    ) async throws {
        let content = EventContent(kind: "push", body: "{}", expires: date + 600)
        let message = NewMessage(id: CloudMessageID(id), title: id, contentType: "text/plain", body: Data(), sent: date)
        try await store.accept([NewPush(id: PushID(id), selection: "", content: content, message: message)], of: app)
        let push = try #require(try await store.pendingPushes(limit: 1).first)
        let number = try #require(try await store.inboxAccess(inbox)).inbox
        var member = try #require(
            try await store.candidates(of: app, leaves: nil, after: ChannelNumber(0), limit: 1).first
        )
        (member.device, member.inbox) = (nil, number)
        try await store.deliver([PushPage(push: push, recipients: [member], cursor: nil, notice: content)])
    }

    @Test func theOldestDatabaseKeepsItsDataAndGetsTheNewTables() async throws {
        try await withTemporaryDirectory { folder async throws in
            let path = folder + "/cloud.sqlite"
            let date = Date(timeIntervalSince1970: 1_800_000_000)
            let old = try CloudStore(path: path, now: { date })
            try await old.addApps([NewApp(name: "org.test.App", key: "key", secret: "secret", masterHash: hash("m"))])
            try await old.addJoinToken(hash: hash("join"), person: "ada", expires: date + 600)
            let joined = try await old.join(
                token: hash("join"),
                id: DeviceID("laptop"),
                name: "laptop",
                tokenHash: hash("own")
            )
            let device = try #require(joined)
            try await old.append(EventContent(kind: "k", body: "{}", expires: date + 600), to: [device.number])
            let app = try #require(try await old.app(key: "key")).number
            try await old.addChannel(NewChannel(id: ChannelID("c"), type: "ios"), to: app)
            try await old.addChannelToken(hash: hash("t"), channel: ChannelID("c"), of: app, expires: date + 600)
            _ = try await old.addInbox(InboxID("i"), passwordHash: hash("i"), channel: ChannelID("c"), of: app)
            try await put("m", into: InboxID("i"), of: old, app, at: date)
            let epoch = old.epoch
            await old.close()
            try await makeOldest(path)
            let tables = try await DatabaseQueue(path: path).read {
                try String.fetchAll($0, sql: "SELECT name FROM sqlite_master")
            }
            #expect(!tables.contains("topicMessage") && !tables.contains("channelAttribute"))

            let store = try CloudStore(path: path, now: { date })
            #expect(store.epoch == epoch)
            #expect(try await store.app(key: "key")?.name == "org.test.App")
            #expect(try await store.device(tokenHash: hash("own")) == device)
            #expect(try await store.events(of: device.number, after: 0, limit: 9).count == 1)
            let inbox = try #require(try await store.inboxAccess(InboxID("i"))).inbox
            try await put("n", into: InboxID("i"), of: store, app, at: date)
            #expect(try await store.messages(in: inbox).messages.map(\.id.text) == ["n", "m"])
            let entries = try await DatabaseQueue(path: path).read {
                try Int.fetchAll($0, sql: "SELECT entries FROM inbox")
            }
            #expect(entries == [2])
            let looks = try await DatabaseQueue(path: path).read {
                try Int64.fetchAll($0, sql: "SELECT nextLook FROM push UNION ALL SELECT nextLook FROM inbox")
            }
            #expect(looks == Array(repeating: Int64(1_800_000_000 + 30 * 86_400) * 1000, count: 3))
            let change = AttributeChange(key: "team", value: .text("red"))
            _ = try await store.changeAttributes([change], ofChannels: [ChannelID("c")], of: app)
            #expect(try await store.channel(ChannelID("c"), of: app)?.attributes == ["team": .text("red")])
            #expect(try await store.subscribe("ada", to: "home"))
            try await store.addStaticList("vip", description: nil, extra: nil, to: app)
            #expect(try await store.segments(of: app).isEmpty)
            try await store.publish(
                TopicMessageRecord(id: "m", topic: "home", sequenceID: "m", time: date, expires: date + 60, body: "{}"),
                isKept: true,
                replacesScheduled: false,
                notice: EventContent(kind: "topic", body: "{}", expires: date + 60),
                rights: .readWrite
            )
            #expect(
                try await store.events(of: device.number, after: 0, limit: 9).map(\.content.kind) == ["k", "topic"]
            )
            #expect(try await store.addContainer("iCloud.org.test.App").apiToken == nil)
            try await store.removeChannels([ChannelID("c")], of: app)
            #expect(try await store.goneChannel(tokenHash: hash("t")) == ChannelID("c"))
            await store.close()
        }
    }
}
