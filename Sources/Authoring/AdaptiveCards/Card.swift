/// An Adaptive Card: what an app or a widget shows, as data.
///
/// A card is read leniently: what is unknown or wrong in a part of it gives a warning and never loses the rest. Two
/// cards are equal if their content is; warnings do not count.
public struct Card: Sendable {
    /// The version of the format that the card needs, or `nil` if it does not say.
    public var version: CardVersion?
    /// The elements.
    public var body: [CardElement]
    /// The buttons below the body.
    public var actions: [Action] = []
    /// What happens when the card is pressed.
    public var selectAction: Action?
    /// What is shown instead of a card whose version is too new.
    public var fallbackText: String?
    /// What is shown instead of the card if it cannot be shown as it is.
    public var fallback: CardElement?
    /// What the surface must be able to do, by name: a version or "*".
    public var requires: [String: String] = [:]
    /// What a screen reader says, plain or as SSML.
    public var speak: String?
    /// The language of the card, as BCP 47 names it.
    public var lang: String?
    /// Whether text runs from right to left, or `nil` for the surface's direction.
    public var rtl: Bool?
    /// The least height in pixels.
    public var minHeight: Int?
    /// Where the content stands if the card is higher.
    public var verticalContentAlignment: VerticalAlignment?
    /// What was wrong with the card when it was read, at most 50 mistakes.
    public internal(set) var warnings: [CardWarning] = []

    /// Builds a card.
    ///
    /// - Parameters:
    ///   - lang: The language of the card's texts, in which its dates are written.
    ///   - version: The version of the format that the card needs.
    ///   - rtl: Whether text runs from right to left.
    ///   - fallbackText: What is shown where the version is too new.
    ///   - speak: What a screen reader says.
    ///   - minHeight: The least height in pixels.
    ///   - verticalContentAlignment: Where the content stands if the card is higher.
    ///   - body: The elements.
    public init(
        lang: String? = nil,
        version: CardVersion = .current,
        rtl: Bool? = nil,
        fallbackText: String? = nil,
        speak: String? = nil,
        minHeight: Int? = nil,
        verticalContentAlignment: VerticalAlignment? = nil,
        @CardBuilder<CardElement> body: () -> [CardElement]
    ) {
        self.version = version
        self.body = body()
        self.fallbackText = fallbackText
        self.speak = speak
        self.lang = lang
        self.rtl = rtl
        self.minHeight = minHeight
        self.verticalContentAlignment = verticalContentAlignment
    }

    /// The card with something that happens when it is pressed.
    public func selectAction(_ action: Action?) -> Card {
        var copy = self
        copy.selectAction = action
        return copy
    }

    /// The card with buttons below its body.
    public func actions(@CardBuilder<Action> _ actions: () -> [Action]) -> Card {
        var copy = self
        copy.actions = actions()
        return copy
    }
}

extension Card: Hashable {
    /// Whether two cards have the same content.
    public static func == (left: Card, right: Card) -> Bool {
        left.version == right.version && left.body == right.body && left.actions == right.actions
            && left.selectAction == right.selectAction && left.fallbackText == right.fallbackText
            && left.fallback == right.fallback && left.requires == right.requires && left.speak == right.speak
            && left.lang == right.lang && left.rtl == right.rtl && left.minHeight == right.minHeight
            && left.verticalContentAlignment == right.verticalContentAlignment
    }

    /// Hashes the content that most often differs.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(body)
        hasher.combine(actions)
        hasher.combine(selectAction)
    }
}

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
