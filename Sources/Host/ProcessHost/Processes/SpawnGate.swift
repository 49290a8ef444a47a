import Synchronization

/// Lets a few tasks at a time through; the others wait in the order in which they came.
final class SpawnGate: Sendable {
    private struct State {
        var free: Int
        var lastID = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    init(width: Int) { state = Mutex(State(free: max(width, 1))) }

    /// Waits for a place, which the caller gives back with ``leave()``.
    ///
    /// - Returns: Whether it has one; not if the task was cancelled.
    func enter() async -> Bool {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return false }
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append((id, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil as CheckedContinuation<Bool, Never>?
                }
                return state.waiting.remove(at: index).continuation
            }
            continuation?.resume(returning: false)
        }
    }

    /// Gives a place back.
    func leave() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil as CheckedContinuation<Bool, Never>?
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
