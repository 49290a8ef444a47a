import Synchronization

/// Says something once, such as that a server serves; whoever waits goes on then.
package final class OneTimeSignal: Sendable {
    private struct State {
        var isGiven = false
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Makes a signal that was not given yet.
    package init() {}

    /// Gives the signal; a second time changes nothing.
    package func give() {
        let waiting = state.withLock { state in
            state.isGiven = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until the signal is given, or until the waiting task is cancelled.
    package func wait() async {
        let ticket = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    guard !state.isGiven, !Task.isCancelled else { return true }
                    state.waiting[ticket] = continuation
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
    }
}
