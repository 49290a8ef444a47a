import JSON

/// A row of a ``Table``.
public struct TableRow: Hashable, Sendable, TypedObject {
    static let typeName = "TableRow"

    /// The cells, one for each column.
    public var cells: [TableCell]
    /// The background.
    public var style: ContainerStyle?
    /// The alignment of the content of the cells.
    public var cellAlignment = TableCellAlignment()

    /// Creates a row.
    public init(style: ContainerStyle? = nil, @CardBuilder<TableCell> cells: () -> [TableCell]) {
        self.cells = cells()
        self.style = style
    }

    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        cells = try decoder.tableParts(members, "cells", TableCell.typeName) { members, decoder throws(CardError) in
            try TableCell(members, &decoder)
        }
        style = decoder.choice(members, "style")
        cellAlignment = TableCellAlignment(members, &decoder)
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("cells", .array(cells.map(\.json)))
        writer.set("style", style)
        cellAlignment.write(to: &writer)
    }
}

/// A cell of a ``TableRow``.
public struct TableCell: Hashable, Sendable, TypedObject {
    static let typeName = "TableCell"

    /// The elements.
    public var items: [CardElement]
    /// The properties that every container has.
    public var properties = ContainerProperties()
    /// The properties that every element has.
    public var common = ElementProperties()

    /// Creates a cell.
    public init(
        style: ContainerStyle? = nil,
        selectAction: Action? = nil,
        @CardBuilder<CardElement> items: () -> [CardElement]
    ) {
        self.items = items()
        properties.style = style
        properties.selectAction = selectAction
    }

    /// Creates a cell with a text that may break into several lines.
    public init(_ text: String) { items = [TextBlock(text, wrap: true).element] }

    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        items = try decoder.elements(members, "items")
        properties = try ContainerProperties(members, &decoder)
        common = try ElementProperties(members, &decoder)
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("items", items)
        properties.write(to: &writer)
        common.write(to: &writer)
    }
}
