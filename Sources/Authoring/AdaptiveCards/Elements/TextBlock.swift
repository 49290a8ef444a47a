import JSON

/// A text, with bold, italic, lists and links as in Markdown.
///
/// `{{DATE(2026-11-21T08:00:00Z)}}` and `{{TIME(2026-11-21T08:00:00Z)}}` are replaced by a date and a time of day in
/// the viewer's time zone and language. An empty text takes no space.
public struct TextBlock: Hashable, Sendable, CardComponent {
    static let typeName = "TextBlock"

    /// The text.
    public var text: String
    /// The size, or `nil` for that of the style.
    public var size: TextSize?
    /// The weight, or `nil` for that of the style.
    public var weight: TextWeight?
    /// The color, or `nil` for that of the style.
    public var color: TextColor?
    /// `true` if the text is less prominent; `nil` for the value of the style.
    public var isSubtle: Bool?
    /// `true` if the text may break into several lines; otherwise it is cut off with an ellipsis.
    public var wrap: Bool
    /// The number of lines after which a text that wraps is cut off.
    public var maxLines: Int?
    /// The role of the text.
    public var style: TextStyle?
    /// The font family, or `nil` for that of the style.
    public var fontType: FontType?
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .textBlock(self) }

    /// Creates a text.
    public init(
        _ text: String,
        size: TextSize? = nil,
        weight: TextWeight? = nil,
        color: TextColor? = nil,
        isSubtle: Bool? = nil,
        wrap: Bool = false,
        maxLines: Int? = nil,
        style: TextStyle? = nil,
        fontType: FontType? = nil
    ) {
        self.text = text
        self.size = size
        self.weight = weight
        self.color = color
        self.isSubtle = isSubtle
        self.wrap = wrap
        self.maxLines = maxLines
        self.style = style
        self.fontType = fontType
    }
}

extension TextBlock: ElementPart {
    init() { self.init("") }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.text("text", &text)
        visitor.value("size", &size)
        visitor.value("weight", &weight)
        visitor.value("color", &color)
        visitor.value("isSubtle", &isSubtle)
        visitor.value("wrap", &wrap, or: false)
        visitor.integer("maxLines", &maxLines, minimum: 1)
        visitor.value("style", &style)
        visitor.value("fontType", &fontType)
        try common.visit(&visitor)
    }
}

/// The size of a text, relative to the surface's default.
public enum TextSize: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case small, `default`, medium, large, extraLarge
}

/// The weight of a text.
public enum TextWeight: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case lighter, `default`, bolder
}

/// The meaning of a text's color; the surface and its theme choose the shade.
public enum TextColor: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`, dark, light, accent, good, warning, attention
}

/// The role of a text, which sets its default appearance and its meaning for screen readers.
public enum TextStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`, heading, columnHeader
}

/// The family of a font.
public enum FontType: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`, monospace
}
