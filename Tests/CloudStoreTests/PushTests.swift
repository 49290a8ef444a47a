import CloudStore
import Foundation
import GRDB
import Testing

@Suite struct PushTests {
    @Test func anAcceptedPushWaitsForItsAudienceAcrossARestart() async throws {
        try await withStore { fixture async throws in
            try await fixture.push("p", message: fixture.message("m"))
            let again = try CloudStore(path: fixture.path, now: { fixture.clock.value })
            let pending = try await again.pendingPushes(limit: 9)
            #expect(pending.map(\.selection) == ["all"])
            #expect(pending.first?.appName == "org.test.App")
            #expect(pending.first?.hasMessage == true)
            await again.close()
        }
    }

    @Test func aPageIsDeliveredOnce() async throws {
        try await withStore { fixture async throws in
            let device = try await fixture.device("one")
            try await fixture.register(device)
            try await fixture.push("p", message: fixture.message("m"))
            let push = try #require(try await fixture.store.pendingPushes(limit: 1).first)
            let member = try #require(
                try await fixture.store.candidates(of: fixture.app, leaves: nil, after: push.place, limit: 9).first
            )
            let delivery = Delivery(device: member.device, inbox: member.inbox)
            let page = PushPage(push: push, deliveries: [delivery], place: member.channel, notice: fixture.notice)
            try await fixture.store.deliver([page, page])
            try await fixture.store.deliver([page])
            let resumed = try #require(try await fixture.store.pendingPushes(limit: 1).first)
            #expect(resumed.place == member.channel)
            let last = PushPage(push: resumed, deliveries: [], place: nil, notice: fixture.notice)
            try await fixture.store.deliver([last])
            #expect(try await fixture.store.pendingPushes(limit: 1).isEmpty)
            #expect(try await fixture.store.events(of: device.number, after: 0, limit: 9).count == 1)
            #expect(try await fixture.store.messages(in: fixture.inbox().inbox).messages.count == 1)
        }
    }

    @Test func oneOfSeveralPushesThatCannotBeKeptStopsAll() async throws {
        try await withStore { fixture async throws in
            let push = NewPush(id: PushID("p"), selection: "", content: fixture.content())
            await #expect(throws: CloudStoreError.self) {
                try await fixture.store.accept([push, push], of: fixture.app)
            }
            #expect(try await fixture.store.pendingPushes(limit: 9).isEmpty)
            try await fixture.store.accept([push], of: fixture.app)
            #expect(try await fixture.store.pendingPushes(limit: 9).count == 1)
        }
    }

    @Test func aDeviceThatIsGoneDoesNotStopTheOthers() async throws {
        try await withStore { fixture async throws in
            let one = try await fixture.device("one")
            try await fixture.register(one)
            try await fixture.push("p", message: fixture.message("m"))
            let push = try #require(try await fixture.store.pendingPushes(limit: 1).first)
            let gone = Delivery(device: DeviceNumber(99), inbox: InboxNumber(99))
            let there = Delivery(device: one.number, inbox: try await fixture.inbox().inbox)
            let page = PushPage(push: push, deliveries: [gone, there], place: nil, notice: fixture.notice)
            try await fixture.store.deliver([page])
            #expect(try await fixture.store.events(of: one.number, after: 0, limit: 9).count == 1)
        }
    }

    @Test func aBodyIsKeptOnceHoweverManyReadIt() async throws {
        try await withStore { fixture async throws in
            for index in 0..<200 {
                try await fixture.register(try await fixture.device("d\(index)", of: "person\(index)"))
            }
            let body = String(repeating: "x", count: 100_000)
            try await fixture.push("p", message: fixture.message("m", body: body))
            try await fixture.deliver()
            let last = try await fixture.store.inboxAccess(InboxID("inbox-person199"))
            let inbox = try #require(last).inbox
            #expect(try await fixture.store.body(of: MessageID("m"), in: inbox)?.bytes.count == 100_000)
            let bytes = try await DatabaseQueue(path: fixture.path).read { database in
                (try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0) * 4096
            }
            #expect(bytes < 1_000_000)
        }
    }

    @Test func writesThatWaitTogetherAllEnd() async throws {
        try await withStore { fixture async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<300 { group.addTask { try await fixture.push("p\(index)") } }
                try await group.waitForAll()
            }
            #expect(try await fixture.store.pendingPushes(limit: 1000).count == 300)
        }
    }
}
