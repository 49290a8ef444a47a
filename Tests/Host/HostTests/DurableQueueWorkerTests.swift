import AsyncPrimitives
import HostStorage
import Logging
import Synchronization
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// What becomes of work that the store keeps from its end; the clock is the test's.
@Suite(.timeLimit(.minutes(10))) struct DurableQueueWorkerTests {
    private static let app = AppID("org.example.App")

    /// What was done, from several tasks, and how often something still fails.
    private final class EventLog: Sendable {
        private let state: Mutex<(lines: [String], failures: Int)>
        let events: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation

        init(failures: Int = 0) {
            state = Mutex(([], failures))
            (events, continuation) = AsyncStream.makeStream()
        }

        var lines: [String] { state.withLock(\.lines) }

        func note(_ line: String) {
            state.withLock { $0.lines.append(line) }
            continuation.yield(line)
        }

        func mayFail() throws(StoreError) {
            let fails = state.withLock { state in
                state.failures -= 1
                return state.failures >= 0
            }
            if fails { throw StoreError(.diskFull, "The disk is full.") }
        }

        func wait(for line: String) async throws {
            try await withTimeLimit(on: "the note \(line)") { [events] in
                for await event in events where event == line { return }
            }
        }
    }

    private func withWork(_ body: (DurableQueueWorker, ManualClock) async throws -> Void) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            let store = try DurableStore(path: "\(folder)/promises.sqlite")
            let clock = ManualClock()
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            try await body(
                DurableQueueWorker(
                    store: store,
                    queue: KeyedSerialQueue(clock: clock),
                    clock: clock,
                    logger: logger,
                    failureMessage: "It fails"
                ),
                clock
            )
            await store.close()
        }
    }

    @Test func whatCouldNotBeReadIsReadAgainAfterAWhile() async throws {
        try await withWork { work, clock in
            // The first read of who waits fails, and so do the first two of what waits.
            let (waiting, steps) = (EventLog(failures: 1), EventLog(failures: 2))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    await work.run { _ in
                        try waiting.mayFail()
                        return [Self.app]
                    } next: { _, _ in
                        try steps.mayFail()
                        return true
                    } deliver: { _ in
                        steps.note("done")
                        return .stopping
                    }
                }
                for _ in 0..<3 {
                    await clock.waitUntilSleeping()
                    #expect(steps.lines.isEmpty)
                    clock.advance(by: DurableQueueWorker.retryDelay)
                }
                try await steps.wait(for: "done")
                group.cancelAll()
            }
        }
    }

    @Test func anEndThatFindsNoRoomIsWrittenDownWhenThereIsSome() async throws {
        try await withWork { work, clock in
            try await work.store.setMaximumSize(bytes: 1)
            let value = String(repeating: "x", count: 60_000)
            let diary = EventLog()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await work.complete(.setting(.set(key: "end", value: value))) { _ in diary.note("delayed") }
                    diary.note("written")
                }
                try await diary.wait(for: "delayed")
                await clock.waitUntilSleeping()
                try await work.store.setMaximumSize(bytes: DurableStore.defaultMaximumSize)
                clock.advance(by: DurableQueueWorker.retryDelay)
                try await group.waitForAll()
            }
            #expect(diary.lines == ["delayed", "written"])
            #expect(try await work.store.read { try $0.setting("end") } == value)
        }
    }

    @Test func anEndThatTheStoreRefusesIsNotTriedAgain() async throws {
        try await withWork { work, _ in
            let refused = await #expect(throws: StoreError.self) {
                try await work.complete(.cloud(.finishPush(Self.app, id: "gone")))
            }
            #expect(refused?.code == .alreadyFinished)
            await work.store.close()
            let closed = await #expect(throws: StoreError.self) {
                try await work.complete(.setting(.remove(key: "x")))
            }
            #expect(closed?.code == .closed)
        }
    }
}
