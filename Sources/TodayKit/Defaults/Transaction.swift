import Synchronization
import TodayProtocol

/// The transaction of one perform or response: its number on the wire, and its writes until it is over.
final class Transaction: Sendable {
    private struct State {
        var overlay = WriteOverlay()
        var isOver = false
    }

    let number: Int
    private let state = Mutex(State())

    init(number: Int) { self.number = number }

    /// Ends the transaction; its writes are no longer seen through it.
    func end() { state.withLock { $0 = State(isOver: true) } }

    /// Checks that the request is not answered yet.
    func requireOpen() throws(RequestError) {
        guard state.withLock({ !$0.isOver }) else {
            throw RequestError(.transactionOver, "The request to which this context belongs is over.")
        }
    }

    func note(_ value: PropertyValue?, for key: String, in group: GroupID) -> Int {
        state.withLock { $0.overlay.note(value, for: key, in: group) }
    }

    func withdraw(_ number: Int, for key: String, in group: GroupID) {
        state.withLock { $0.overlay.withdraw(number, for: key, in: group) }
    }

    func lookup(_ key: String, in group: GroupID) -> WriteOverlay.Lookup {
        state.withLock { $0.overlay.lookup(key, in: group) }
    }
}
