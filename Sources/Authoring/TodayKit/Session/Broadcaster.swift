import Synchronization

/// Passes values to all open streams, in the order in which they are sent, until the process ends.
final class Broadcaster<Value: Sendable>: Sendable {
    private struct Watcher: Sendable {
        var receive: @Sendable (Value) -> Void
        var end: @Sendable () -> Void
    }

    private struct State {
        var watchers: [Int: Watcher] = [:]
        var last = 0
        var isOver = false
    }

    private let state = Mutex(State())

    /// Returns a stream, until the process ends, of what `element` makes of the values from now on, without `nil`; only
    /// the newest element that was not read yet is kept.
    func stream<Element: Sendable>(_ element: @escaping @Sendable (Value) -> Element?) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watcher = Watcher(
            receive: { value in if let element = element(value) { continuation.yield(element) } },
            end: { continuation.finish() }
        )
        let number: Int? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.last += 1
            state.watchers[state.last] = watcher
            return state.last
        }
        if let number {
            continuation.onTermination = { [weak self] _ in self?.remove(number) }
        } else {
            continuation.finish()
        }
        return stream
    }

    func send(_ value: Value) {
        // Sent under the lock, so that every stream receives the values in order.
        state.withLock { state in
            for watcher in state.watchers.values { watcher.receive(value) }
        }
    }

    func end() {
        let watchers = state.withLock { state in
            state.isOver = true
            defer { state.watchers = [:] }
            return state.watchers
        }
        for watcher in watchers.values { watcher.end() }
    }

    private func remove(_ number: Int) { _ = state.withLock { $0.watchers.removeValue(forKey: number) } }
}
