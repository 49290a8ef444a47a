package import AsyncPrimitives
package import CloudStorage
import Synchronization

/// The web clients that wait for the next notification of their courier.
///
/// A new poll of a courier ends the previous one, whose connection may be lost without the cloud knowing.
package final class CourierHub: Sendable {
    private struct State {
        var polls: [CourierNumber: CourierPoll] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    package var count: Int { state.withLock { $0.polls.count } }

    /// Begins a poll of a courier, and ends the previous one; the poll must be passed to ``close(_:)`` afterwards.
    package func open(_ courier: CourierNumber) -> CourierPoll {
        let poll = CourierPoll(courier: courier)
        let (earlier, isClosed) = state.withLock { state in
            (state.polls.updateValue(poll, forKey: courier), state.isClosed)
        }
        earlier?.signal.raise()
        if isClosed { poll.signal.raise() }
        return poll
    }

    package func close(_ poll: CourierPoll) {
        state.withLock { state in
            if state.polls[poll.courier] === poll { state.polls[poll.courier] = nil }
        }
    }

    /// Returns `true` if no later poll of the courier has ended a poll.
    package func isLatest(_ poll: CourierPoll) -> Bool {
        state.withLock { state in state.polls[poll.courier].map { $0 === poll } ?? true }
    }

    /// The couriers that are polled.
    var polled: [CourierNumber] { state.withLock { Array($0.polls.keys) } }

    package func wake(_ couriers: some Sequence<CourierNumber>) {
        let polls = state.withLock { state in couriers.compactMap { state.polls[$0] } }
        for poll in polls { poll.signal.raise() }
    }

    /// Wakes every client; later polls end at once.
    package func endAll() {
        let polls = state.withLock { state in
            state.isClosed = true
            return Array(state.polls.values)
        }
        for poll in polls { poll.signal.raise() }
    }
}

/// A client's request for the next notification of a courier.
package final class CourierPoll: Sendable {
    package let courier: CourierNumber
    /// Raised when a notification may be waiting, when a new poll begins, and when the cloud shuts down.
    package let signal = Signal()

    fileprivate init(courier: CourierNumber) { self.courier = courier }
}
