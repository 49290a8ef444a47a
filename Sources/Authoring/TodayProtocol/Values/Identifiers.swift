/// A string that identifies one kind of thing.
///
/// On the wire it is the string itself, also as the key of an object.
public protocol Identifier: RawRepresentable, Codable, Hashable, Comparable, Sendable, CustomStringConvertible,
    CodingKeyRepresentable
where RawValue == String {
    /// Creates an identifier from any string, without validation.
    init(_ rawValue: String)
}

extension Identifier {
    /// Creates an identifier from any string, without validation.
    public init(rawValue: String) { self.init(rawValue) }

    /// The string.
    public var description: String { rawValue }

    /// Compares the strings by their Unicode scalars.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An app's bundle identifier, such as `com.example.Weather`.
public struct AppID: Identifier {
    /// The string.
    public let rawValue: String

    /// Creates an identifier from any string, without validation.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// A widget's bundle identifier, which begins with that of its app and a dot.
public struct WidgetID: Identifier {
    /// The string.
    public let rawValue: String

    /// Creates an identifier from any string, without validation.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// An app group's name, such as `group.com.example.weather`.
public struct GroupID: Identifier {
    /// The string.
    public let rawValue: String

    /// Creates an identifier from any string, without validation.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The id of a person's action on a surface, created there; at most 64 characters of `A-Za-z0-9._-`.
public struct TapID: Identifier {
    /// The string.
    public let rawValue: String

    /// Creates an identifier from any string, without validation.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The id of a message in a person's inbox: 1 to 128 characters of `A-Za-z0-9_-`.
public struct MessageID: Identifier {
    /// The string.
    public let rawValue: String

    /// Creates an identifier from any string, without validation.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The largest length of an id in bytes.
    package static let lengthLimit = 128

    /// Whether the string is a valid message id; only a valid one may become part of a path.
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
