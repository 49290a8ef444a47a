import AsyncPrimitives
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(5))) struct SignalTests {
    /// Whether a signal is raised; if so it is not any more.
    private func isRaised(_ signal: Signal) async throws -> Bool {
        // A raised signal lets its waiter through at once, long before the other tasks have had so many turns.
        let raised = try await withDeadline {
            for _ in 0..<200 { await Task.yield() }
        } _: {
            await signal.wait()
            try Task.checkCancellation()
            return true
        }
        return raised ?? false
    }

    @Test func aSignalThatNobodyWaitsForIsKept() async throws {
        let signal = Signal()
        signal.raise()
        try await withTimeLimit(on: "a signal raised before") { await signal.wait() }
    }

    @Test func severalSignalsCountAsOne() async throws {
        let signal = Signal()
        for _ in 0..<3 { signal.raise() }
        try await #expect(isRaised(signal))
        try await #expect(!isRaised(signal))
    }

    @Test func aNewSignalIsNotRaised() async throws { try await #expect(!isRaised(Signal())) }

    @Test func whoeverWaitsGoesOnWithEachSignal() async throws {
        let (signal, answer) = (Signal(), Signal())
        try await withTimeLimit(on: "10 signals and their answers") {
            async let other: Void = {
                for _ in 0..<10 {
                    await signal.wait()
                    answer.raise()
                }
            }()
            for _ in 0..<10 {
                signal.raise()
                await answer.wait()
            }
            await other
        }
        // Each was used up by the wait that it ended.
        try await #expect(!isRaised(signal))
        try await #expect(!isRaised(answer))
    }

    @Test func cancellationEndsTheWait() async throws {
        let signal = Signal()
        let waiting = Task { await signal.wait() }
        waiting.cancel()
        try await withTimeLimit(on: "the end of a cancelled wait") { await waiting.value }
    }

    @Test func aWaitThatWasCancelledLeavesNothingBehind() async throws {
        let signal = Signal()
        for turns in 0..<50 {
            let waiting = Task { await signal.wait() }
            for _ in 0..<turns % 5 { await Task.yield() }
            waiting.cancel()
            try await withTimeLimit(on: "the end of a cancelled wait") { await waiting.value }
        }
        try await #expect(!isRaised(signal))
        signal.raise()
        try await #expect(isRaised(signal))
    }
}
