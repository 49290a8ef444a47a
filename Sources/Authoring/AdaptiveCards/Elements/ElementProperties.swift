import JSON

/// The properties that every element of a card has.
public struct ElementProperties: Hashable, Sendable {
    /// The identifier by which actions refer to the element, and under which an input's value is sent.
    public var id: String?
    /// The space before the element.
    public var spacing = Spacing.default
    /// `true` if a line is drawn in the space before the element.
    public var separator = false
    /// The height.
    public var height = ElementHeight.auto
    /// `true` if the element is visible at first.
    public var isVisible = true
    /// The horizontal alignment, which the element's content inherits.
    public var horizontalAlignment: HorizontalAlignment?
    /// The capabilities that the surface must have, by name; each value is a version or "*".
    public var requires: [String: String] = [:]
    /// The replacement for an element that cannot be shown.
    public var fallback: ElementFallback?

    /// Creates properties with their defaults.
    public init() {}
}

extension ElementProperties {
    init(
        _ members: CardDecoder.Members,
        _ decoder: inout CardDecoder,
        fallbackType: String = ""
    ) throws(CardError) {
        id = decoder.string(members, "id")
        if let id { decoder.note(id: id) }
        spacing = decoder.choice(members, "spacing") ?? .default
        separator = decoder.bool(members, "separator") ?? false
        // An image may have a height in pixels instead, which `Image` reads.
        if let text = decoder.member(members, "height")?.stringValue, CardDecoder.pixels(text) != nil {
            if members["type"] != .string(Image.typeName) {
                decoder.warn("Only an Image has a height in pixels; it is ignored.", at: "height")
            }
        } else {
            height = decoder.choice(members, "height") ?? .auto
        }
        isVisible = decoder.bool(members, "isVisible") ?? true
        horizontalAlignment = decoder.choice(members, "horizontalAlignment")
        requires = decoder.requires(members)
        fallback = try decoder.elementFallback(members, impliedType: fallbackType)
        decoder.warn(ofUnmet: requires, hasFallback: fallback != nil)
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

/// The space before an element.
public enum Spacing: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case none, extraSmall, small, `default`, medium, large, extraLarge, padding
}

/// The height of an element.
public enum ElementHeight: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// The height of the content.
    case auto
    /// The height that the container allows.
    case stretch
}

/// The horizontal position of an element.
///
/// In right-to-left text, `left` is the right side and `right` the left side.
public enum HorizontalAlignment: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case left, center, right
}
