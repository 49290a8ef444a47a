import JSON

/// A button with a title, a description, and optionally a symbol and a badge.
public struct CompoundButton: Hashable, Sendable, CardComponent {
    static let typeName = "CompoundButton"

    /// The title, without markup.
    public var title: String
    /// The description, without markup.
    public var description: String?
    /// A short text beside the title.
    public var badge: String?
    /// The symbol before the title.
    public var icon: IconInfo?
    /// The action that runs when the button is pressed.
    public var selectAction: Action?
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .compoundButton(self) }

    /// Creates a button.
    public init(
        _ title: String,
        description: String? = nil,
        badge: String? = nil,
        icon: IconInfo? = nil,
        selectAction: Action? = nil
    ) {
        self.title = title
        self.description = description
        self.badge = badge
        self.icon = icon
        self.selectAction = selectAction
    }
}

extension CompoundButton: ElementPart {
    init() { self.init("") }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.text("title", &title)
        visitor.value("description", &description)
        visitor.value("badge", &badge)
        try visitor.content("icon", &icon) { decoder throws(CardError) in
            guard let value = decoder.member("icon") else { return nil }
            guard case .object(let members) = value else {
                return decoder.refuse(value, "icon", "an object with a name")
            }
            decoder.enter("icon")
            defer { decoder.leave() }
            return try decoder.part(members, of: "an icon")
        } json: {
            $0?.json
        }
        try visitor.action("selectAction", &selectAction)
        try common.visit(&visitor)
    }
}

/// The symbol of a button; none is drawn if its name is unknown.
public struct IconInfo: Hashable, Sendable, CardObject {
    /// The name of the symbol, ignoring case.
    public var name: String
    /// The size.
    public var size: IconSize
    /// The color.
    public var color: TextColor
    /// The style of the symbol: outlined or filled.
    public var style: IconStyle

    /// The symbol, or `nil` if no symbol has the name.
    public var symbol: IconSymbol? { IconSymbol(lenient: name) }

    /// Creates a description of a symbol.
    public init(
        _ symbol: IconSymbol,
        size: IconSize = .xSmall,
        color: TextColor = .default,
        style: IconStyle = .regular
    ) {
        name = symbol.rawValue
        self.size = size
        self.color = color
        self.style = style
    }

    init() {
        self.init(.drop)
        name = ""
    }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.text("name", &name)
        visitor.value("size", &size, or: .xSmall)
        visitor.value("color", &color, or: .default)
        visitor.value("style", &style, or: .regular)
        visitor.whileReading { $0.checkIcon(name, at: "name") }
    }
}
