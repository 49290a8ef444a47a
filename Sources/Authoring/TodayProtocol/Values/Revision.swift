/// A point in the host's history: the value of the host's commit counter.
///
/// On the wire it is the integer itself.
public struct Revision: Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number of commits.
    public var number: Int64

    /// Creates a revision from a number of commits.
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
