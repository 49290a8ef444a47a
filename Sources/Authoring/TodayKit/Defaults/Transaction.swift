import Synchronization
package import TodayProtocol

/// The transaction of one action or response: its number on the wire, and its writes until it ends.
final class Transaction: Sendable {
    private struct State {
        var overlay = WriteOverlay()
        var isOver = false
        var actions = 0
    }

    let number: Int
    /// The tap that the transaction belongs to; `nil` if there is none.
    private let tap: TapID?
    private let state = Mutex(State())

    init(number: Int, tap: TapID? = nil) {
        self.number = number
        self.tap = tap
    }

    /// Returns an id for the next action that the tap enqueues, which is the same when the tap is repeated; `nil`
    /// without a tap.
    func nextActionID() -> ActionID? {
        guard let tap else { return nil }
        let number = state.withLock { state in
            state.actions += 1
            return state.actions
        }
        return ActionID("\(tap)#\(number)")
    }

    /// Ends the transaction; its writes are no longer visible through it.
    func end() { state.withLock { $0 = State(isOver: true) } }

    func requireOpen() throws(RequestError) {
        guard state.withLock({ !$0.isOver }) else {
            throw RequestError(.transactionOver, "The request to which this context belongs is over.")
        }
    }

    func record(_ value: PropertyValue?, for key: String, in group: GroupID) -> Int {
        state.withLock { $0.overlay.record(value, for: key, in: group) }
    }

    func undo(_ number: Int, for key: String, in group: GroupID) {
        state.withLock { $0.overlay.undo(number, for: key, in: group) }
    }

    func lookup(_ key: String, in group: GroupID) -> WriteOverlay.Lookup {
        state.withLock { $0.overlay.lookup(key, in: group) }
    }
}

/// The writes of one transaction that are not committed yet: a value type without I/O.
package struct WriteOverlay: Sendable {
    /// The state of a key in the transaction.
    package enum Lookup: Hashable, Sendable {
        /// The transaction does not write the key.
        case untouched
        /// The transaction sets the key.
        case set(PropertyValue)
        /// The transaction removes the key.
        case removed
    }

    private struct Key: Hashable, Sendable {
        var group: GroupID
        var key: String
    }

    private struct Write: Sendable {
        var number: Int
        /// The value, or `nil` for a removal.
        var value: PropertyValue?
    }

    private var writes: [Key: [Write]] = [:]
    private var lastNumber = 0

    package init() {}

    /// Records a write or a removal, and returns its number, by which it is undone if the host refuses it.
    package mutating func record(_ value: PropertyValue?, for key: String, in group: GroupID) -> Int {
        lastNumber += 1
        writes[Key(group: group, key: key), default: []].append(Write(number: lastNumber, value: value))
        return lastNumber
    }

    /// Undoes one write; the write before it becomes visible again.
    package mutating func undo(_ number: Int, for key: String, in group: GroupID) {
        writes[Key(group: group, key: key)]?.removeAll { $0.number == number }
    }

    /// Returns the last write of a key.
    package func lookup(_ key: String, in group: GroupID) -> Lookup {
        guard let last = writes[Key(group: group, key: key)]?.last else { return .untouched }
        return last.value.map(Lookup.set) ?? .removed
    }
}
