import JSON

/// A short text or a symbol, or both, on a colored background; a badge without either takes no space.
public struct Badge: Hashable, Sendable, CardComponent {
    static let typeName = "Badge"

    /// The text, without markup.
    public var text: String
    /// The name of a symbol, with `,filled` or `,regular` after it if the style matters.
    public var icon: String?
    /// The side of the text on which the symbol stands.
    public var iconPosition = BadgeIconPosition.before
    /// The meaning of the color.
    public var style: BadgeStyle
    /// The strength of the color.
    public var appearance: BadgeAppearance
    /// The size.
    public var size: BadgeSize
    /// The shape.
    public var shape: BadgeShape
    /// The tooltip.
    public var tooltip: String?
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .badge(self) }

    /// The symbol and its style, or `nil` if there is none.
    public var symbol: (symbol: IconSymbol, style: IconStyle)? {
        guard let parts = icon?.split(separator: ","), let name = parts.first,
            let symbol = IconSymbol(lenient: String(name))
        else { return nil }
        return (symbol, parts.count > 1 ? IconStyle(lenient: String(parts[1])) ?? .regular : .regular)
    }

    /// Creates a badge.
    public init(
        _ text: String,
        icon: IconSymbol? = nil,
        style: BadgeStyle = .default,
        appearance: BadgeAppearance = .filled,
        size: BadgeSize = .medium,
        shape: BadgeShape = .circular,
        tooltip: String? = nil
    ) {
        self.text = text
        self.icon = icon?.rawValue
        self.style = style
        self.appearance = appearance
        self.size = size
        self.shape = shape
        self.tooltip = tooltip
    }
}

extension Badge: ElementPart {
    init() { self.init("") }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.text("text", &text)
        visitor.value("icon", &icon)
        visitor.value("iconPosition", &iconPosition, or: .before)
        visitor.value("style", &style, or: .default)
        visitor.value("appearance", &appearance, or: .filled)
        visitor.value("size", &size, or: .medium)
        visitor.value("shape", &shape, or: .circular)
        visitor.value("tooltip", &tooltip)
        try common.visit(&visitor)
        visitor.whileReading { decoder in
            if symbol != nil { decoder.draw(400) } else if let icon { decoder.checkIcon(icon, at: "icon") }
        }
    }
}

/// The side of a badge's text on which its symbol stands.
public enum BadgeIconPosition: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case before, after
}

/// The meaning of a badge's color.
public enum BadgeStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`, subtle, informative, accent, good, attention, warning
}

/// The strength of a badge's background.
public enum BadgeAppearance: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case filled, tint
}

/// The size of a badge.
public enum BadgeSize: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case medium, large, extraLarge
}

/// The shape of a badge.
public enum BadgeShape: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case square, rounded, circular
}
