import Synchronization

/// Performs the work of several keys, such as apps: concurrently for different keys, and serially for each key.
package final class KeyedSerialQueue<Key: Hashable & Sendable>: Sendable {
    package enum Step: Hashable, Sendable {
        /// A step was done; there may be more.
        case done
        /// There is nothing to do now.
        case idle
        /// The step could not be done; it is tried again after a delay.
        case retry(after: Duration)
        /// The program is stopping: no further step is begun for this key.
        case stopping
    }

    private struct State {
        /// The keys that were added and whose work has not begun.
        var waiting: Set<Key> = []
        /// The keys whose work is running; `true` if the key was added again in the meantime.
        var running: [Key: Bool] = [:]

        func isIdle(_ key: Key) -> Bool { running[key] == nil && !waiting.contains(key) }
    }

    private let state = Mutex(State())
    private let pending = CoalescingQueue<Key>()
    /// Notified when a key becomes idle.
    private let becameIdle = AsyncCondition()
    private let clock: any Clock<Duration>

    package init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    /// Adds a key that may have work; returns at once.
    package func add(_ key: Key) {
        _ = state.withLock { $0.waiting.insert(key) }
        pending.add(key)
    }

    /// Waits until all of the keys are idle or the task is cancelled; a key that waits for another attempt is not idle.
    package func waitUntilIdle(_ keys: [Key]) async {
        let areIdle = { @Sendable in self.state.withLock { state in keys.allSatisfy { state.isIdle($0) } } }
        while !Task.isCancelled, !areIdle() { await becameIdle.wait(unless: areIdle) }
    }

    /// Performs work until the task is cancelled; `step` is called for a key again until it returns `idle`, and a key
    /// that waits for another attempt does not delay the others.
    package func run(_ step: @escaping @Sendable (Key) async -> Step) async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                for await key in pending.elements { group.addTask { await self.runKey(key, step) } }
                group.cancelAll()
            }
        } onCancel: {
            pending.finish()
        }
    }

    private func runKey(_ key: Key, _ step: @Sendable (Key) async -> Step) async {
        let isFirst = state.withLock { state in
            state.waiting.remove(key)
            let isFirst = state.running[key] == nil
            state.running[key] = !isFirst
            return isFirst
        }
        guard isFirst else { return }
        defer { becameIdle.notifyAll() }
        repeat {
            guard await runSteps(of: key, step) else {
                state.withLock { $0.running[key] = nil }
                return
            }
        } while !isDone(key)
    }

    /// Performs steps until the key is idle; returns `true` if more steps may be begun for it.
    private func runSteps(of key: Key, _ step: @Sendable (Key) async -> Step) async -> Bool {
        while !Task.isCancelled {
            switch await step(key) {
            case .done: break
            case .idle: return true
            case .retry(let delay): do { try await clock.sleep(for: delay) } catch { return false }
            case .stopping: return false
            }
        }
        return true
    }

    private func isDone(_ key: Key) -> Bool {
        state.withLock { state in
            let isDone = state.running[key] != true
            state.running[key] = isDone ? nil : false
            return isDone
        }
    }
}

/// A queue in which each element waits at most once.
package final class CoalescingQueue<Element: Hashable & Sendable>: Sendable {
    private let stream: AsyncStream<Element>
    private let continuation: AsyncStream<Element>.Continuation
    private let waiting = Mutex<Set<Element>>([])

    package init() {
        // Bounded by the number of different elements.
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// The elements, in the order in which they were added, for one reader; an element that was delivered can be added
    /// again.
    package var elements: AsyncMapSequence<AsyncStream<Element>, Element> {
        stream.map { element in
            _ = self.waiting.withLock { $0.remove(element) }
            return element
        }
    }

    /// Adds an element, unless it is waiting already.
    package func add(_ element: Element) {
        guard waiting.withLock({ $0.insert(element).inserted }) else { return }
        continuation.yield(element)
    }

    package func finish() { continuation.finish() }
}
