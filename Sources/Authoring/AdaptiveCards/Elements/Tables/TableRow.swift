import JSON

/// A row of a ``Table``.
public struct TableRow: Hashable, Sendable, TypedPart {
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

    init() { self.init {} }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.tableParts("cells", &cells)
        visitor.value("style", &style)
        cellAlignment.visit(&visitor)
    }
}

/// A cell of a ``TableRow``.
public struct TableCell: Hashable, Sendable, TypedPart {
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

    init() { self.init {} }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.elements("items", &items)
        try properties.visit(&visitor)
        try common.visit(&visitor)
    }
}
