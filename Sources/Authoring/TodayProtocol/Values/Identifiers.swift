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

/// An app's bundle identifier, such as `com.example.Weather`.
public struct AppID: Identifier {
    /// The bare string.
    public let rawValue: String

    /// Takes any string; whether it names something is for its owner to say.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// A widget's bundle identifier; it begins with its app's and a dot.
public struct WidgetID: Identifier {
    /// The bare string.
    public let rawValue: String

    /// Takes any string; whether it names something is for its owner to say.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// An app group's name, such as `group.com.example.weather`.
public struct GroupID: Identifier {
    /// The bare string.
    public let rawValue: String

    /// Takes any string; whether it names something is for its owner to say.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The id of something a person did on a surface, made there; at most 64 of `A-Za-z0-9._-`.
public struct TapID: Identifier {
    /// The bare string.
    public let rawValue: String

    /// Takes any string; whether it names something is for its owner to say.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The id of a message in a person's inbox: 1 to 128 of `A-Za-z0-9_-`.
public struct MessageID: Identifier {
    /// The bare string.
    public let rawValue: String

    /// Takes any string; whether it names something is for its owner to say.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// How many bytes an id may have.
    package static let lengthLimit = 128

    /// Whether the string can be a message's id; only such a one may become part of a path.
    package var isWellFormed: Bool {
        let bytes = rawValue.utf8
        return (1...Self.lengthLimit).contains(bytes.count)
            && bytes.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
                default: false
                }
            }
    }
}
