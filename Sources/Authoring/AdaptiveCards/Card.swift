/// An Adaptive Card: the content of a widget or of an app's page, as data.
///
/// Decoding is lenient: an unknown or invalid part of a card adds a warning, and the other parts are kept. Two cards
/// are equal if their content is equal; warnings are not compared.
public struct Card: Sendable {
    /// The version of the format that the card needs, or `nil` if it names none.
    public var version: CardVersion?
    /// The elements, from top to bottom.
    public var body: [CardElement]
    /// The buttons below the body.
    public var actions: [Action] = []
    /// The action that runs when the card is pressed.
    public var selectAction: Action?
    /// The text shown instead of a card whose version is too new.
    public var fallbackText: String?
    /// The element shown instead of the card if the card cannot be shown.
    public var fallback: CardElement?
    /// The capabilities that the surface must have, by name; each value is a version or "*".
    public var requires: [String: String] = [:]
    /// The text that a screen reader speaks: plain text or SSML.
    public var speak: String?
    /// The language of the card as a BCP 47 tag.
    public var lang: String?
    /// `true` if text runs from right to left; `nil` for the surface's direction.
    public var rtl: Bool?
    /// The minimum height in pixels.
    public var minHeight: Int?
    /// The position of the content in a card that is higher than its content.
    public var verticalContentAlignment: VerticalAlignment?
    /// The picture behind the card; in a widget it is also behind the widget's header.
    public var backgroundImage: BackgroundImage?
    /// What the header of the widget says.
    public var header: CardHeader?
    /// The mistakes found while the card was decoded, at most 50, in the order of its parts.
    public internal(set) var warnings: [CardWarning] = []
    /// The images that the card shows, with the paths of their URLs, at most 100; found while it was decoded.
    package internal(set) var images: [(path: String, url: String)] = []
    /// The URLs that the card's actions open, with their paths, at most 100; found while it was decoded.
    package internal(set) var links: [(path: String, url: String)] = []
    /// The approximate number of bytes that a page needs to draw the card, counted while it was decoded; 0 for one made
    /// in code.
    package internal(set) var drawnSize = 0

    /// Creates a card from the elements of its body; the other values are those of the properties.
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

    /// Returns the card with an action that runs when it is pressed.
    public func selectAction(_ action: Action?) -> Card {
        var copy = self
        copy.selectAction = action
        return copy
    }

    /// Returns the card with a picture behind it.
    public func backgroundImage(_ image: BackgroundImage?) -> Card {
        var copy = self
        copy.backgroundImage = image
        return copy
    }

    /// Returns the card with other texts in the header of its widget.
    public func header(title: String? = nil, detail: String? = nil) -> Card {
        var copy = self
        copy.header = CardHeader(title: title, detail: detail)
        return copy
    }

    /// Returns the card with buttons below its body.
    public func actions(@CardBuilder<Action> _ actions: () -> [Action]) -> Card {
        var copy = self
        copy.actions = actions()
        return copy
    }
}

extension Card: Hashable {
    /// Returns `true` if two cards have the same content.
    public static func == (left: Card, right: Card) -> Bool {
        left.version == right.version && left.body == right.body && left.actions == right.actions
            && left.selectAction == right.selectAction && left.fallbackText == right.fallbackText
            && left.fallback == right.fallback && left.requires == right.requires && left.speak == right.speak
            && left.lang == right.lang && left.rtl == right.rtl && left.minHeight == right.minHeight
            && left.verticalContentAlignment == right.verticalContentAlignment
            && left.backgroundImage == right.backgroundImage && left.header == right.header
    }

    /// Hashes some of the members: those that differ most often.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(body)
        hasher.combine(actions)
        hasher.combine(selectAction)
    }
}

/// A version of the format or of a required capability: a major and a minor number.
public struct CardVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The major number.
    public var major: Int
    /// The minor number.
    public var minor: Int

    /// The version of cards that are built in code.
    public static let current = CardVersion(major: 1, minor: 6)

    /// Creates a version.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Parses a version of the form `1.5`; each number has at most nine digits.
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

    /// The version in the form `1.5`.
    public var description: String { "\(major).\(minor)" }

    /// Compares the major numbers, then the minor numbers.
    public static func < (left: CardVersion, right: CardVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
