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

extension Table: TypedObject {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        columns = []
        let values = decoder.list(members, "columns") ?? []
        decoder.enter("columns")
        for (index, value) in values.enumerated() {
            try decoder.countElement()
            decoder.enter(index)
            let start = decoder.names.count
            if value.objectValue == nil { decoder.warn("This is not a column; one without properties stands here.") }
            columns.append(TableColumn(value.objectValue ?? [:], &decoder))
            decoder.endObject(value.objectValue ?? [:], of: "a table's column", since: start)
            decoder.leave()
        }
        decoder.leave()
        rows = try decoder.tableParts(members, "rows", TableRow.typeName) { members, decoder throws(CardError) in
            try TableRow(members, &decoder)
        }
        // The schema and the renderers spell the name differently.
        firstRowAsHeaders =
            decoder.bool(members, "firstRowAsHeaders") ?? decoder.bool(members, "firstRowAsHeader") ?? true
        showGridLines = decoder.bool(members, "showGridLines") ?? true
        gridStyle = decoder.choice(members, "gridStyle") ?? .default
        cellAlignment = TableCellAlignment(members, &decoder)
        common = try ElementProperties(members, &decoder)
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("columns", .array(columns.map(\.json)))
        writer.set("rows", .array(rows.map(\.json)))
        writer.set("firstRowAsHeaders", firstRowAsHeaders, unless: true)
        writer.set("showGridLines", showGridLines, unless: true)
        writer.set("gridStyle", gridStyle, unless: .default)
        cellAlignment.write(to: &writer)
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

extension CardDecoder {
    /// Reads the rows of a table or the cells of a row.
    ///
    /// Their type may be missing; a value of another type is left out with a warning.
    mutating func tableParts<Part>(
        _ members: Members,
        _ name: String,
        _ type: String,
        _ read: (Members, inout CardDecoder) throws(CardError) -> Part
    ) throws(CardError) -> [Part] {
        guard let values = list(members, name) else { return [] }
        var result: [Part] = []
        enter(name)
        for (index, value) in values.enumerated() {
            try countElement()
            enter(index)
            if case .object(let members) = value, members["type"] == nil || members["type"] == .string(type) {
                try descend()
                let start = names.count
                result.append(try read(members, &self))
                endObject(members, of: type, since: start)
                ascend()
                try checkBytes()
            } else {
                warn("Only a \(type) stands here; this is left out.")
            }
            leave()
        }
        leave()
        return result
    }
}

/// A column of a ``Table``.
public struct TableColumn: Hashable, Sendable {
    /// The width.
    public var width: ColumnWidth
    /// The alignment of the content of the cells.
    public var cellAlignment: TableCellAlignment

    /// Creates a column.
    public init(width: ColumnWidth = .weight(1), horizontalAlignment: HorizontalAlignment? = nil) {
        self.width = width
        cellAlignment = TableCellAlignment(horizontal: horizontalAlignment)
    }

    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) {
        width = decoder.member(members, "width") == nil ? .weight(1) : ColumnWidth(members, &decoder)
        cellAlignment = TableCellAlignment(members, &decoder)
    }

    var json: JSONValue {
        var writer = ObjectWriter()
        if width != .weight(1) { writer.set("width", width.json ?? "stretch") }
        cellAlignment.write(to: &writer)
        return writer.json
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

    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) {
        horizontal = decoder.choice(members, "horizontalCellContentAlignment")
        vertical = decoder.choice(members, "verticalCellContentAlignment")
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("horizontalCellContentAlignment", horizontal)
        writer.set("verticalCellContentAlignment", vertical)
    }
}
