import AdaptiveCards
import Markup

/// Charts with axes.
///
/// The image takes the available width, so positions in it are percentages, and all texts except those of bars are
/// outside of it.
extension HTMLDrawing {
    /// Width for the texts below the axis, in characters.
    private static let axisRoom = 44
    /// Maximum number of bars with a text for each.
    private static let cellLimit = 12

    mutating func draw(_ chart: LineChart, name: String) {
        let data = ChartData(chart, texts: texts)
        guard !data.series.isEmpty else { return }
        beginPlot(data, chart.axes, name: name)
        html.markup("<svg x=\"0\" y=\"0\" width=\"100%\" height=\"100%\" viewBox=\"0 0 1000 1000\" ")
        html.markup("preserveAspectRatio=\"none\" overflow=\"visible\">")
        for (index, series) in data.series.enumerated() {
            let path = path(of: series, in: data.scale)
            html.markup("<g class=\"ac-series")
            use(.hue(series.color))
            html.markup("\">")
            if data.series.count == 1, let first = series.points.first, let last = series.points.last {
                html.markup("<path class=\"ac-area\"")
                html.attribute("d", "\(path)L\(across(last.x)) 1000L\(across(first.x)) 1000z")
                html.markup("></path>")
            }
            html.markup("<path class=\"ac-line\"")
            html.attribute("d", path)
            let dashes = ChartLegendEntry.dashes(at: index)
            if !dashes.isEmpty { html.attribute("stroke-dasharray", dashes) }
            html.markup("></path></g>")
        }
        html.markup("</svg>")
        for series in data.series where series.points.count == 1 { drawDots(of: series, in: data.scale) }
        html.markup("</svg>")
        drawAxis(data.labels(fitting: Self.axisRoom), areCells: false, chart.axes)
        html.markup("</div>")
        // What a chart without axes shows, its description says.
        guard chart.axes.areShown else { return }
        if chart.properties.showLegend {
            drawLegend(
                data.series.enumerated().compactMap { index, series in
                    series.legend.isEmpty
                        ? nil
                        : ChartLegendEntry(
                            text: texts.text(series.legend),
                            color: series.color,
                            lineDashes: ChartLegendEntry.dashes(at: index)
                        )
                }
            )
        }
        drawData(name: name, columns: [chart.axes.xTitle ?? ""] + data.series.map(\.legend), rows: data.rows)
    }

    mutating func draw(_ chart: VerticalBarChart, name: String) {
        let data = ChartData(chart, texts: texts)
        guard let series = data.series.first else { return }
        beginPlot(data, chart.axes, name: name)
        let zero = data.scale.place(of: 0)
        let width = 0.64 / Double(series.points.count)
        for point in series.points {
            let place = data.scale.place(of: point.value)
            html.markup("<rect class=\"ac-shape")
            use(.hue(point.color ?? series.color))
            html.markup("\"")
            html.attribute("x", SVGNumber.percent(point.x - width / 2))
            html.attribute("y", SVGNumber.percent(1 - max(place, zero)))
            html.attribute("width", SVGNumber.percent(width))
            html.attribute("height", SVGNumber.percent(max(abs(place - zero), 0.005)))
            html.markup(" rx=\"3\"></rect>")
            if chart.showBarValues, series.points.count <= Self.cellLimit * 2 {
                html.markup("<text class=\"ac-bar-value\" dy=\"-4\"")
                html.attribute("x", SVGNumber.percent(point.x))
                html.attribute("y", SVGNumber.percent(1 - max(place, zero)))
                html.write(">", texts.number(point.value), "</text>")
            }
        }
        html.markup("</svg>")
        let areCells = data.labels.count <= Self.cellLimit
        drawAxis(areCells ? data.labels : data.labels(fitting: Self.axisRoom), areCells: areCells, chart.axes)
        html.markup("</div>")
        drawData(name: name, columns: [chart.axes.xTitle ?? "", chart.axes.yTitle ?? ""], rows: data.rows)
    }

    /// Draws the scale, and begins the image with a line for each of its values.
    private mutating func beginPlot(_ data: ChartData, _ axes: ChartAxes, name: String) {
        guard axes.areShown else {
            html.markup("<div class=\"ac-spark")
            use(.plot)
            html.markup("\">")
            return beginPicture(viewBox: nil, name: name, description: texts.summary(of: data))
        }
        if let title = axes.yTitle, !title.isEmpty {
            html.write("<p class=\"ac-quiet\" aria-hidden=\"true\">", texts.text(title), "</p>")
        }
        html.markup("<div class=\"ac-axes")
        use(.plot)
        html.markup("\"><div class=\"ac-scale\" aria-hidden=\"true\">")
        for tick in data.scale.ticks.reversed() {
            html.write("<span>", texts.number(tick), "</span>")
        }
        html.markup("</div>")
        beginPicture(viewBox: nil, name: name, description: texts.summary(of: data))
        for tick in data.scale.ticks {
            html.markup("<rect class=\"ac-ruled\" width=\"100%\" height=\"1\"")
            html.attribute("y", SVGNumber.percent(1 - data.scale.place(of: tick)))
            html.markup("></rect>")
        }
    }

    private mutating func drawAxis(_ labels: [String], areCells: Bool, _ axes: ChartAxes) {
        guard axes.areShown else { return }
        if labels.contains(where: { !$0.isEmpty }) {
            html.markup(
                areCells
                    ? "<div class=\"ac-axis ac-axis-cells\" aria-hidden=\"true\">"
                    : "<div class=\"ac-axis\" aria-hidden=\"true\">"
            )
            for label in labels {
                html.markup(areCells ? "<span class=\"ac-axis-cell\"" : "<span")
                endTag(around: label.utf8)
                html.text(label)
                html.markup("</span>")
            }
            html.markup("</div>")
        }
        if let title = axes.xTitle, !title.isEmpty {
            html.write("<p class=\"ac-axis-title\" aria-hidden=\"true\">", texts.text(title), "</p>")
        }
    }

    private mutating func drawDots(of series: ChartData.Series, in scale: ChartScale) {
        for point in series.points {
            html.markup("<circle class=\"ac-shape")
            use(.hue(series.color))
            html.markup("\" r=\"4\"")
            html.attribute("cx", SVGNumber.percent(point.x))
            html.attribute("cy", SVGNumber.percent(1 - scale.place(of: point.value)))
            html.markup("></circle>")
        }
    }

    private func path(of series: ChartData.Series, in scale: ChartScale) -> String {
        var path = ""
        for point in series.points {
            path += path.isEmpty ? "M" : "L"
            path += "\(across(point.x)) \(1000 - Int((scale.place(of: point.value) * 1000).rounded()))"
        }
        return path
    }

    private func across(_ place: Double) -> Int { Int((min(max(place, 0), 1) * 1000).rounded()) }
}
