import AdaptiveCards
import Markup

extension HTMLDrawing {
    /// Draws a chart: an image with a name and a description, a legend, and a table for screen readers only.
    mutating func draw(_ chart: Chart) {
        let properties = chart.properties
        let title = texts.text(properties.title ?? "")
        begin("<div class=\"ac-element", chart.common) { drawing in
            drawing.use(.chart)
            if let maxWidth = properties.maxWidth { drawing.use(.maxWidth(maxWidth)) }
        }
        if properties.showTitle, !title.isEmpty {
            directed("<p class=\"ac-chart-title\" aria-hidden=\"true\"", title, "</p>")
        }
        let kind = environment.words.name(of: chart)
        let name = title.isEmpty ? kind : "\(title), \(kind)"
        switch chart {
        case .line(let chart): draw(chart, name: name)
        case .verticalBar(let chart): draw(chart, name: name)
        case .donut(let chart): draw(chart, name: name)
        case .gauge(let chart): draw(chart, name: name)
        }
        html.markup("</div>")
    }

    /// Begins the image of a chart.
    mutating func beginPicture(viewBox: StaticString?, name: String, description: String) {
        let id = ids.next()
        html.markup("<svg role=\"img\"")
        html.attribute("aria-labelledby", id)
        if !description.isEmpty { html.attribute("aria-describedby", id + ".d") }
        if let viewBox {
            html.markup(" viewBox=\"")
            html.markup(viewBox)
            html.markup("\"")
        }
        html.markup("><title")
        html.attribute("id", id)
        html.write(">", name, "</title>")
        if !description.isEmpty {
            html.markup("<desc")
            html.attribute("id", id + ".d")
            html.write(">", description, "</desc>")
        }
    }

    /// Draws a table with the content of a chart, for screen readers.
    mutating func drawData(name: String, columns: [String], rows: [(label: String, values: [Double?])]) {
        guard !rows.isEmpty else { return }
        html.write("<div class=\"ac-data\"><table><caption>", name, "</caption>")
        if columns.contains(where: { !$0.isEmpty }) {
            html.markup("<thead><tr>")
            for column in columns {
                // Screen readers would announce a header without text; the corner of a table is none.
                html.markup(column.isEmpty ? "<td>" : "<th scope=\"col\">")
                html.text(column)
                html.markup(column.isEmpty ? "</td>" : "</th>")
            }
            html.markup("</tr></thead>")
        }
        html.markup("<tbody>")
        for row in rows {
            html.write("<tr><th scope=\"row\">", row.label, "</th>")
            for value in row.values {
                html.markup("<td>")
                if let value { html.text(texts.number(value)) }
                html.markup("</td>")
            }
            html.markup("</tr>")
        }
        html.markup("</tbody></table></div>")
    }

    /// Draws the legend, which is hidden from screen readers: the table has the same content.
    mutating func drawLegend(_ entries: [ChartLegendEntry]) {
        guard !entries.isEmpty else { return }
        html.markup("<ul class=\"ac-legend\" aria-hidden=\"true\">")
        for entry in entries {
            html.markup("<li")
            endTag(around: entry.text.utf8)
            html.markup("<svg viewBox=\"0 0 16 8\" class=\"ac-swatch")
            use(.hue(entry.color))
            html.markup("\">")
            if let dashes = entry.lineDashes {
                html.markup("<path class=\"ac-line\" d=\"M1 4h14\"")
                if !dashes.isEmpty { html.attribute("stroke-dasharray", dashes) }
                html.markup("></path>")
            } else {
                html.markup("<rect class=\"ac-shape\" x=\"4\" width=\"8\" height=\"8\" rx=\"2\"></rect>")
            }
            html.write("</svg><span>", entry.text, "</span>")
            if let value = entry.value {
                html.write("<b>", value, "</b>")
            }
            html.markup("</li>")
        }
        html.markup("</ul>")
    }
}

/// One entry of a legend.
struct ChartLegendEntry {
    var text: String
    var color: ChartColor
    /// Dash pattern of a line, empty for a solid one; `nil` for a filled shape.
    var lineDashes: String?
    var value: String?

    /// Returns the dash pattern of a line by its index, so that lines differ in more than color.
    static func dashes(at index: Int) -> String { index == 0 ? "" : ["6 4", "2 4", "10 4 2 4"][(index - 1) % 3] }
}
