/// A string that names one kind of thing.
///
/// On the wire it is the bare string, also where it is the key of an object.
public protocol Identifier: RawRepresentable, Codable, Hashable, Comparable, Sendable, CustomStringConvertible,
    CodingKeyRepresentable
where RawValue == String {
    /// Takes any string; whether it names something is for its owner to say.
    init(_ rawValue: String)
}

extension Identifier {
    /// Takes any string; whether it names something is for its owner to say.
    public init(rawValue: String) { self.init(rawValue) }

    /// The bare string.
    public var description: String { rawValue }

    /// Orders by the string's Unicode scalars.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
