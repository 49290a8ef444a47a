import AsyncPrimitives
import Synchronization
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(5))) struct PauseTests {
    /// A pause that runs beside the test.
    private func pause(
        _ clock: ManualClock,
        for duration: Duration?,
        or signal: Signal
    ) -> Task<Void, any Error> {
        Task { try await clock.pause(for: duration, or: signal) }
    }

    private func end(of pause: Task<Void, any Error>) async throws {
        try await withTimeLimit(on: "the end of a pause") { try await pause.value }
    }

    @Test func aPauseEndsWhenItsTimeIsUpAndNotBefore() async throws {
        let clock = ManualClock()
        let pause = pause(clock, for: .seconds(5), or: Signal())
        await clock.waitUntilSleeping()
        clock.advance(by: .milliseconds(4_999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        try await end(of: pause)
    }

    @Test(arguments: [Duration.seconds(5), nil]) func aSignalEndsAPauseAndItsTimer(duration: Duration?) async throws {
        let (clock, signal) = (ManualClock(), Signal())
        let pause = pause(clock, for: duration, or: signal)
        if duration != nil { await clock.waitUntilSleeping() }
        signal.raise()
        try await end(of: pause)
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: [Duration.seconds(5), nil]) func aSignalRaisedBeforeEndsOnePause(duration: Duration?) async throws
    {
        let (clock, signal) = (ManualClock(), Signal())
        signal.raise()
        try await end(of: pause(clock, for: duration, or: signal))
        // The next one waits for its time again.
        let next = pause(clock, for: .seconds(5), or: signal)
        await clock.waitUntilSleeping()
        for _ in 0..<200 { await Task.yield() }
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(5))
        try await end(of: next)
    }

    @Test func aPauseWithoutATimeWaitsForTheSignalHoweverLate() async throws {
        let (clock, signal) = (ManualClock(), Signal())
        let isRaised = Atomic(false)
        let early = Task {
            try await clock.pause(for: nil, or: signal)
            return !isRaised.load(ordering: .sequentiallyConsistent)
        }
        for _ in 0..<200 { await Task.yield() }
        clock.advance(by: .seconds(1_000_000))
        isRaised.store(true, ordering: .sequentiallyConsistent)
        signal.raise()
        let isEarly = try await withTimeLimit(on: "the end of a pause") { try await early.value }
        #expect(!isEarly)
    }

    @Test(arguments: [Duration.seconds(5), nil]) func cancellationEndsAPauseWithAnError(duration: Duration?)
        async throws
    {
        let (clock, signal) = (ManualClock(), Signal())
        let pause = pause(clock, for: duration, or: signal)
        if duration != nil { await clock.waitUntilSleeping() }
        pause.cancel()
        await #expect(throws: CancellationError.self) { try await end(of: pause) }
        #expect(clock.sleeperCount == 0)
    }

    @Test func aPauseWhoseTimeWasUpLeavesTheSignalAsItWas() async throws {
        let (clock, signal) = (ManualClock(), Signal())
        for _ in 0..<20 {
            let pause = pause(clock, for: .seconds(5), or: signal)
            await clock.advanceWhenSleeping(by: .seconds(5))
            try await end(of: pause)
        }
        let raised: Bool? = try await withDeadline {
            for _ in 0..<200 { await Task.yield() }
        } _: {
            await signal.wait()
            try Task.checkCancellation()
            return true
        }
        #expect(raised == nil)
    }

    @Test func aStopwatchCountsFromItsStart() {
        let clock = ManualClock()
        clock.advance(by: .seconds(3))
        let elapsed = clock.stopwatch()
        #expect(elapsed() == .zero)
        clock.advance(by: .seconds(2))
        #expect(elapsed() == .seconds(2))
        #expect(clock.stopwatch()() == .zero)
    }
}
