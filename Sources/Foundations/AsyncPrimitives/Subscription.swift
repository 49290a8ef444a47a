package import Synchronization

/// What one subscriber must still be told, merged while it does not read.
///
/// It lasts as long as its subscriber holds it: ``SubscriptionList`` holds it weakly.
package final class Subscription<Subscriber: Sendable, Pending: Sendable>: Sendable {
    private struct State {
        var pending: Pending
        var isFinished = false
    }

    /// Who subscribes, and to what.
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

    /// Changes what is pending.
    ///
    /// - Parameter change: Changes it; returns whether the reader must look at it.
    package func update(_ change: (inout Pending) -> Bool) {
        if state.withLock({ change(&$0.pending) }) { signal.raise() }
    }

    /// Ends the events, once those that can be taken were taken.
    package func finish() {
        state.withLock { $0.isFinished = true }
        signal.raise()
    }

    /// Waits for the next event, for one reader.
    ///
    /// - Parameters:
    ///   - take: Takes one event out of what is pending; returns `nil` if there is none.
    ///   - load: Called if there was no event; may make some with ``update(_:)``, and returns whether it did.
    /// - Returns: The event, or `nil` at the end or when the task is cancelled.
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

/// The subscriptions to something that changes.
///
/// It does not keep them: a subscription that its reader has let go is gone.
package final class SubscriptionList<Subscriber: Sendable, Pending: Sendable>: Sendable {
    private let subscriptions = WeakList<Subscription<Subscriber, Pending>>()
    private let isFinished = Atomic(false)

    /// Makes a list without subscriptions.
    package init() {}

    /// The subscriptions there are.
    package var all: [Subscription<Subscriber, Pending>] { subscriptions.all }

    /// Adds a subscription, which ends at once if the list has ended.
    ///
    /// What changed before the call is the caller's to add, with ``Subscription/update(_:)``, after it: then nothing is
    /// missed between.
    ///
    /// - Parameters:
    ///   - subscriber: Who subscribes, and to what.
    ///   - pending: What is pending at first.
    ///   - onEnd: Called when the subscription is gone.
    /// - Returns: The subscription, which the reader must hold.
    package func add(
        _ subscriber: Subscriber,
        pending: Pending,
        onEnd: @escaping @Sendable () -> Void = {}
    ) -> Subscription<Subscriber, Pending> {
        let subscription = Subscription(subscriber, pending, onEnd: onEnd)
        subscriptions.add(subscription)
        // Checked after it was added: `finish()` reads the list after it has set this.
        if isFinished.load(ordering: .sequentiallyConsistent) { subscription.finish() }
        return subscription
    }

    /// Changes what is pending for every subscription that fits.
    ///
    /// - Parameters:
    ///   - isIncluded: Whether a subscriber is concerned.
    ///   - change: Changes what is pending for it; returns whether its reader must look at it.
    package func update(where isIncluded: (Subscriber) -> Bool = { _ in true }, _ change: (inout Pending) -> Bool) {
        for subscription in all where isIncluded(subscription.subscriber) { subscription.update(change) }
    }

    /// Ends every subscription, and those that come later.
    package func finish() {
        isFinished.store(true, ordering: .sequentiallyConsistent)
        for subscription in all { subscription.finish() }
    }
}

/// Objects that others keep alive, in the order in which they were added; may be used from any task.
///
/// It is read at every commit, and specialized where it is used: unspecialized, it is several times as slow.
package final class WeakList<Element: AnyObject & Sendable>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline weak var element: Element?

        @inlinable
        init(element: Element) { self.element = element }
    }

    @usableFromInline let entries = Mutex<[Entry]>([])

    /// Makes an empty list.
    package init() {}

    /// The objects that still exist.
    @inlinable package var all: [Element] { entries.withLock { $0.compactMap { $0.element } } }

    /// Adds an object, and forgets those that are gone.
    @inlinable
    package func add(_ element: Element) {
        // No object may end while the list is locked, since its end may use the list: those that exist are held until then.
        let others = entries.withLock { entries in
            let others = entries.compactMap { $0.element }
            entries = others.map { Entry(element: $0) } + [Entry(element: element)]
            return others
        }
        withExtendedLifetime(others) {}
    }
}
