/// An app's bundle identifier, such as `com.example.Weather`.
public struct AppID: Identifier {
    /// The bare string.
    public let rawValue: String

    /// Takes any string; whether it names something is for its owner to say.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}
