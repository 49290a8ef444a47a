import Synchronization

/// A signal that is raised once and stays raised, such as "the server accepts connections"; any number of tasks may
/// wait.
package final class OneTimeSignal: Sendable {
    private struct State {
        var isRaised = false
        var waiters: [ObjectIdentifier: CancellableFuture<Void>] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Wakes all waiting tasks, and lets later ones continue at once; a second call changes nothing.
    package func raise() {
        let waiters = state.withLock { state in
            state.isRaised = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.finish(()) }
    }

    /// Waits until the signal is raised, or the task is cancelled.
    package func wait() async {
        let waiter = CancellableFuture<Void>()
        let isRaised = state.withLock { state in
            if !state.isRaised { state.waiters[ObjectIdentifier(waiter)] = waiter }
            return state.isRaised
        }
        guard !isRaised else { return }
        do { try await waiter.wait() } catch {
            _ = state.withLock { $0.waiters.removeValue(forKey: ObjectIdentifier(waiter)) }
        }
    }
}

/// Lets tasks wait until a condition that others change becomes true.
package final class AsyncCondition: Sendable {
    private let waiters = Mutex<[ObjectIdentifier: CancellableFuture<Void>]>([:])

    package init() {}

    /// Wakes all waiting tasks.
    package func notifyAll() {
        let woken = waiters.withLock { waiters in
            defer { waiters = [:] }
            return waiters.values
        }
        for waiter in woken { waiter.finish(()) }
    }

    /// Waits for the next ``notifyAll()`` or the task's cancellation, unless the condition is true already.
    ///
    /// - Parameter isTrue: Returns `true` if the condition holds. It is called once the task waits, so that no
    ///   notification is missed.
    package func wait(unless isTrue: @Sendable () -> Bool) async {
        let waiter = CancellableFuture<Void>()
        waiters.withLock { $0[ObjectIdentifier(waiter)] = waiter }
        if !isTrue() { try? await waiter.wait() }
        _ = waiters.withLock { $0.removeValue(forKey: ObjectIdentifier(waiter)) }
    }
}
