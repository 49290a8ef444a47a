import AsyncPrimitives
import Synchronization

/// Counts up, and lets a test wait for a count.
final class Counter: Sendable {
    private struct State {
        var value = 0
        var running = 0
        var most = 0
        var signals: [(at: Int, signal: OneTimeSignal)] = []
    }

    private let state = Mutex(State())

    var value: Int { state.withLock { $0.value } }
    /// The greatest number of things that were under way together.
    var most: Int { state.withLock { $0.most } }

    func begin() {
        let due = state.withLock { state in
            state.value += 1
            state.running += 1
            state.most = max(state.most, state.running)
            return state.signals.filter { $0.at <= state.value }.map(\.signal)
        }
        for signal in due { signal.raise() }
    }

    func end() { state.withLock { $0.running -= 1 } }

    func wait(for count: Int) async {
        let signal = OneTimeSignal()
        let isOver = state.withLock { state in
            state.signals.append((count, signal))
            return state.value >= count
        }
        if !isOver { await signal.wait() }
    }
}
