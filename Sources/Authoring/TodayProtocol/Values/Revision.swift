/// A point in the host's history: a number that increases with every commit, has gaps and never repeats.
///
/// On the wire it is the integer itself.
public struct Revision: Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, which is not a count: later points have greater numbers.
    public var number: Int64

    /// Creates a revision from its number.
    public init(_ number: Int64) { self.number = number }

    /// Decodes the integer.
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes the integer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    /// The number in decimal.
    public var description: String { String(number) }

    /// Compares the numbers.
    public static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }
}
