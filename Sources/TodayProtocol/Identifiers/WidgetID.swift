/// A widget's bundle identifier; it begins with its app's and a dot.
public struct WidgetID: Identifier {
    /// The bare string.
    public let rawValue: String

    /// Takes any string; whether it names something is for its owner to say.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}
