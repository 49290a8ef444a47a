import AsyncPrimitives
import Synchronization
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(5))) struct DeadlineTests {
    private struct Broken: Error {}

    /// Waits until its task is cancelled.
    private static func waitForCancellation() async { await OneTimeSignal().wait() }

    @Test func whatEndsInTimeIsReturnedAndTheTimerIsStopped() async throws {
        let clock = ManualClock()
        let value = try await withTimeLimit(on: "a body that ends at once") {
            try await withDeadline(.seconds(5), clock: clock) { 7 }
        }
        #expect(value == 7)
        #expect(clock.sleeperCount == 0)
    }

    @Test func whatTakesLongerIsCancelledWhenTheTimeIsUp() async throws {
        let clock = ManualClock()
        let began = OneTimeSignal()
        let isCancelled = Atomic(false)
        let running = Task {
            try await withDeadline(.seconds(5), clock: clock) {
                began.raise()
                await Self.waitForCancellation()
                isCancelled.store(Task.isCancelled, ordering: .sequentiallyConsistent)
                return 7
            }
        }
        try await withTimeLimit(on: "the body's beginning") { await began.wait() }
        await clock.waitUntilSleeping()
        clock.advance(by: .milliseconds(4_999))
        #expect(clock.sleeperCount == 1)
        #expect(isCancelled.load(ordering: .sequentiallyConsistent) == false)
        clock.advance(by: .milliseconds(1))
        let value = try await withTimeLimit(on: "the deadline") { try await running.value }
        // What it returned was too late.
        #expect(value == nil)
        #expect(isCancelled.load(ordering: .sequentiallyConsistent) == true)
    }

    @Test func whatTheBodyThrowsInTimeIsThrown() async throws {
        let clock = ManualClock()
        await #expect(throws: Broken.self) {
            try await withTimeLimit(on: "a body that throws") {
                try await withDeadline(.seconds(5), clock: clock) { () async throws -> Int in throw Broken() }
            }
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test func whatTheBodyThrowsTooLateIsNot() async throws {
        let value: Int? = try await withTimeLimit(on: "the deadline") {
            try await withDeadline {
            } _: { () async throws -> Int in
                await Self.waitForCancellation()
                throw Broken()
            }
        }
        #expect(value == nil)
    }

    @Test func cancellationEndsBodyAndTimer() async throws {
        let clock = ManualClock()
        let running = Task {
            try await withDeadline(.seconds(5), clock: clock) {
                await Self.waitForCancellation()
                try Task.checkCancellation()
            }
        }
        await clock.waitUntilSleeping()
        running.cancel()
        await #expect(throws: CancellationError.self) {
            try await withTimeLimit(on: "the end of a cancelled deadline") { _ = try await running.value }
        }
        #expect(clock.sleeperCount == 0)
    }
}
