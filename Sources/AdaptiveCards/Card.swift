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
