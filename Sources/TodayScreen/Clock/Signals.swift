import Synchronization

/// Wakes every task that waits for something to become true.
final class Signals: Sendable {
    private struct State {
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastID = 0
    }

    private let state = Mutex(State())

    /// Wakes every waiting task.
    func raiseAll() {
        let waiters = state.withLock { state in
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits for the next signal or the task's cancellation, unless it is true already.
    ///
    /// - Parameter isTrue: Asked again after the wait has begun, so that no signal falls between.
    func wait(unless isTrue: @Sendable () -> Bool) async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                state.withLock { $0.waiters[id] = waiter }
                if isTrue() || Task.isCancelled { wake(id) }
            }
        } onCancel: {
            wake(id)
        }
    }

    private func wake(_ id: Int) { state.withLock { $0.waiters.removeValue(forKey: id) }?.resume() }
}
