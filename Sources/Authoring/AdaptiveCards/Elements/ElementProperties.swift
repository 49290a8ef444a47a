import JSON

/// What every element of a card has.
public struct ElementProperties: Hashable, Sendable {
    /// The name by which actions find the element, and under which an input's value is sent.
    public var id: String?
    /// How much room is left before the element.
    public var spacing = Spacing.default
    /// Whether a line is drawn in that room.
    public var separator = false
    /// How high the element becomes.
    public var height = ElementHeight.auto
    /// Whether the element shows at first.
    public var isVisible = true
    /// Where the element stands; inherited by what it contains.
    public var horizontalAlignment: HorizontalAlignment?
    /// What the surface must be able to do, by name: a version or "*".
    public var requires: [String: String] = [:]
    /// What stands in for the element where it cannot be shown.
    public var fallback: ElementFallback?

    /// Makes properties that all have their default.
    public init() {}
}

extension ElementProperties {
    init(
        _ members: CardDecoder.Members,
        _ decoder: inout CardDecoder,
        fallbackType: String = ""
    ) throws(CardError) {
        id = decoder.string(members, "id")
        spacing = decoder.choice(members, "spacing") ?? .default
        separator = decoder.bool(members, "separator") ?? false
        // An image may have a height in pixels instead, which is the image's to read.
        if let text = members["height"]?.stringValue, CardDecoder.pixels(text) == nil {
            height = decoder.choice(members, "height") ?? .auto
        }
        isVisible = decoder.bool(members, "isVisible") ?? true
        horizontalAlignment = decoder.choice(members, "horizontalAlignment")
        requires = decoder.requires(members)
        fallback = try decoder.elementFallback(members, impliedType: fallbackType)
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("id", id)
        writer.set("spacing", spacing, unless: .default)
        writer.set("separator", separator, unless: false)
        writer.set("height", height, unless: .auto)
        writer.set("isVisible", isVisible, unless: true)
        writer.set("horizontalAlignment", horizontalAlignment)
        writer.set(requires: requires)
        writer.set("fallback", fallback?.json)
    }
}

/// How much room is left before an element.
public enum Spacing: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case none, extraSmall, small, `default`, medium, large, extraLarge, padding
}

/// How high an element becomes.
public enum ElementHeight: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// As high as its content.
    case auto
    /// As high as its container allows.
    case stretch
}

/// Where an element stands on its line; left and right mean start and end, and so change sides in right-to-left text.
public enum HorizontalAlignment: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case left, center, right
}
