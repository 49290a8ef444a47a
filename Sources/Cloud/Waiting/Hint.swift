import Synchronization

/// Tells a worker that there may be something to do.
///
/// Hints add up: a worker that is busy finds one of them when it looks next. One worker waits at a time.
final class Hint: Sendable {
    private struct State {
        var isGiven = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Gives a hint.
    func give() {
        let waiter = state.withLock { state in
            state.isGiven = state.waiter == nil
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Waits for a hint, or until the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if state.isGiven || Task.isCancelled {
                        state.isGiven = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume()
        }
    }

    /// Waits for a hint, but no longer than some time.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func wait(atMost time: Duration?, clock: any Clock<Duration>) async throws {
        if let time {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await self.wait() }
                group.addTask { try await clock.sleep(for: time) }
                defer { group.cancelAll() }
                try await group.next()
            }
        } else {
            await wait()
        }
        try Task.checkCancellation()
    }
}
