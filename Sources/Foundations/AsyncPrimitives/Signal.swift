import Synchronization

/// A signal that wakes one waiting task; a signal raised while no task waits is kept, and several count as one.
package final class Signal: Sendable {
    private enum State {
        case idle
        case raised
        case waiting(CancellableFuture<Void>)
    }

    private let state = Mutex(State.idle)

    package init() {}

    /// Wakes the waiting task, or the next one that waits.
    package func raise() {
        state.withLock { state in
            // A cancelled waiter does not consume the signal.
            if case .waiting(let waiter) = state, waiter.finish(()) { state = .idle } else { state = .raised }
        }
    }

    /// Waits until the signal is raised, or the task is cancelled; one task may wait at a time.
    package func wait() async {
        let waiter: CancellableFuture<Void>? = state.withLock { state in
            if case .raised = state {
                state = .idle
                return nil
            }
            let waiter = CancellableFuture<Void>()
            state = .waiting(waiter)
            return waiter
        }
        try? await waiter?.wait()
    }
}

extension Clock<Duration> {
    /// Waits for a duration, or until a signal is raised; `nil` to wait only for the signal.
    package func pause(for duration: Duration?, or signal: Signal) async throws {
        if let duration {
            _ = try await withDeadline(duration, clock: self) { await signal.wait() }
        } else {
            await signal.wait()
        }
        try Task.checkCancellation()
    }
}
