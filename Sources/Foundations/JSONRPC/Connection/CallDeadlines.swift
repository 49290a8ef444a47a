import AsyncPrimitives
import Synchronization

/// Ends the calls of a connection at their deadlines, with one timer, which waits for the earliest deadline: a task, a
/// wake-up and a cancellation for each call would cost more than the call itself.
final class CallDeadlines: Sendable {
    private struct Entry {
        /// The deadline, relative to the creation of this object.
        var deadline: Duration
        var method: String
        var limit: Duration

        var error: RPCError { RPCError(.timedOut, "\(method) was not answered within \(limit)") }
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        /// The time at which the timer fires; `nil` while it waits for a first call.
        var wakes: Duration?
    }

    private let state = Mutex(State())
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Duration
    private let earlier = Signal()

    init(clock: any Clock<Duration>) {
        self.clock = clock
        now = clock.stopwatch()
    }

    func begin(_ id: Int, of method: String, within limit: Duration) {
        let entry = Entry(deadline: now() + limit, method: method, limit: limit)
        let isEarlier = state.withLock { state in
            state.entries[id] = entry
            return state.wakes.map { entry.deadline < $0 } ?? true
        }
        if isEarlier { earlier.raise() }
    }

    func end(_ id: Int) { state.withLock { $0.entries[id] = nil } }

    /// Calls `expire` for each call at its deadline, until the task is cancelled.
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
            // The only possible error is the cancellation of the task.
            try? await clock.pause(for: next.map { $0 - now }, or: earlier)
        }
    }
}
