import Synchronization

/// Things that have work to do, each at most once in the list.
package final class WorkList<Item: Hashable & Sendable>: Sendable {
    /// The things, in the order in which they were added; each taken out with ``begin(_:)``.
    package let items: AsyncStream<Item>
    private let continuation: AsyncStream<Item>.Continuation
    private let waiting = Mutex<Set<Item>>([])

    /// Makes an empty list.
    package init() {
        // Bounded all the same: no thing stands in it twice.
        (items, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Adds a thing, unless it waits already.
    package func add(_ item: Item) {
        guard waiting.withLock({ $0.insert(item).inserted }) else { return }
        continuation.yield(item)
    }

    /// Notes that a thing's work begins; from now on it can be added again.
    package func begin(_ item: Item) { _ = waiting.withLock { $0.remove(item) } }

    /// Ends the list.
    package func finish() { continuation.finish() }
}
