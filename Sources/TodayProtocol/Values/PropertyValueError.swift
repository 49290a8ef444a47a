/// Why a JSON value is not a property-list value.
public struct PropertyValueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names the mistake.
    public var reason: String

    /// Describes a mistake.
    public init(reason: String) { self.reason = reason }

    /// The reason.
    public var description: String { reason }
}
