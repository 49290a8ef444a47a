/// The id of something a person did on a surface, made there; at most 64 of `A-Za-z0-9._-`.
public struct TapID: Identifier {
    /// The bare string.
    public let rawValue: String

    /// Takes any string; whether it names something is for its owner to say.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}
