import Synchronization

/// A signal that is raised once and stays raised, such as "the server accepts connections"; any number of tasks may
/// wait.
package final class OneTimeSignal: Sendable {
    private let isRaised = Atomic(false)
    private let condition = AsyncCondition()

    package init() {}

    /// Wakes all waiting tasks, and lets later ones continue at once; a second call changes nothing.
    package func raise() {
        isRaised.store(true, ordering: .sequentiallyConsistent)
        condition.notifyAll()
    }

    /// Waits until the signal is raised, or the task is cancelled.
    package func wait() async {
        await condition.wait { isRaised.load(ordering: .sequentiallyConsistent) }
    }
}

/// Lets tasks wait until a condition that others change becomes true.
package final class AsyncCondition: Sendable {
    private let waiters = Mutex<[ObjectIdentifier: CancellableFuture<Void>]>([:])

    package init() {}

    package func notifyAll() {
        let woken = waiters.withLock { waiters in
            defer { waiters = [:] }
            return waiters.values
        }
        for waiter in woken { waiter.finish(()) }
    }

    /// Waits for the next ``notifyAll()`` or the task's cancellation, unless the condition is true; that is checked
    /// once the task waits, so that no notification is missed.
    package func wait(unless isTrue: @Sendable () -> Bool) async {
        let waiter = CancellableFuture<Void>()
        waiters.withLock { $0[ObjectIdentifier(waiter)] = waiter }
        if !isTrue() { try? await waiter.wait() }
        _ = waiters.withLock { $0.removeValue(forKey: ObjectIdentifier(waiter)) }
    }
}
