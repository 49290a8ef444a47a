import JSON

/// A symbol that the surface draws.
///
/// The names are those of Microsoft's Fluent icons, such as `WeatherSunny`; ``IconSymbol`` lists those that this
/// project's surfaces draw. An icon with another name is replaced by its fallback.
public struct Icon: Hashable, Sendable, CardComponent {
    static let typeName = "Icon"

    /// The name of the symbol, ignoring case.
    public var name: String
    /// The size.
    public var size: IconSize
    /// The color.
    public var color: TextColor
    /// The style of the symbol: outlined or filled.
    public var style: IconStyle
    /// What the symbol means, for people who cannot see it; `nil` or empty for a decoration.
    ///
    /// A property of this project.
    public var altText: String?
    /// The action that runs when the icon is pressed.
    public var selectAction: Action?
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .icon(self) }

    /// The symbol, or `nil` if no symbol has the name.
    public var symbol: IconSymbol? { IconSymbol(lenient: name) }

    /// Creates an icon with the name of a symbol.
    public init(
        _ name: String,
        size: IconSize = .standard,
        color: TextColor = .default,
        style: IconStyle = .regular,
        altText: String? = nil,
        selectAction: Action? = nil
    ) {
        self.name = name
        self.size = size
        self.color = color
        self.style = style
        self.altText = altText
        self.selectAction = selectAction
    }

    /// Creates an icon.
    public init(
        _ symbol: IconSymbol,
        size: IconSize = .standard,
        color: TextColor = .default,
        style: IconStyle = .regular,
        altText: String? = nil,
        selectAction: Action? = nil
    ) {
        self.init(
            symbol.rawValue,
            size: size,
            color: color,
            style: style,
            altText: altText,
            selectAction: selectAction
        )
    }
}

extension Icon: ElementPart {
    init() { self.init("") }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.text("name", &name)
        visitor.value("size", &size, or: .standard)
        visitor.value("color", &color, or: .default)
        visitor.value("style", &style, or: .regular)
        visitor.value("altText", &altText)
        try visitor.action("selectAction", &selectAction)
        try common.visit(&visitor)
        visitor.whileReading { $0.checkIcon(name, at: "name") }
    }
}

extension CardDecoder {
    /// Warns of an icon with a name that is not a symbol's.
    mutating func checkIcon(_ name: String, at path: String) {
        draw(400)
        guard IconSymbol(lenient: name) == nil, warnings.count < Self.warningLimit else { return }
        let suggestion = NearestName.suggestion(for: name, among: IconSymbol.allCases.map(\.rawValue))
        warn("There is no icon “\(name.shortened)”.\(suggestion)", at: path)
    }
}

/// The size of an icon.
public enum IconSize: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case xxSmall, xSmall, small, standard, medium, large, xLarge, xxLarge
}

/// The style of a symbol.
public enum IconStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// Outlined.
    case regular
    /// Filled.
    case filled
}
