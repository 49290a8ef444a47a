/// Why bytes are not a JSON text, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One phrase that names the mistake.
    public var reason: String
    /// How many bytes stand before the mistake.
    public var offset: Int

    /// Describes a mistake at an offset in bytes.
    public init(reason: String, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The reason with its place.
    public var description: String { "not JSON: \(reason) at byte \(offset)" }
}
