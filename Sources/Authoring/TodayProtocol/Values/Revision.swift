/// A point in the host's history: there is one commit counter for the whole host.
///
/// On the wire it is the bare integer.
public struct Revision: Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// How many commits there were.
    public var number: Int64

    /// Takes a count of commits.
    public init(_ number: Int64) { self.number = number }

    /// Reads the bare integer.
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes the bare integer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    /// The count in decimal.
    public var description: String { String(number) }

    /// Orders the older before the newer.
    public static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }
}
