import Synchronization
import Testing
import TodayProtocol

@testable import DeviceSync

/// Which rounds serve whom.
@Suite(.timeLimit(.minutes(5))) struct RefreshWaitersTests {
    /// What happened, from several tasks.
    private final class EventLog: Sendable {
        let awaitedRounds = Atomic(0)
        private let state = Mutex<[String]>([])
        var lines: [String] { state.withLock(\.self) }
        func note(_ line: String) { state.withLock { $0.append(line) } }
    }

    /// Whoever is served was known when the round began: an inbox is fetched whole only where somebody waits for it.
    @Test func nobodyIsServedByARoundThatDidNotKnowOfThem() async throws {
        let desk = RefreshWaiters()
        let diary = EventLog()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var count = 0
                while !Task.isCancelled {
                    let round = desk.begin()
                    if round.isAwaited { diary.awaitedRounds.add(1, ordering: .sequentiallyConsistent) }
                    desk.finish(round, .success(()))
                    // Rarely, so that rounds begin at every point of the other's way; a machine may have one processor.
                    count += 1
                    if count.isMultiple(of: 64) { await Task.yield() }
                }
            }
            for _ in 0..<20_000 {
                let before = diary.awaitedRounds.load(ordering: .sequentiallyConsistent)
                try await desk.wait {}
                try #require(diary.awaitedRounds.load(ordering: .sequentiallyConsistent) > before)
            }
            group.cancelAll()
        }
    }

    @Test func whoAsksDuringARoundIsServedByTheNextOne() async throws {
        let desk = RefreshWaiters()
        let diary = EventLog()
        let first = desk.begin()
        #expect(!first.isAwaited)
        try await desk.wait {
            desk.finish(first, .success(()))
            diary.note("first round")
            let second = desk.begin()
            #expect(second.isAwaited)
            diary.note("second round")
            desk.finish(second, .success(()))
        }
        #expect(diary.lines == ["first round", "second round"])
        #expect(!desk.begin().isAwaited)
    }

    @Test func whoGivesUpIsAwaitedNoMore() async throws {
        let desk = RefreshWaiters()
        let (asked, continuation) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await desk.wait { continuation.yield() }
        }
        for await _ in asked { break }
        task.cancel()
        let failure = await #expect(throws: CloudFailure.self) { try await task.value }
        #expect(failure?.code == .cancelled)
        #expect(!desk.begin().isAwaited)
    }

    @Test func whoWaitsForOneInboxHearsOfItAlone() async throws {
        let desk = RefreshWaiters()
        let failure = CloudFailure(.malformed, "odd")
        let (a, b) = (AppID("com.a"), AppID("com.b"))
        try await desk.wait(for: a) { desk.finish(desk.begin(), .failure(failure), fetched: [a]) }
        let other = await #expect(throws: CloudFailure.self) {
            try await desk.wait(for: b) { desk.finish(desk.begin(), .failure(failure), fetched: [a]) }
        }
        #expect(other?.code == .malformed)
        // An app that has no inbox there is not served by a round that went well.
        let missing = await #expect(throws: CloudFailure.self) {
            try await desk.wait(for: b) { desk.finish(desk.begin(), .success(()), fetched: [a]) }
        }
        #expect(missing?.code == .notFound)
    }

    @Test func whereThereIsNoRoundSoonEverybodyHearsWhy() async throws {
        let desk = RefreshWaiters()
        let failure = await #expect(throws: CloudFailure.self) {
            try await desk.wait { desk.fail(CloudFailure(.unreachable, "gone")) }
        }
        #expect(failure?.code == .unreachable)
    }
}
