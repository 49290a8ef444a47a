import CloudStorage
import CloudTestSupport
import Foundation
import Testing
import TodayTestSupport

@testable import CloudCore

@Suite(.timeLimit(.minutes(10))) struct DeviceStreamTests {
    private func stream(_ fixture: CloudFixture, _ device: JoinedDevice) -> DeviceStream {
        DeviceStream(
            device: device.device,
            store: fixture.store,
            hub: fixture.cloud.hub,
            heartbeat: .seconds(12)
        )
    }

    private func content(_ fixture: CloudFixture, _ body: String) -> EventContent {
        EventContent(kind: "push", body: body, expires: fixture.date.value + 60)
    }

    @Test func itResumesAndGoesOnWithoutGapsOrRepetition() async throws {
        try await withCloud { fixture async throws in
            let device = try await fixture.join("ada")
            let number = device.device.number
            for index in 0..<250 { try await fixture.store.append(content(fixture, "old\(index)"), to: [number]) }
            let seen = try await fixture.events(device)[99].sequence
            let page = StreamRecorder()
            let line = fixture.cloud.hub.open(number, after: seen)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await self.stream(fixture, device).run(line) { page.write($0) }
                }
                // These are published while the stream still reads what it missed.
                for index in 0..<300 { try await fixture.store.append(content(fixture, "new\(index)"), to: [number]) }
                try await page.wait(for: "new299\n")
                line.mailbox.end()
                try await group.waitForAll()
            }
            let all = try await fixture.events(device).map(\.sequence)
            #expect(page.ids == all.filter { $0 > seen })
            #expect(page.text.hasPrefix("event: hello\n"))
            #expect(fixture.cloud.hub.count == 0)
        }
    }

    @Test func aStreamThatIsTooSlowReadsTheStore() async throws {
        try await withCloud { fixture async throws in
            let device = try await fixture.join("ada")
            let number = device.device.number
            let line = fixture.cloud.hub.open(number, after: 0)
            for index in 0..<(DeviceMailbox.capacity + 50) {
                try await fixture.store.append(content(fixture, "\(index)."), to: [number])
            }
            #expect(await line.mailbox.next() == .catchUp)
            for index in 0..<(DeviceMailbox.capacity + 50) {
                try await fixture.store.append(content(fixture, "again\(index)."), to: [number])
            }
            let page = StreamRecorder()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await self.stream(fixture, device).run(line) { page.write($0) }
                }
                try await page.wait(for: "again\(DeviceMailbox.capacity + 49).")
                line.mailbox.end()
                try await group.waitForAll()
            }
            #expect(page.ids == (try await fixture.events(device).map(\.sequence)))
        }
    }

    @Test func aStreamTellsOfAMessageThatWasTakenBack() async throws {
        try await withCloud { fixture async throws in
            let device = try await fixture.join("ada")
            let line = fixture.cloud.hub.open(device.device.number, after: 0)
            let page = StreamRecorder()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    do { try await fixture.cloud.run() } catch is CancellationError {}
                }
                group.addTask {
                    try await self.stream(fixture, device).run(line) { page.write($0) }
                }
                let message = PushSpecification.Message(
                    title: "Oops",
                    contentType: "text/plain",
                    body: Data("Oops".utf8)
                )
                let order = PushSpecification(audience: .all, message: message)
                let accepted = try await fixture.cloud.accept([order], of: fixture.app)
                try await page.wait(for: "event: push\n")
                #expect(!page.text.contains("event: inbox\n"))
                #expect(try await fixture.cloud.withdrawMessage(accepted[0].id.text, of: fixture.app))
                try await page.wait(for: "event: inbox\n")
                let inbox = try await fixture.cloud.openInbox(device.channel.inbox, password: device.password)
                #expect(try await fixture.store.messages(in: try #require(inbox).access.inbox).messages.isEmpty)
                group.cancelAll()
            }
        }
    }

    @Test func aNewStreamOfADeviceEndsTheOneBefore() async throws {
        let hub = DeviceHub()
        let first = hub.open(DeviceNumber(1), after: 0)
        let second = hub.open(DeviceNumber(1), after: 0)
        #expect(await first.mailbox.next() == .end)
        hub.close(DeviceNumber(1), first)
        #expect(hub.count == 1)
        hub.sendHeartbeats(part: 0, of: 1)
        #expect(await second.mailbox.next() == .heartbeat)
        hub.endAll()
        #expect(await second.mailbox.next() == .end)
        #expect(await hub.open(DeviceNumber(2), after: 0).mailbox.next() == .end)
    }

    @Test func cancellationEndsTheWaiting() async {
        let mailbox = DeviceMailbox()
        await withTaskGroup(of: DeviceMailbox.Work.self) { group in
            group.addTask { await mailbox.next() }
            group.cancelAll()
            #expect(await group.next() == .end)
        }
    }

    @Test func beatsComeAndForeignChangesAreNoticed() async throws {
        try await withCloud { fixture async throws in
            let device = try await fixture.join("ada")
            let mailbox = fixture.cloud.hub.open(device.device.number, after: 0).mailbox
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    do { try await fixture.cloud.run() } catch is CancellationError {}
                }
                // The sweeper sleeps too.
                await fixture.clock.advanceWhenSleeping(by: .seconds(12), count: 2)
                #expect(await mailbox.next() == .heartbeat)

                let other = try CloudStore(path: fixture.folder.databasePath)
                _ = try await other.revoke(person: "ada")
                await other.close()
                var work: DeviceMailbox.Work
                repeat {
                    await fixture.clock.advanceWhenSleeping(by: .seconds(12), count: 2)
                    work = await mailbox.next()
                } while work == .heartbeat
                #expect(work == .end)
                group.cancelAll()
            }
        }
    }
}

extension StreamRecorder {
    /// The numbers of the events that were written.
    fileprivate var ids: [Int64] {
        text.split(separator: "\n").compactMap { $0.hasPrefix("id: ") ? Int64($0.dropFirst(4)) : nil }
    }
}
