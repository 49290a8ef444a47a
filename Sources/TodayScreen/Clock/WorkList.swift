import Synchronization

/// Things that have work to do, each at most once in the list.
final class WorkList<Item: Hashable & Sendable>: Sendable {
    /// The things, in the order in which they were added; each taken out with ``begin(_:)``.
    let items: AsyncStream<Item>
    private let continuation: AsyncStream<Item>.Continuation
    private let waiting = Mutex<Set<Item>>([])

    init() {
        // Bounded all the same: no thing stands in it twice.
        (items, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Adds a thing, unless it waits already.
    func add(_ item: Item) {
        guard waiting.withLock({ $0.insert(item).inserted }) else { return }
        continuation.yield(item)
    }

    /// Notes that a thing's work begins; from now on it can be added again.
    func begin(_ item: Item) { _ = waiting.withLock { $0.remove(item) } }

    /// Ends the list.
    func finish() { continuation.finish() }
}
