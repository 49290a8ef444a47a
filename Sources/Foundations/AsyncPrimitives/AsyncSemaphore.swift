import Synchronization

/// Lets a limited number of tasks go on at a time; the others wait in the order in which they came.
package final class AsyncSemaphore: Sendable {
    /// Someone who waits: takes a permit, and returns `false` if it is no longer wanted.
    private typealias Waiter = @Sendable (SemaphorePermit) -> Bool

    private struct State {
        var free: Int
        var waiters: [(id: ObjectIdentifier?, take: Waiter)] = []
    }

    private let state: Mutex<State>
    private let waitingLimit: Int

    /// Makes a semaphore.
    ///
    /// - Parameters:
    ///   - permits: How many permits there are, at least one.
    ///   - waitingLimit: How many may wait for one; ``acquire()`` refuses more.
    package init(permits: Int, waitingLimit: Int = .max) {
        state = Mutex(State(free: max(permits, 1)))
        self.waitingLimit = waitingLimit
    }

    /// Waits for a permit, which the caller must release.
    ///
    /// - Returns: The permit.
    /// - Throws: ``SemaphoreError`` if too many wait already, or if the task is cancelled while it waits.
    package func acquire() async throws(SemaphoreError) -> SemaphorePermit {
        guard !Task.isCancelled else { throw .cancelled }
        let future = CancellableFuture<SemaphorePermit>()
        // Its identity must not pass to another future before the clean-up below.
        defer { withExtendedLifetime(future) {} }
        let id = ObjectIdentifier(future)
        guard enqueue(id, limit: waitingLimit, { future.finish($0) }) else { throw .tooManyWaiting }
        do {
            return try await future.wait()
        } catch {
            state.withLock { $0.waiters.removeAll { $0.id == id } }
            throw .cancelled
        }
    }

    /// Runs a function with a permit.
    ///
    /// Cancellation does not end the wait, and the limit of those that wait does not apply: use this where everyone before
    /// is sure to finish.
    ///
    /// - Parameter body: What to run.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    package func withPermit<Value, Failure: Error>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let permit = await withCheckedContinuation { continuation in
            _ = enqueue(nil, limit: .max) { permit in
                continuation.resume(returning: permit)
                return true
            }
        }
        defer { permit.release() }
        return try await body()
    }

    /// Calls a function when there is a permit: at once if one is free, else from the release that frees it.
    ///
    /// For callers that must not suspend. The limit of those that wait does not apply.
    ///
    /// - Parameter take: Receives the permit, which it must have released in the end; if it returns `false`, the permit
    ///   goes to the next one that waits.
    package func enqueue(_ take: @escaping @Sendable (SemaphorePermit) -> Bool) { _ = enqueue(nil, limit: .max, take) }

    private func enqueue(_ id: ObjectIdentifier?, limit: Int, _ take: @escaping Waiter) -> Bool {
        let isFree: Bool? = state.withLock { state in
            if state.free > 0 {
                state.free -= 1
                return true
            }
            guard state.waiters.count < limit else { return nil }
            state.waiters.append((id, take))
            return false
        }
        if isFree == true { pass(to: take) }
        return isFree != nil
    }

    /// Gives a permit to the first that still wants it, and frees it if there is none.
    private func pass(to first: Waiter?) {
        var next = first
        while true {
            if let next, next(SemaphorePermit { self.pass(to: nil) }) { return }
            next = state.withLock { state in
                guard state.waiters.isEmpty else { return state.waiters.removeFirst().take }
                state.free += 1
                return nil
            }
            if next == nil { return }
        }
    }
}

/// Why there is no permit.
package enum SemaphoreError: Error {
    /// The task was cancelled while it waited.
    case cancelled
    /// As many wait as may.
    case tooManyWaiting
}

/// The right to go on, from ``AsyncSemaphore``.
package final class SemaphorePermit: Sendable {
    private let isReleased = Atomic(false)
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

    /// Gives the permit back; a second call changes nothing.
    package func release() {
        if !isReleased.exchange(true, ordering: .acquiringAndReleasing) { onRelease() }
    }
}

/// A semaphore for each key, which exists while it is in use.
package final class KeyedSemaphore<Key: Hashable & Sendable>: Sendable {
    private struct Entry {
        let semaphore: AsyncSemaphore
        var users = 0
    }

    private let entries = Mutex<[Key: Entry]>([:])
    private let permits: Int
    private let waitingLimit: Int

    /// Makes the semaphores.
    ///
    /// - Parameters:
    ///   - permits: How many permits each key has.
    ///   - waitingLimit: How many may wait for one of a key; ``acquire(_:)`` refuses more.
    package init(permits: Int, waitingLimit: Int = .max) {
        self.permits = permits
        self.waitingLimit = waitingLimit
    }

    /// Waits for a permit of a key, which the caller must release.
    ///
    /// - Parameter key: The key.
    /// - Returns: The permit.
    /// - Throws: ``SemaphoreError``.
    package func acquire(_ key: Key) async throws(SemaphoreError) -> SemaphorePermit {
        let semaphore = begin(key)
        do throws(SemaphoreError) {
            let permit = try await semaphore.acquire()
            return SemaphorePermit {
                permit.release()
                self.end(key)
            }
        } catch {
            end(key)
            throw error
        }
    }

    /// Runs a function with a permit of a key; see ``AsyncSemaphore/withPermit(_:)``.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: What to run.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    package func withPermit<Value, Failure: Error>(
        of key: Key,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let semaphore = begin(key)
        defer { end(key) }
        return try await semaphore.withPermit(body)
    }

    private func begin(_ key: Key) -> AsyncSemaphore {
        entries.withLock { entries in
            var entry =
                entries[key] ?? Entry(semaphore: AsyncSemaphore(permits: permits, waitingLimit: waitingLimit))
            entry.users += 1
            entries[key] = entry
            return entry.semaphore
        }
    }

    private func end(_ key: Key) {
        entries.withLock { entries in
            entries[key]?.users -= 1
            if entries[key]?.users == 0 { entries[key] = nil }
        }
    }
}
