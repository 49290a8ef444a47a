import Foundation
import Synchronization

/// A clock whose time only changes when a test advances it.
///
/// A test never waits for real time: ``advanceWhenSleeping(by:count:)`` waits until the code under test sleeps, then
/// advances the clock.
package final class ManualClock: Clock, Sendable {
    /// A point in the clock's time.
    package struct Instant: InstantProtocol {
        /// The time since the creation of the clock.
        package var offset: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        package func duration(to other: Instant) -> Duration { other.offset - offset }

        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var lastID = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Creates a clock at zero.
    package init() {}

    package var now: Instant { state.withLock(\.now) }

    package var minimumResolution: Duration { .zero }

    /// The number of tasks that sleep on the clock.
    package var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Sleeps until a test has advanced the clock to the deadline.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (result, watchers): (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) =
                    state.withLock { state in
                        if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
                        guard deadline > state.now else { return (.success(()), []) }
                        state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                        let count = state.sleepers.count
                        let ready = state.watchers.filter { $0.count <= count }.map(\.continuation)
                        state.watchers.removeAll { $0.count <= count }
                        return (nil, ready)
                    }
                if let result { continuation.resume(with: result) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil as Sleeper?
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Advances the clock and wakes the tasks whose deadlines are reached, in the order of the deadlines.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.deadline <= state.now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until at least this number of tasks sleeps on the clock.
    ///
    /// Gives up after 30 seconds with a line on standard error, so that the next expectation of the test fails instead of
    /// hanging.
    package func waitUntilSleeping(
        count: Int = 1,
        file: StaticString = #fileID,
        line: UInt = #line
    ) async {
        do {
            try await withTimeLimit(on: "a task that sleeps on the clock", file: file, line: line) {
                await self.waitForSleepers(count)
            }
        } catch {
            if error is TimeLimitExceeded { FileHandle.standardError.write(Data("\(error)\n".utf8)) }
        }
    }

    private func waitForSleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Waits until at least a number of tasks sleep on the clock, then advances it.
    ///
    /// - Parameters:
    ///   - duration: The time by which to advance the clock.
    ///   - count: The number of tasks to wait for.
    ///   - file: The place of the call, for the message.
    ///   - line: The place of the call, for the message.
    package func advanceWhenSleeping(
        by duration: Duration,
        count: Int = 1,
        file: StaticString = #fileID,
        line: UInt = #line
    ) async {
        await waitUntilSleeping(count: count, file: file, line: line)
        advance(by: duration)
    }
}
