import Synchronization

/// The long reads of one process: a few are in the store at a time, and the others wait here in their order.
///
/// The store performs what it is handed in the order in which it came, whoever it is from. So a process that asks for a
/// thousand lists at once holds up itself and nobody else, and those that still wait when it ends are never read.
final class SessionReads: Sendable {
    /// How many are in the store at a time.
    static let atOnce = 2

    /// A read that waits for its turn.
    private struct Waiting: Sendable {
        var isWanted: @Sendable () -> Bool
        var begin: @Sendable (_ end: @escaping @Sendable () -> Void) -> Void
    }

    private struct State {
        var running = 0
        /// Bounded by the requests that a process may have unanswered.
        var waiting: [Waiting] = []
    }

    private let state = Mutex(State())

    /// Begins a read, now or when those before it have ended.
    ///
    /// - Parameters:
    ///   - isWanted: Whether somebody still waits for it; asked when its turn comes.
    ///   - begin: Begins it; the closure that it gets is to be called once, when the read has ended.
    func add(
        isWanted: @escaping @Sendable () -> Bool,
        _ begin: @escaping @Sendable (_ end: @escaping @Sendable () -> Void) -> Void
    ) {
        let isTurn = state.withLock { state in
            guard state.running < Self.atOnce else {
                state.waiting.append(Waiting(isWanted: isWanted, begin: begin))
                return false
            }
            state.running += 1
            return true
        }
        if isTurn { begin { self.end() } }
    }

    private func end() {
        while true {
            let next: Waiting? = state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.running -= 1
                return nil
            }
            guard let next else { return }
            if next.isWanted() { return next.begin { self.end() } }
        }
    }
}
