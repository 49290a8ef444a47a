import JSON

/// A group of elements below one another.
public struct Container: Hashable, Sendable, CardComponent {
    static let typeName = "Container"

    /// The elements.
    public var items: [CardElement]
    /// The properties that every container has.
    public var properties = ContainerProperties()
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .container(self) }

    /// Creates a group.
    public init(
        style: ContainerStyle? = nil,
        selectAction: Action? = nil,
        verticalContentAlignment: VerticalAlignment? = nil,
        bleed: Bool = false,
        minHeight: Int? = nil,
        @CardBuilder<CardElement> items: () -> [CardElement]
    ) {
        self.items = items()
        properties.style = style
        properties.selectAction = selectAction
        properties.verticalContentAlignment = verticalContentAlignment
        properties.bleed = bleed
        properties.minHeight = minHeight
    }
}

extension Container: ElementPart {
    init() { self.init {} }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.elements("items", &items)
        try properties.visit(&visitor)
        try common.visit(&visitor)
    }
}

/// The properties that every container has.
public struct ContainerProperties: Hashable, Sendable {
    /// The background and palette, or `nil` for those of the surrounding container.
    public var style: ContainerStyle?
    /// The position of the content in a higher container, or `nil` for that of the surrounding container.
    public var verticalContentAlignment: VerticalAlignment?
    /// `true` if the background extends through the padding of the surrounding container.
    public var bleed = false
    /// The minimum height in pixels.
    public var minHeight: Int?
    /// `true` if text runs from right to left; `nil` for the surrounding direction.
    public var rtl: Bool?
    /// The action that runs when the container is pressed.
    public var selectAction: Action?

    /// Creates properties with their defaults.
    public init() {}
}

extension ContainerProperties {
    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.value("style", &style)
        visitor.value("verticalContentAlignment", &verticalContentAlignment)
        visitor.value("bleed", &bleed, or: false)
        visitor.pixels("minHeight", &minHeight)
        // The schema misspells the name, and cards repeat the mistake.
        visitor.member(
            "rtl",
            &rtl,
            read: { $0.bool("rtl") ?? $0.bool("rtl?") },
            json: { $0.map(JSONValue.bool) }
        )
        try visitor.action("selectAction", &selectAction)
    }
}

/// The background of a container, with the palette of its content.
public enum ContainerStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`, emphasis, good, attention, warning, accent
}

/// The position of content in a container that is higher than its content.
public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case top, center, bottom
}
