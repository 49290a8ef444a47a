/// A string that identifies one kind of thing; on the wire it is the string itself, also as the key of an object.
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

/// A widget: the bundle identifier of its extension, such as `com.example.Weather.Widget`.
///
/// The person can add a widget to the screen more than once. Each further instance has a number after a colon, such as
/// `com.example.Weather.Widget:2`, and its own place, process and content.
public struct WidgetID: Identifier {
    /// The string.
    public let rawValue: String

    /// Creates an identifier from any string, without validation.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension WidgetID {
    /// The largest number of instances of a widget on the screen.
    package static let instanceLimit = 16

    /// The bundle identifier of the extension, which is also the first instance.
    package var bundle: WidgetID { WidgetID(String(rawValue.prefix { $0 != ":" })) }

    /// The number of the instance: 1 for the first, from 2 to ``instanceLimit`` for others; `nil` if it is none of these.
    package var instance: Int? {
        let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return 1 }
        // A number has one spelling: neither `+2` nor `02`.
        guard parts.count == 2, let number = Int(parts[1]), String(number) == parts[1] else { return nil }
        return (2...Self.instanceLimit).contains(number) ? number : nil
    }

    /// Returns an instance of the same widget by its number, from 1 to ``instanceLimit``.
    package func instance(_ number: Int) -> WidgetID {
        number == 1 ? bundle : WidgetID("\(bundle.rawValue):\(number)")
    }
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

/// The id of one opening of a URL by a process, assigned by the host.
package struct OpeningID: Identifier {
    /// The string.
    package let rawValue: String

    /// Creates an identifier from any string, without validation.
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The id of a message in a person's inbox: 1 to 128 characters of `A-Za-z0-9_-`.
public struct MessageID: Identifier {
    /// The string.
    public let rawValue: String

    /// Creates an identifier from any string, without validation.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The largest length of an id in bytes.
    package static let lengthLimit = 128

    /// `true` if the string is a valid message id; only a valid one may become part of a path.
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
