import Synchronization

/// Tells a running update that its answer is overtaken.
package final class UpdateRecall: Sendable {
    private enum State {
        case idle
        case recalled
        case waiting(@Sendable () -> Void)
    }

    private let state = Mutex(State.idle)

    /// Makes a recall for one update.
    package init() {}

    /// Whether the answer is overtaken.
    package var isRecalled: Bool {
        state.withLock { state in
            if case .recalled = state { true } else { false }
        }
    }

    /// Calls a closure when the answer is overtaken; at once if it is already.
    package func onRecall(_ tell: @escaping @Sendable () -> Void) {
        let isRecalled = state.withLock { state in
            if case .recalled = state { return true }
            state = .waiting(tell)
            return false
        }
        if isRecalled { tell() }
    }

    /// Says that the answer is overtaken.
    package func recall() {
        let tell: (@Sendable () -> Void)? = state.withLock { state in
            defer { state = .recalled }
            guard case .waiting(let tell) = state else { return nil }
            return tell
        }
        tell?()
    }
}
