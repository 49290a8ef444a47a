import Synchronization
package import TodayProtocol

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

/// The writes of one transaction, seen by what reads through it before they are committed: a pure value.
package struct WriteOverlay: Sendable {
    /// What a transaction says of a key.
    package enum Lookup: Hashable, Sendable {
        /// Nothing.
        case untouched
        /// That it has a value.
        case set(PropertyValue)
        /// That it has none.
        case removed
    }

    private struct Place: Hashable, Sendable {
        var group: GroupID
        var key: String
    }

    private struct Write: Sendable {
        var number: Int
        /// None for a removal.
        var value: PropertyValue?
    }

    private var writes: [Place: [Write]] = [:]
    private var lastNumber = 0

    /// Holds no writes yet.
    package init() {}

    /// Notes a write, or a removal.
    ///
    /// - Returns: The write's number, by which it is withdrawn if the host refuses it.
    package mutating func note(_ value: PropertyValue?, for key: String, in group: GroupID) -> Int {
        lastNumber += 1
        writes[Place(group: group, key: key), default: []].append(Write(number: lastNumber, value: value))
        return lastNumber
    }

    /// Forgets one write; what was written before it shows again.
    package mutating func withdraw(_ number: Int, for key: String, in group: GroupID) {
        writes[Place(group: group, key: key)]?.removeAll { $0.number == number }
    }

    /// What the last write said.
    package func lookup(_ key: String, in group: GroupID) -> Lookup {
        guard let last = writes[Place(group: group, key: key)]?.last else { return .untouched }
        return last.value.map(Lookup.set) ?? .removed
    }
}
