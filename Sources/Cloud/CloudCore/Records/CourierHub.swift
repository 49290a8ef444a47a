package import AsyncPrimitives
package import CloudStorage
import Synchronization

/// The web clients that wait for the next notification of their courier.
///
/// A new poll of a courier ends the previous one, whose connection may be lost without the cloud knowing.
package final class CourierHub: Sendable {
    private struct State {
        var polls: [CourierNumber: CourierPoll] = [:]
        /// The last notification that each courier's client was sent, and whether the response was written.
        var given: [CourierNumber: (frame: Int64, isWritten: Bool)] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    package var count: Int { state.withLock { $0.polls.count } }

    /// Begins a poll of a courier, and ends the previous one; the poll must be passed to ``close(_:)`` afterwards.
    package func open(_ courier: CourierNumber) -> CourierPoll {
        let (poll, earlier, isClosed) = state.withLock { state in
            var received: Int64?
            if let given = state.given.removeValue(forKey: courier), given.isWritten { received = given.frame }
            let poll = CourierPoll(courier: courier, received: received)
            let earlier = state.polls.updateValue(poll, forKey: courier)
            return (poll, earlier, state.isClosed)
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

    /// Records the notification that answers a poll; returns `false` if a later poll ended it, so that it gets none.
    package func give(_ frame: Int64, to poll: CourierPoll) -> Bool {
        state.withLock { state in
            guard state.polls[poll.courier] === poll else { return false }
            state.given[poll.courier] = (frame, false)
            return true
        }
    }

    /// Records that the response with a notification was written; the next poll has it in ``CourierPoll/received``.
    package func confirm(_ frame: Int64, to courier: CourierNumber) {
        state.withLock { state in
            if state.given[courier]?.frame == frame { state.given[courier]?.isWritten = true }
        }
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
    /// The notification that the client received with its previous poll; `nil` if there is none, or it was cut off.
    package let received: Int64?
    /// Raised when a notification may be waiting, when a new poll begins, and when the cloud shuts down.
    package let signal = Signal()

    fileprivate init(courier: CourierNumber, received: Int64?) {
        self.courier = courier
        self.received = received
    }
}
