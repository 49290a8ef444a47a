import Synchronization

/// Says something once, such as that a server serves; whoever waits goes on then.
package final class OneTimeSignal: Sendable {
    private enum State {
        case waiting([Int: CheckedContinuation<Void, Never>], next: Int)
        case given
    }

    private let state = Mutex(State.waiting([:], next: 0))

    /// Makes a signal that was not given yet.
    package init() {}

    /// Gives the signal; a second time changes nothing.
    package func give() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .waiting(let continuations, _) = state else { return [] }
            state = .given
            return Array(continuations.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until the signal is given, or until the waiting task is cancelled.
    package func wait() async {
        let ticket = state.withLock { state -> Int? in
            guard case .waiting(let continuations, let next) = state else { return nil }
            state = .waiting(continuations, next: next + 1)
            return next
        }
        guard let ticket else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state -> Bool in
                    guard case .waiting(var continuations, let next) = state, !Task.isCancelled else { return true }
                    continuations[ticket] = continuation
                    state = .waiting(continuations, next: next)
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            let cancelled = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard case .waiting(var continuations, let next) = state else { return nil }
                let continuation = continuations.removeValue(forKey: ticket)
                state = .waiting(continuations, next: next)
                return continuation
            }
            cancelled?.resume()
        }
    }
}
