import Synchronization

/// What a stream has written, and a way to wait for it.
package final class Page: Sendable {
    private let state = Mutex("")
    private let (changes, input) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Makes an empty one.
    package init() {}

    /// All that was written.
    package var text: String { state.withLock { $0 } }

    /// Writes.
    package func write(_ text: String) {
        state.withLock { $0 += text }
        input.yield()
    }

    /// Waits until something was written that contains a text.
    package func wait(for part: String) async {
        if text.contains(part) { return }
        for await _ in changes where text.contains(part) { return }
    }
}
