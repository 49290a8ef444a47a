import AsyncPrimitives
import Foundation
import Synchronization

/// The tasks that wait on a wall clock, and the thread that serves them.
final class WallClockWaiters: Sendable {
    fileprivate struct Waiter {
        var deadline: Date?
        var future: CancellableFuture<WallClockEvent>
    }

    private struct State {
        var waiters: [ObjectIdentifier: Waiter] = [:]
        var isEnded = false
    }

    private let state = Mutex(State())

    var isEnded: Bool { state.withLock(\.isEnded) }

    var nextDeadline: Date? { state.withLock { $0.waiters.values.compactMap(\.deadline).min() } }

    /// Waits like ``WallClock/wait(until:)``; `onAdd` is called once the waiter is in the list.
    ///
    /// Also throws `CancellationError` when ``run(serve:wake:)`` ends.
    func wait(until deadline: Date?, onAdd: () -> Void) async throws -> WallClockEvent {
        let future = CancellableFuture<WallClockEvent>()
        let id = ObjectIdentifier(future)
        let isEnded = state.withLock { state in
            if !state.isEnded { state.waiters[id] = Waiter(deadline: deadline, future: future) }
            return state.isEnded
        }
        if isEnded { throw CancellationError() }
        defer { withExtendedLifetime(future) { _ = state.withLock { $0.waiters.removeValue(forKey: id) } } }
        return try await future.wait(onAdd)
    }

    /// Resumes the tasks whose deadline has passed, or all tasks if the clock or the zone has changed.
    func resume(now: Date, isChanged: Bool) {
        let done = state.withLock { state in
            let done = state.waiters.filter { isChanged || $0.value.isReached(at: now) }
            for id in done.keys { state.waiters[id] = nil }
            return done.values
        }
        for waiter in done { waiter.future.finish(waiter.isReached(at: now) ? .reached : .changed) }
    }

    /// Runs a thread until the task is cancelled; then every wait ends with `CancellationError`; its body `serve` must
    /// return soon after ``isEnded`` has become `true` and `wake` was called.
    func run(serve: @escaping @Sendable () -> Void, wake: @escaping @Sendable () -> Void) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let thread = Thread {
                    serve()
                    continuation.resume()
                }
                thread.stackSize = 256 << 10
                thread.name = "today-clock"
                thread.start()
            }
        } onCancel: {
            state.withLock { $0.isEnded = true }
            wake()
        }
        let left = state.withLock { state in
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in left { waiter.future.cancel() }
    }
}

extension WallClockWaiters.Waiter {
    fileprivate func isReached(at now: Date) -> Bool { deadline.map { $0 <= now } ?? false }
}
