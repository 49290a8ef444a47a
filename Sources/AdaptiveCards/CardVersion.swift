/// A version of the format, or of a capability that a card requires: a major and a minor number.
public struct CardVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number before the dot.
    public var major: Int
    /// The number after the dot.
    public var minor: Int

    /// The version of the format that cards built in code have.
    public static let current = CardVersion(major: 1, minor: 6)

    /// Makes a version.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Reads a version of the form `1.5`; each number has at most nine digits.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let major = Self.number(parts[0]), let minor = Self.number(parts[1]) else { return nil }
        self.init(major: major, minor: minor)
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// The version as a card writes it.
    public var description: String { "\(major).\(minor)" }

    /// Orders by major, then by minor number.
    public static func < (left: CardVersion, right: CardVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
