package import Synchronization

/// The pending events of one subscriber, which holds this object; they are merged while it does not read.
package final class Subscription<Subscriber: Sendable, Pending: Sendable>: Sendable {
    private struct State {
        var pending: Pending
        var isFinished = false
    }

    package let subscriber: Subscriber
    private let state: Mutex<State>
    private let signal = Signal()
    private let onEnd: @Sendable () -> Void

    init(_ subscriber: Subscriber, _ pending: Pending, onEnd: @escaping @Sendable () -> Void) {
        self.subscriber = subscriber
        state = Mutex(State(pending: pending))
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    /// Changes the pending events; `change` returns `true` if the reader must be woken.
    package func update(_ change: (inout Pending) -> Bool) {
        if state.withLock({ change(&$0.pending) }) { signal.raise() }
    }

    /// Ends the sequence of events after the pending ones.
    package func finish() {
        state.withLock { $0.isFinished = true }
        signal.raise()
    }

    /// Waits for the next event, for one reader, and removes it with `take`; returns `nil` at the end or when the task
    /// is cancelled; without an event, `load` may add some, and returns `true` if it did.
    package func next<Event>(
        _ take: (inout Pending) -> Event?,
        load: () async -> Bool = { false }
    ) async -> Event? {
        while !Task.isCancelled {
            let (event, isFinished) = state.withLock { state in (take(&state.pending), state.isFinished) }
            if let event { return event }
            if isFinished { return nil }
            if await load() { continue }
            guard !Task.isCancelled else { return nil }
            await signal.wait()
        }
        return nil
    }
}

/// The subscriptions to a subject that changes, held weakly: a subscription ends when its reader releases it.
package final class SubscriptionList<Subscriber: Sendable, Pending: Sendable>: Sendable {
    private let subscriptions = WeakList<Subscription<Subscriber, Pending>>()
    private let isFinished = Atomic(false)

    package init() {}

    package var all: [Subscription<Subscriber, Pending>] { subscriptions.all }

    /// Adds a subscription, which the reader must hold, and which ends at once if the list has ended; `onEnd` is called
    /// when it is released.
    ///
    /// Changes before the call are not reported: add them afterwards with ``Subscription/update(_:)``, so that none is
    /// missed in between.
    package func add(
        _ subscriber: Subscriber,
        pending: Pending,
        onEnd: @escaping @Sendable () -> Void = {}
    ) -> Subscription<Subscriber, Pending> {
        let subscription = Subscription(subscriber, pending, onEnd: onEnd)
        subscriptions.add(subscription)
        // Checked after the subscription was added: `finish()` sets this before it reads the list.
        if isFinished.load(ordering: .sequentiallyConsistent) { subscription.finish() }
        return subscription
    }

    /// Changes the pending events of every matching subscription, as ``Subscription/update(_:)``.
    package func update(where isIncluded: (Subscriber) -> Bool = { _ in true }, _ change: (inout Pending) -> Bool) {
        for subscription in all where isIncluded(subscription.subscriber) { subscription.update(change) }
    }

    /// Ends every subscription, including later ones.
    package func finish() {
        isFinished.store(true, ordering: .sequentiallyConsistent)
        for subscription in all { subscription.finish() }
    }
}

/// A list of weakly held objects in their order, for any task; read at every commit, so it is inlinable and
/// specialized, which makes it several times as fast.
package final class WeakList<Element: AnyObject & Sendable>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline weak var element: Element?

        @inlinable
        init(element: Element) { self.element = element }
    }

    @usableFromInline let entries = Mutex<[Entry]>([])

    package init() {}

    @inlinable package var all: [Element] { entries.withLock { $0.compactMap { $0.element } } }

    /// Adds an object, and removes those that no longer exist.
    @inlinable
    package func add(_ element: Element) {
        // No object may be deallocated while the list is locked, since its deinitializer may use the list: so those
        // that exist are held until it is unlocked.
        let others = entries.withLock { entries in
            let others = entries.compactMap { $0.element }
            entries = others.map { Entry(element: $0) } + [Entry(element: element)]
            return others
        }
        withExtendedLifetime(others) {}
    }
}
