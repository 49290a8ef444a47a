import AsyncPrimitives
import CloudTestSupport
import Dispatch
import Foundation
import HostStorage
import Synchronization
import Testing
import TodayTestSupport

import struct TodayProtocol.Message

@testable import DeviceSync

@Suite(.timeLimit(.minutes(10))) struct BodyParsingQueueTests {
    @Test func whatTakesTooLongIsGivenUpAndWhatComesNextWaitsForTheThread() async throws {
        let clock = ManualClock()
        let queue = BodyParsingQueue(timeLimit: .seconds(30), clock: clock)
        let (gate, begun) = (DispatchSemaphore(value: 0), OneTimeSignal())
        async let stuck = queue.run {
            begun.raise()
            gate.wait()
        }
        // A thread that has not begun would skip what is given up.
        await begun.wait()
        await clock.advanceWhenSleeping(by: .seconds(30))
        #expect(try await stuck == nil)
        let isLateOneBegun = Atomic(false)
        async let late: Void? = queue.run { isLateOneBegun.store(true, ordering: .relaxed) }
        await clock.advanceWhenSleeping(by: .seconds(30))
        #expect(try await late == nil)
        async let next = queue.run { 2 }
        gate.signal()
        #expect(try await next == 2)
        let isBegun = isLateOneBegun.load(ordering: .relaxed)
        #expect(!isBegun)
    }

    @Test func whoIsCancelledWaitsForNothing() async throws {
        let queue = BodyParsingQueue(clock: ManualClock())
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                do {
                    _ = try await queue.run { gate.wait() }
                    return false
                } catch { return error is CancellationError }
            }
            group.cancelAll()
            #expect(await group.next() == true)
        }
    }

    @Test func aBodyWithoutEndHoldsUpNoListAndNoDeletionAndIsNotTheFirstToBeReadAgain() async throws {
        try await withLink { fixture in
            let host = try await fixture.host(bodies: BodyParsingQueue(clock: ManualClock()))
            let gate = DispatchSemaphore(value: 0)
            async let stuck: Void? = host.bodies.run { gate.wait() }
            try await host.run {
                try await host.waitUntilConnected()
                let first = try await fixture.sendMessage("first")
                let missing = { @Sendable in try await host.store.read { try $0.missingBodies(of: LinkedHost.app) } }
                // Nobody is told of a try, so this looks again and again.
                while try await missing().first?.attempts != 1 { await Task.yield() }
                #expect(try await missing().first?.nextAttempt ?? .distantPast > fixture.cloud.date.value)

                let second = try await fixture.sendMessage("second")
                try await host.wait { try await host.messages().count == 2 }
                try await host.store.commit(.message(.delete(LinkedHost.app, [first])), origin: .person)
                try await host.wait { host.transport.requests.contains { $0.hasSuffix("/messages/delete") } }
                gate.signal()
                try await host.wait { try await host.messages().map(\.hasBody) == [true] }
                #expect(try await host.messages().map(\.id) == [second])
            }
            _ = try await stuck
        }
    }
}
