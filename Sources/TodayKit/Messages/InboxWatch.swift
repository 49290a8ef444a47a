import Synchronization

/// Those who watch the inbox of a process's app.
final class InboxWatch: Sendable {
    private struct State {
        var watchers: [Int: AsyncStream<MessagesChange>.Continuation] = [:]
        var last = 0
        var isOver = false
    }

    private let state = Mutex(State())

    /// The changes from now on, until the process ends.
    func changes() -> AsyncStream<MessagesChange> {
        let (stream, continuation) = AsyncStream<MessagesChange>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number: Int? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.last += 1
            state.watchers[state.last] = continuation
            return state.last
        }
        if let number {
            continuation.onTermination = { [weak self] _ in self?.remove(number) }
        } else {
            continuation.finish()
        }
        return stream
    }

    func tell(_ change: MessagesChange) {
        // Told under the lock, so that every watcher learns the changes in their order.
        state.withLock { state in
            for watcher in state.watchers.values { watcher.yield(change) }
        }
    }

    /// Ends every stream.
    func end() {
        let watchers = state.withLock { state in
            state.isOver = true
            let watchers = state.watchers
            state.watchers = [:]
            return watchers
        }
        for watcher in watchers.values { watcher.finish() }
    }

    private func remove(_ number: Int) { _ = state.withLock { $0.watchers.removeValue(forKey: number) } }
}
