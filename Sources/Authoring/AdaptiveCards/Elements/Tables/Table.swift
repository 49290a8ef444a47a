import JSON

/// Rows and columns of elements.
public struct Table: Hashable, Sendable, CardComponent {
    static let typeName = "Table"

    /// The columns; a row's cells beyond them are not drawn.
    public var columns: [TableColumn]
    /// The rows.
    public var rows: [TableRow]
    /// `true` if the first row holds the titles of the columns.
    public var firstRowAsHeaders: Bool
    /// `true` if there are lines between the cells.
    public var showGridLines: Bool
    /// The color of the lines between the cells.
    public var gridStyle = ContainerStyle.default
    /// The alignment of the content of the cells.
    public var cellAlignment = TableCellAlignment()
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .table(self) }

    /// Creates a table.
    public init(
        columns: [TableColumn],
        firstRowAsHeaders: Bool = true,
        showGridLines: Bool = true,
        @CardBuilder<TableRow> rows: () -> [TableRow]
    ) {
        self.columns = columns
        self.rows = rows()
        self.firstRowAsHeaders = firstRowAsHeaders
        self.showGridLines = showGridLines
    }
}

extension Table: ElementPart {
    init() { self.init(columns: []) {} }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.list("columns", &columns) { value, decoder throws(CardError) in
            try decoder.countElement()
            if value.objectValue == nil { decoder.warn("This is not a column; one without properties stands here.") }
            return try decoder.part(value.objectValue ?? [:], of: "a table's column")
        }
        try visitor.tableParts("rows", &rows)
        // The schema and the renderers spell the name differently.
        visitor.member("firstRowAsHeaders", &firstRowAsHeaders) { decoder in
            decoder.bool("firstRowAsHeaders") ?? decoder.bool("firstRowAsHeader") ?? true
        } json: {
            $0 ? nil : .bool($0)
        }
        visitor.value("showGridLines", &showGridLines, or: true)
        visitor.value("gridStyle", &gridStyle, or: .default)
        cellAlignment.visit(&visitor)
        try common.visit(&visitor)
    }

    /// Returns the cell of a row in each column; `nil` if the row has none there.
    package func cells(of row: TableRow) -> [TableCell?] {
        columns.indices.map { row.cells.indices.contains($0) ? row.cells[$0] : nil }
    }

    /// Returns the alignment of a cell: the row's, or else the column's, or else the table's.
    package func alignment(_ row: TableRow, _ column: Int) -> TableCellAlignment {
        TableCellAlignment(
            horizontal: row.cellAlignment.horizontal ?? columns[column].cellAlignment.horizontal
                ?? cellAlignment.horizontal,
            vertical: row.cellAlignment.vertical ?? columns[column].cellAlignment.vertical ?? cellAlignment.vertical
        )
    }
}

/// A column of a ``Table``.
public struct TableColumn: Hashable, Sendable, CardObject {
    /// The width.
    public var width: ColumnWidth
    /// The alignment of the content of the cells.
    public var cellAlignment: TableCellAlignment

    /// Creates a column.
    public init(width: ColumnWidth = .weight(1), horizontalAlignment: HorizontalAlignment? = nil) {
        self.width = width
        cellAlignment = TableCellAlignment(horizontal: horizontalAlignment)
    }

    init() { self.init(width: .weight(1)) }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.width(&width, or: .weight(1))
        cellAlignment.visit(&visitor)
    }
}

/// The alignment of the content of cells, for a table, a row or a column.
public struct TableCellAlignment: Hashable, Sendable {
    /// The horizontal alignment; `nil` for that of the surrounding part.
    public var horizontal: HorizontalAlignment?
    /// The vertical alignment; `nil` for that of the surrounding part.
    public var vertical: VerticalAlignment?

    /// Creates an alignment.
    public init(horizontal: HorizontalAlignment? = nil, vertical: VerticalAlignment? = nil) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.value("horizontalCellContentAlignment", &horizontal)
        visitor.value("verticalCellContentAlignment", &vertical)
    }
}
