/// An app group's name, such as `group.com.example.weather`.
public struct GroupID: Identifier {
    /// The bare string.
    public let rawValue: String

    /// Takes any string; whether it names something is for its owner to say.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}
