import JSON

/// A group of elements below one another.
public struct Container: Hashable, Sendable, CardComponent {
    static let typeName = "Container"

    /// The elements.
    public var items: [CardElement]
    /// What everything that contains elements has.
    public var properties = ContainerProperties()
    /// What every element has.
    public var common = ElementProperties()

    /// This element.
    public var element: CardElement { .container(self) }

    /// Makes a group.
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

extension Container {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        items = try decoder.elements(members, "items")
        properties = try ContainerProperties(members, &decoder)
        common = try ElementProperties(members, &decoder)
    }

    var json: JSONValue {
        var writer = ObjectWriter(type: Self.typeName)
        writer.set("items", items)
        properties.write(to: &writer)
        common.write(to: &writer)
        return writer.json
    }
}

/// What everything that contains elements has.
public struct ContainerProperties: Hashable, Sendable {
    /// The background and palette, or `nil` for the surrounding one.
    public var style: ContainerStyle?
    /// Where the content stands if the container is higher, or `nil` for what the surrounding container says.
    public var verticalContentAlignment: VerticalAlignment?
    /// Whether the background extends through the surrounding container's padding.
    public var bleed = false
    /// The least height in pixels.
    public var minHeight: Int?
    /// Whether text runs from right to left, or `nil` for the surrounding direction.
    public var rtl: Bool?
    /// What happens when the container is pressed.
    public var selectAction: Action?

    /// Makes properties that all have their default.
    public init() {}
}

extension ContainerProperties {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        style = decoder.choice(members, "style")
        verticalContentAlignment = decoder.choice(members, "verticalContentAlignment")
        bleed = decoder.bool(members, "bleed") ?? false
        minHeight = decoder.pixels(members, "minHeight")
        // The schema's own misspelling is found in cards.
        rtl = decoder.bool(members, "rtl") ?? decoder.bool(members, "rtl?")
        selectAction = try decoder.action(members, "selectAction")
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("style", style)
        writer.set("verticalContentAlignment", verticalContentAlignment)
        writer.set("bleed", bleed, unless: false)
        writer.set("minHeight", pixels: minHeight)
        writer.set("rtl", rtl)
        writer.set("selectAction", selectAction?.json)
    }
}

/// The background of a container, and the palette that stands on it.
public enum ContainerStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`, emphasis, good, attention, warning, accent
}

/// Where content stands in a container that is higher than it.
public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case top, center, bottom
}
