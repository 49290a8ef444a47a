import AsyncPrimitives
import Synchronization

/// Watches over the deadlines of a connection's calls with one timer for all of them.
///
/// A timer for each call would cost more than the call: a task, a wake-up of the system's timers, and as much again to
/// take it back. Here the timer stands at the earliest deadline there was, and is not touched when a call with a later
/// one comes, or when one ends.
final class CallDeadlines: Sendable {
    private struct Entry {
        /// When the call is over, measured from when this was made.
        var deadline: Duration
        var method: String
        var limit: Duration

        var error: RPCError { RPCError(.timedOut, "\(method) was not answered within \(limit)") }
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        /// Until when the watch sleeps; none while it waits for a first call.
        var wakes: Duration?
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Duration
    private let pause: @Sendable (Duration?, Signal) async throws -> Void
    private let earlier = Signal()

    init(clock: some Clock<Duration>) {
        let beginning = clock.now
        now = { beginning.duration(to: clock.now) }
        pause = { try await clock.pause(for: $0, or: $1) }
    }

    /// Notes a call.
    func begin(_ id: Int, of method: String, within limit: Duration) {
        let entry = Entry(deadline: now() + limit, method: method, limit: limit)
        let isEarlier = state.withLock { state in
            state.entries[id] = entry
            return state.wakes.map { entry.deadline < $0 } ?? true
        }
        if isEarlier { earlier.raise() }
    }

    /// Forgets a call that has ended.
    func end(_ id: Int) { state.withLock { $0.entries[id] = nil } }

    /// Tells of each call whose time is over, until the task is cancelled.
    func watch(_ expire: (Int, RPCError) -> Void) async {
        while !Task.isCancelled {
            let now = now()
            let (over, next) = state.withLock { state in
                let over = state.entries.filter { $0.value.deadline <= now }
                for id in over.keys { state.entries[id] = nil }
                state.wakes = state.entries.values.map(\.deadline).min()
                return (over, state.wakes)
            }
            for (id, entry) in over.sorted(by: { $0.key < $1.key }) { expire(id, entry.error) }
            // Thrown is only that the task is cancelled.
            try? await pause(next.map { $0 - now }, earlier)
        }
    }
}
