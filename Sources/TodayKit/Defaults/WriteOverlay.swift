package import TodayProtocol

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
