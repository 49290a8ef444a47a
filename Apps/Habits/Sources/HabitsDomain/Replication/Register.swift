/// A value that devices replicate as a whole: the last writer wins.
///
/// ``merge(_:)`` keeps the value with the later ``Stamp``. Equal stamps have equal values, unless a device was restored
/// from a backup or copied; then the value whose ``ReplicatedValue/mergeOrder`` is later is kept, so that all devices
/// choose the same one. Merging is thus the maximum of a total order: it is commutative, associative and idempotent, and
/// devices that have seen the same versions, in whatever order and however often, have the same value.
public struct Register<Value: ReplicatedValue>: Hashable, Sendable {
    /// The value.
    public private(set) var value: Value
    /// The version.
    public private(set) var stamp: Stamp

    /// Creates a register.
    public init(_ value: Value, _ stamp: Stamp) {
        self.value = value
        self.stamp = stamp
    }

    /// Keeps the later one of this version and another.
    ///
    /// - Returns: `true` if the other one was kept.
    @discardableResult public mutating func merge(_ other: Register) -> Bool {
        guard (stamp, value.mergeOrder) < (other.stamp, other.value.mergeOrder) else { return false }
        self = other
        return true
    }

    /// Returns the later one of two versions, or the only one.
    public static func merged(_ left: Register?, _ right: Register) -> Register {
        guard var result = left else { return right }
        result.merge(right)
        return result
    }
}

extension Register: Codable where Value: Codable {}

/// A value of a ``Register``.
public protocol ReplicatedValue: Hashable, Sendable {
    /// A text that differs for different values; it decides between values with the same stamp.
    var mergeOrder: String { get }
}

extension Bool: ReplicatedValue {
    /// `true` is later than `false`.
    public var mergeOrder: String { self ? "1" : "0" }
}

extension Int: ReplicatedValue {
    /// The number as text.
    public var mergeOrder: String { String(self) }
}
