import Synchronization

/// Something that happens once, and that many can wait for.
final class Signal: Sendable {
    private struct State {
        var isSet = false
        var nextID = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    func set() {
        let waiting = state.withLock { state in
            state.isSet = true
            defer { state.waiting = [:] }
            return state.waiting.values.map { $0 }
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when it has happened, or when the task is cancelled.
    func wait() async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isSet || Task.isCancelled { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }
}

/// Counts up, and lets a test wait for a count.
final class Counter: Sendable {
    private struct State {
        var value = 0
        var running = 0
        var most = 0
        var signals: [(at: Int, signal: Signal)] = []
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
        for signal in due { signal.set() }
    }

    func end() { state.withLock { $0.running -= 1 } }

    func wait(for count: Int) async {
        let signal = Signal()
        let isOver = state.withLock { state in
            state.signals.append((count, signal))
            return state.value >= count
        }
        if !isOver { await signal.wait() }
    }
}
