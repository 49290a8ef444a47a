import CloudStorage
import Foundation
import GRDB
import Synchronization
import Testing
import TodayTestSupport

@Suite struct PushTests {
    @Test func anAcceptedPushWaitsForItsAudienceAcrossARestart() async throws {
        try await withStore { fixture async throws in
            try await fixture.push("p", message: fixture.message("m"))
            let again = try fixture.reopen()
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
                try await fixture.store.candidates(of: fixture.app, leaves: nil, after: push.cursor, limit: 9).first
            )
            let page = PushPage(push: push, recipients: [member], cursor: member.channel, notice: fixture.notice)
            try await fixture.store.deliver([page, page])
            try await fixture.store.deliver([page])
            let resumed = try #require(try await fixture.store.pendingPushes(limit: 1).first)
            #expect(resumed.cursor == member.channel)
            let last = PushPage(push: resumed, recipients: [], cursor: nil, notice: fixture.notice)
            try await fixture.store.deliver([last])
            #expect(try await fixture.store.pendingPushes(limit: 1).isEmpty)
            #expect(try await fixture.store.events(of: device.number, after: 0, limit: 9).count == 1)
            #expect(try await fixture.store.messages(in: fixture.inbox().inbox).messages.count == 1)
        }
    }

    @Test func aPageIsOnDiskTogetherWithItsCursor() async throws {
        try await withStore(on: [.sqlite]) { fixture async throws in
            try await fixture.register(try await fixture.device("one"))
            try await fixture.push("p")
            let push = try #require(try await fixture.store.pendingPushes(limit: 1).first)
            let member = try #require(
                try await fixture.store.candidates(of: fixture.app, leaves: nil, after: push.cursor, limit: 9).first
            )
            // Observers are called after the commit that has the event, and before the next one.
            let cursors = Mutex<[Int64?]>([])
            fixture.store.observe { [path = fixture.path] _ in
                let cursor = try? DatabaseQueue(path: path).read { database in
                    try Int64.fetchOne(database, sql: "SELECT place FROM push")
                }
                cursors.withLock { $0.append(cursor) }
            }
            let page = PushPage(push: push, recipients: [member], cursor: member.channel, notice: fixture.notice)
            try await fixture.store.deliver([page])
            let (cursor, seen) = (member.channel.value, cursors.withLock(\.self))
            #expect(seen == [cursor], "the event was on disk before the cursor")
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
            let there = try #require(
                try await fixture.store.candidates(of: fixture.app, leaves: nil, after: push.cursor, limit: 9).first
            )
            var gone = there
            (gone.device, gone.inbox) = (DeviceNumber(99), InboxNumber(99))
            let page = PushPage(push: push, recipients: [gone, there], cursor: nil, notice: fixture.notice)
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
            #expect(try await fixture.store.body(of: CloudMessageID("m"), in: inbox)?.bytes.count == 100_000)
            #expect(try await fixture.count("messageBody") == 1)
        }
    }

    @Test func eachAppsPushesComeInItsTurnAndInTheirOrder() async throws {
        try await withStore { fixture async throws in
            let store = fixture.store
            var apps = [fixture.app]
            for name in ["two", "three"] {
                try await store.addApps([NewApp(name: name, key: name, secret: "s", masterHash: hash(name))])
                apps.append(try #require(try await store.app(key: name)).number)
            }
            for (index, app) in [2, 0, 2, 0, 0].enumerated() {
                let push = NewPush(id: PushID("p\(index)"), selection: "\(index)", content: fixture.content())
                try await store.accept([push], of: apps[app])
            }
            let table: [(AppNumber, Int, [String])] = [
                (AppNumber(0), 9, ["1", "3", "4", "0", "2"]), (apps[0], 9, ["0", "2", "1", "3", "4"]),
                (apps[1], 3, ["0", "2", "1"]), (apps[2], 2, ["1", "3"]), (apps[2], 4, ["1", "3", "4", "0"]),
                (AppNumber(99), 1, ["1"]), (apps[0], 0, []),
            ]
            for (last, limit, selections) in table {
                #expect(try await store.pendingPushes(after: last, limit: limit).map(\.selection) == selections)
            }
        }
    }

    @Test func aPageOfPushesIsNotLargerThanItMayBe() async throws {
        try await withStore { fixture async throws in
            let large = String(repeating: "x", count: CloudStore.selectionLimit)
            for (index, selection) in [large + "x", "a", "b", large, "c"].enumerated() {
                let push = NewPush(id: PushID("p\(index)"), selection: selection, content: fixture.content())
                try await fixture.store.accept([push], of: fixture.app)
            }
            for count in [1, 2, 1, 1] {
                let pushes = try await fixture.store.pendingPushes(limit: 9)
                #expect(pushes.count == count)
                let pages = pushes.map { PushPage(push: $0, recipients: [], cursor: nil, notice: fixture.notice) }
                try await fixture.store.deliver(pages)
            }
            #expect(try await fixture.store.pendingPushes(limit: 9).isEmpty)
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
