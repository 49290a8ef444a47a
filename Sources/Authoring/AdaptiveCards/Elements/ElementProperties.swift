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
    /// Visits the properties; `fallbackType` is the type of a fallback that names none.
    mutating func visit<Visitor: MemberVisitor>(
        _ visitor: inout Visitor,
        fallbackType: String = ""
    ) throws(Visitor.Failure) {
        visitor.value("id", &id)
        visitor.whileReading { decoder in if let id { decoder.note(id: id) } }
        visitor.value("spacing", &spacing, or: .default)
        visitor.value("separator", &separator, or: false)
        visitor.member("height", &height, read: Self.height, json: { $0 == .auto ? nil : $0.json })
        visitor.value("isVisible", &isVisible, or: true)
        visitor.value("horizontalAlignment", &horizontalAlignment)
        visitor.requires(&requires)
        try visitor.content("fallback", &fallback) { decoder throws(CardError) in
            try decoder.elementFallback(impliedType: fallbackType)
        } json: {
            $0?.json
        }
        visitor.whileReading { $0.warn(ofUnmet: requires, hasFallback: fallback != nil) }
    }

    /// Reads the height; an image may have one in pixels instead, which ``Image`` reads.
    private static func height(_ decoder: inout CardDecoder) -> ElementHeight {
        guard let text = decoder.member("height")?.stringValue, CardDecoder.pixels(text) != nil else {
            return decoder.choice("height") ?? .auto
        }
        if decoder.members["type"] != .string(Image.typeName) {
            decoder.warn("Only an Image has a height in pixels; it is ignored.", at: "height")
        }
        return .auto
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

/// The horizontal position of an element; in right-to-left text, `left` is the right side and `right` the left side.
public enum HorizontalAlignment: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case left, center, right
}
