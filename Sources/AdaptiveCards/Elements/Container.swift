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
