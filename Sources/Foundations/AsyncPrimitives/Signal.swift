import Synchronization

/// Wakes one waiting task; a signal that nobody waits for is kept, and several count as one.
package final class Signal: Sendable {
    private enum State {
        case idle
        case raised
        case waiting(CheckedContinuation<Void, Never>)
    }

    private let state = Mutex(State.idle)

    /// Makes a signal that is not raised.
    package init() {}

    /// Wakes the waiting task, or the next one that waits.
    package func raise() {
        let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
            if case .waiting(let waiter) = state {
                state = .idle
                return waiter
            }
            state = .raised
            return nil
        }
        waiter?.resume()
    }

    /// Waits until the signal is raised, or the task is cancelled; one task may wait at a time.
    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isRaised = state.withLock { state in
                    if case .raised = state {
                        state = .idle
                        return true
                    }
                    state = .waiting(waiter)
                    return false
                }
                if isRaised { waiter.resume() }
            }
        } onCancel: {
            raise()
        }
    }
}

extension Clock<Duration> {
    /// Waits for a time, or until a signal is raised.
    ///
    /// - Parameters:
    ///   - duration: How long; without one for the signal alone.
    ///   - signal: What ends the wait.
    /// - Throws: `CancellationError` when the task is cancelled.
    package func pause(for duration: Duration?, or signal: Signal) async throws {
        if let duration {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.sleep(for: duration) }
                group.addTask { await signal.wait() }
                defer { group.cancelAll() }
                try await group.next()
            }
        } else {
            await signal.wait()
        }
        try Task.checkCancellation()
    }
}
