import AsyncPrimitives
import Synchronization
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(5))) struct OneTimeSignalTests {
    /// Counts what happens in several tasks.
    private final class Count: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock(\.self) }
        func add() { count.withLock { $0 += 1 } }
    }

    @Test func aSignalIsGivenToWhoWaitsAndToWhoComesLater() async throws {
        let signal = OneTimeSignal()
        try await withTimeLimit(on: "a signal that was given") {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10 { group.addTask { await signal.wait() } }
                signal.raise()
                signal.raise()
            }
            await signal.wait()
        }
    }

    @Test func nobodyGoesOnBeforeItIsGiven() async throws {
        let signal = OneTimeSignal()
        let given = Count()
        let early = Count()
        try await withTimeLimit(on: "a signal that was given") {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        await signal.wait()
                        if given.value == 0 { early.add() }
                    }
                }
                for _ in 0..<200 { await Task.yield() }
                given.add()
                signal.raise()
            }
        }
        #expect(early.value == 0)
    }

    @Test func whoWaitsForASignalCanBeCancelledAndTheOthersGoOnWaiting() async throws {
        let signal = OneTimeSignal()
        let ended = Count()
        let others = (0..<5).map { _ in
            Task {
                await signal.wait()
                ended.add()
            }
        }
        for turns in 0..<20 {
            let waiting = Task { await signal.wait() }
            for _ in 0..<turns % 5 { await Task.yield() }
            waiting.cancel()
            try await withTimeLimit(on: "the end of a cancelled wait") { await waiting.value }
        }
        #expect(ended.value == 0)
        signal.raise()
        for other in others { try await withTimeLimit(on: "a signal that was given") { await other.value } }
        #expect(ended.value == 5)
    }

    @Test func aSignalThatIsGivenWhileWaitersAreCancelledEndsEachWaitOnce() async throws {
        for _ in 0..<100 {
            let signal = OneTimeSignal()
            let waiting = (0..<4).map { _ in Task { await signal.wait() } }
            let cancelling = Task { for each in waiting { each.cancel() } }
            signal.raise()
            for each in waiting { try await withTimeLimit(on: "the end of a wait") { await each.value } }
            await cancelling.value
        }
    }
}
