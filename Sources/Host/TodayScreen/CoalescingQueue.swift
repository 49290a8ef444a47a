import Synchronization

/// Things that have work to do, each at most once in the list.
package final class CoalescingQueue<Item: Hashable & Sendable>: Sendable {
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

/// Wakes every task that waits for something to become true.
final class AsyncCondition: Sendable {
    private struct State {
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastID = 0
    }

    private let state = Mutex(State())

    /// Wakes every waiting task.
    func notifyAll() {
        let waiters = state.withLock { state in
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits for the next signal or the task's cancellation, unless it is true already.
    ///
    /// - Parameter isTrue: Asked again after the wait has begun, so that no signal falls between.
    func wait(unless isTrue: @Sendable () -> Bool) async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                state.withLock { $0.waiters[id] = waiter }
                if isTrue() || Task.isCancelled { wake(id) }
            }
        } onCancel: {
            wake(id)
        }
    }

    private func wake(_ id: Int) { state.withLock { $0.waiters.removeValue(forKey: id) }?.resume() }
}
