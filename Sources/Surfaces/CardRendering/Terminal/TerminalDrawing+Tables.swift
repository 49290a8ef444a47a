import AdaptiveCards

extension TerminalDrawing {
    /// Draws a table with aligned columns, or the cells of each row stacked if there is not enough width.
    func lines(of table: Table, in layout: TerminalLayoutContext) -> [TerminalLine] {
        let gap = table.showGridLines ? 3 : 2
        let room = layout.width - gap * (table.columns.count - 1)
        guard !table.columns.isEmpty, !table.rows.isEmpty else { return [] }
        guard layout.columnDepth < Self.columnDepthLimit, room >= table.columns.count * 3 else {
            return table.rows.flatMap { row in
                table.cells(of: row).flatMap { $0.map { lines(of: $0.items, in: layout) } ?? [] }
            }
        }
        let natural = table.columns.indices.map { column in
            table.rows.indices.map { row in
                self.lines(of: table, row, column, width: room, in: layout).map(\.width).max() ?? 0
            }.max() ?? 0
        }
        // Terminals are narrow: columns take the width of their content, and share only a deficit.
        let isEnough = natural.reduce(0, +) <= room
        let widths =
            isEnough
            ? natural.map { max($0, 1) } : ColumnWidths.share(room, among: table.columns.map(\.width), natural: natural)
        var result: [TerminalLine] = []
        for row in table.rows.indices {
            result += lines(of: table, row, widths: widths, in: layout)
            if row == 0, table.firstRowAsHeaders, table.rows.count > 1 { result.append(rule(widths, of: table)) }
        }
        return result
    }

    private func lines(
        of table: Table,
        _ row: Int,
        widths: [Int],
        in layout: TerminalLayoutContext
    ) -> [TerminalLine] {
        let cells = widths.indices.map { lines(of: table, row, $0, width: widths[$0], in: layout) }
        let separator = table.showGridLines ? TerminalCell.cells(" │ ", style: Self.dim) : TerminalCell.spaces(2)
        return Self.joined(cells, widths: widths, separators: widths.indices.map { $0 == 0 ? [] : separator })
    }

    private func lines(
        of table: Table,
        _ row: Int,
        _ column: Int,
        width: Int,
        in layout: TerminalLayoutContext
    ) -> [TerminalLine] {
        guard let cell = table.cells(of: table.rows[row])[column], cell.common.isVisible else { return [] }
        let alignment = cell.common.horizontalAlignment ?? table.alignment(table.rows[row], column).horizontal
        var inner = layout.inColumn(width: width)
        inner.alignment = .left
        let isHeader = row == 0 && table.firstRowAsHeaders
        return lines(of: isHeader ? cell.items.map(\.asColumnHeader) : cell.items, in: inner.aligned(alignment))
    }

    private func rule(_ widths: [Int], of table: Table) -> TerminalLine {
        let parts = widths.map { String(repeating: "─", count: $0) }
        return TerminalLine(
            TerminalCell.cells(parts.joined(separator: table.showGridLines ? "─┼─" : "──"), style: Self.dim)
        )
    }

    private static let dim = TerminalStyle(isDim: true)
}

extension CardElement {
    /// The element in the first row: a text without a style of its own becomes a column header.
    fileprivate var asColumnHeader: CardElement {
        guard case .textBlock(var text) = self, text.style == nil else { return self }
        text.style = .columnHeader
        return .textBlock(text)
    }
}
