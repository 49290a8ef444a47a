import Synchronization

/// A counting semaphore for tasks, which get permits in the order in which they asked.
package final class AsyncSemaphore: Sendable {
    /// A waiter: receives a permit, and returns `false` if it no longer needs it.
    private typealias Waiter = @Sendable (SemaphorePermit) -> Bool

    private struct State {
        var free: Int
        var waiters: [(id: ObjectIdentifier?, take: Waiter)] = []
    }

    private let state: Mutex<State>
    private let waitingLimit: Int

    /// Creates a semaphore with at least one permit; ``acquire()`` throws if `waitingLimit` tasks wait already.
    package init(permits: Int, waitingLimit: Int = .max) {
        state = Mutex(State(free: max(permits, 1)))
        self.waitingLimit = waitingLimit
    }

    /// Returns a permit, which the caller must release, once there is one; throws if too many tasks wait already, or if
    /// the task is cancelled while it waits.
    package func acquire() async throws(SemaphoreError) -> SemaphorePermit {
        guard !Task.isCancelled else { throw .cancelled }
        let future = CancellableFuture<SemaphorePermit>()
        // Keeps the future alive, so that no other one gets its identity before the clean-up below.
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

    /// Runs a function with a permit, after a wait that neither cancellation nor the limit ends: use this only if all
    /// earlier holders are sure to finish.
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

    /// Calls a function with a permit: at once if one is free, otherwise during the release that frees one, without a
    /// limit; if it returns `false`, the permit goes to the next waiter, otherwise it must be released.
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

    /// Passes a permit to the first waiter that still needs it, and frees it if there is none.
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

package enum SemaphoreError: Error {
    /// The task was cancelled while it waited.
    case cancelled
    /// The limit of waiting tasks is reached.
    case tooManyWaiting
}

package final class SemaphorePermit: Sendable {
    private let isReleased = Atomic(false)
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

    /// Returns the permit to the semaphore; a second call changes nothing.
    package func release() {
        if !isReleased.exchange(true, ordering: .acquiringAndReleasing) { onRelease() }
    }
}

/// One semaphore for each key, which exists only while it is in use.
package final class KeyedSemaphore<Key: Hashable & Sendable>: Sendable {
    private struct Entry {
        let semaphore: AsyncSemaphore
        var users = 0
    }

    private let entries = Mutex<[Key: Entry]>([:])
    private let permits: Int
    private let waitingLimit: Int

    package init(permits: Int, waitingLimit: Int = .max) {
        self.permits = permits
        self.waitingLimit = waitingLimit
    }

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
            let semaphore =
                entries[key]?.semaphore ?? AsyncSemaphore(permits: permits, waitingLimit: waitingLimit)
            entries[key, default: Entry(semaphore: semaphore)].users += 1
            return semaphore
        }
    }

    private func end(_ key: Key) {
        entries.withLock { entries in
            entries[key]?.users -= 1
            if entries[key]?.users == 0 { entries[key] = nil }
        }
    }
}
