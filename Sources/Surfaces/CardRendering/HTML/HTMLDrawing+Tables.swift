import AdaptiveCards
import Markup

extension HTMLDrawing {
    mutating func draw(_ table: Table, in layout: HTMLLayoutContext) {
        begin("<div class=\"ac-element", table.common) { drawing in
            drawing.use(.table)
            guard table.showGridLines else { return }
            drawing.html.markup(" ac-lined")
            if let grid = StyleRule.grid(table.gridStyle) { drawing.use(grid) }
        } attributes: { drawing in
            // A wide table scrolls horizontally, also with the keyboard.
            drawing.html.markup(" tabindex=\"0\"")
        }
        html.markup("<table>")
        drawColumns(of: table)
        var rows = table.rows[...]
        if table.firstRowAsHeaders, let header = rows.popFirst() {
            html.markup("<thead>")
            draw(header, of: table, isHeader: true, in: layout)
            html.markup("</thead>")
        }
        html.markup("<tbody>")
        for row in rows { draw(row, of: table, isHeader: false, in: layout) }
        html.markup("</tbody></table></div>")
    }

    private mutating func drawColumns(of table: Table) {
        let weights = table.columns.map(\.width).weights
        html.markup("<colgroup>")
        for column in table.columns {
            html.markup("<col class=\"ac-part")
            switch column.width {
            case .auto, .stretch: break
            case .pixels(let pixels): use(.width(pixels))
            case .weight(let weight): use(.tableColumn(ColumnWidth.hundredths(weight, of: weights)))
            }
            html.markup("\">")
        }
        html.markup("</colgroup>")
    }

    private mutating func draw(_ row: TableRow, of table: Table, isHeader: Bool, in layout: HTMLLayoutContext) {
        html.markup("<tr")
        if let style = row.style, style != .default {
            html.attribute("class", "ac-style-" + style.hyphenated)
        }
        html.markup(">")
        for (column, cell) in table.cells(of: row).enumerated() {
            let alignment = table.alignment(row, column)
            let isHeader = isHeader && cell?.items.isEmpty == false
            html.markup(isHeader ? "<th scope=\"col\" class=\"ac-cell" : "<td class=\"ac-cell")
            writeAlignment(alignment.horizontal)
            writeClass("ac-content-", cell?.properties.verticalContentAlignment ?? alignment.vertical, unless: .top)
            html.markup("\">")
            if let cell, cell.common.isVisible, !cell.items.isEmpty || cell.properties.selectAction != nil {
                draw(cell, in: layout)
            }
            html.markup(isHeader ? "</th>" : "</td>")
        }
        html.markup("</tr>")
    }

    private mutating func draw(_ cell: TableCell, in layout: HTMLLayoutContext) {
        // A cell is a container that the grid already separates from others.
        var content = Container { cell.items }
        content.properties = cell.properties
        content.properties.bleed = false
        content.common.id = cell.common.id
        content.common.horizontalAlignment = cell.common.horizontalAlignment
        draw(content, in: layout)
    }
}
