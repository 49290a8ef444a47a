import AsyncPrimitives
import CloudStorage
import CloudTestSupport
import Foundation
import Testing
import TodayTestSupport

@testable import CloudCore

@Suite(.timeLimit(.minutes(2))) struct HeartbeatTests {
    /// Expects requests for heartbeats in an open stream; `afterwards` lets the heartbeats end.
    private func expectBeats(_ fixture: CloudFixture, afterwards: () -> Void = {}) async throws {
        let mailbox = fixture.cloud.hub.open(DeviceNumber(1), after: 0).mailbox
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do { try await HeartbeatSender(cloud: fixture.cloud).run() } catch is CancellationError {}
                mailbox.end()
            }
            for _ in 0..<3 {
                await fixture.clock.advanceWhenSleeping(by: .seconds(12))
                #expect(await mailbox.next() == .heartbeat)
            }
            group.cancelAll()
            afterwards()
            try await group.waitForAll()
        }
    }

    @Test func theyComeWhileTheWriterIsBusy() async throws {
        try await withCloud { fixture async throws in
            let device = try await fixture.join("ada").device.number
            let (isBusy, mayGoOn) = (OneTimeSignal(), DispatchSemaphore(value: 0))
            fixture.store.observe { _ in
                isBusy.raise()
                mayGoOn.wait()
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    let content = EventContent(kind: "push", body: "{}", expires: fixture.date.value + 60)
                    try await fixture.store.append(content, to: [device])
                }
                await isBusy.wait()
                try await expectBeats(fixture) { mayGoOn.signal() }
                try await group.waitForAll()
            }
        }
    }

    @Test func theyComeWhenTheStoreFails() async throws {
        try await withCloud { fixture async throws in
            await fixture.store.close()
            try await expectBeats(fixture)
        }
    }
}
