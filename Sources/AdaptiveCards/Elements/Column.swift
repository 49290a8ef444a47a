import JSON

/// One column of a ``ColumnSet``; its spacing and separator are on the side of the column before it.
public struct Column: Hashable, Sendable, CardComponent {
    static let typeName = "Column"

    /// The elements.
    public var items: [CardElement]
    /// How wide the column becomes.
    public var width: ColumnWidth
    /// What everything that contains elements has.
    public var properties = ContainerProperties()
    /// What every element has.
    public var common = ElementProperties()

    /// This element.
    public var element: CardElement { .column(self) }

    /// Makes a column.
    public init(
        width: ColumnWidth = .stretch,
        style: ContainerStyle? = nil,
        selectAction: Action? = nil,
        verticalContentAlignment: VerticalAlignment? = nil,
        bleed: Bool = false,
        minHeight: Int? = nil,
        @CardBuilder<CardElement> items: () -> [CardElement]
    ) {
        self.items = items()
        self.width = width
        properties.style = style
        properties.selectAction = selectAction
        properties.verticalContentAlignment = verticalContentAlignment
        properties.bleed = bleed
        properties.minHeight = minHeight
    }
}

extension Column {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        items = try decoder.elements(members, "items")
        width = ColumnWidth(members, &decoder)
        properties = try ContainerProperties(members, &decoder)
        common = try ElementProperties(members, &decoder, fallbackType: Self.typeName)
    }

    var json: JSONValue {
        var writer = ObjectWriter(type: Self.typeName)
        writer.set("items", items)
        writer.set("width", width.json)
        properties.write(to: &writer)
        common.write(to: &writer)
        return writer.json
    }
}
