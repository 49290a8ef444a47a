import Testing
import TodayKit

@testable import HabitsCore

/// The time in which the cloud must answer.
@Suite struct TimeLimitTests {
    /// A clock on which every wait is over at once, or never.
    private struct FixedClock: Clock {
        let isOver: Bool

        var now: ContinuousClock.Instant { ContinuousClock.now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            guard isOver else { return try await forever() }
        }
    }

    @Test func workThatTakesTooLongIsCancelledAndNamedAsABrokenNetwork() async throws {
        let error = await #expect(throws: RecordError.self) {
            try await TimeLimit.run(on: FixedClock(isOver: true)) { try await forever() }
        }
        #expect(error?.code == .networkUnavailable)
    }

    @Test func workInTimeReturnsItsResult() async throws {
        #expect(try await TimeLimit.run(on: FixedClock(isOver: false)) { 7 } == 7)
    }
}

/// Waits until the task is cancelled.
private func forever() async throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    try Task.checkCancellation()
}
