import AdaptiveCards
import Markup

/// Charts that are full or partial rings.
extension HTMLDrawing {
    /// Gap between two segments, as a fraction of the ring.
    private static let gap = 0.01
    /// Maximum length of a text in a ring that is drawn large.
    private static let shortLength = 5

    mutating func draw(_ chart: DonutChart, name: String) {
        let segments = chart.data.prefix(ChartSampling.limit)
        let total = segments.reduce(0) { $0 + $1.value }
        guard !segments.isEmpty else { return }
        let colors = segments.enumerated().map { $1.color ?? chart.properties.colorSet.color(at: $0) }
        let values = segments.map { total > 0 ? texts.percent($0.value / total) : texts.number($0.value) }
        html.markup("<div class=\"ac-parts")
        use(.donut)
        html.markup("\">")
        let middle = texts.text(chart.value ?? "")
        let parts = zip(segments, values).map { "\(texts.text($0.legend)): \($1)" }
        // Texts in an image are not read: the description begins with the one in the middle, which the eye sees first.
        let description = ([middle].filter { !$0.isEmpty } + parts).joined(separator: ", ")
        beginPicture(viewBox: "0 0 100 100", name: name, description: description)
        html.markup("<circle class=\"ac-track\" cx=\"50\" cy=\"50\" r=\"40\" stroke-width=\"1\"></circle>")
        var start = 0.0
        let gap = chart.showOutlines && segments.count > 1 ? Self.gap : 0
        for (segment, color) in zip(segments, colors) where total > 0 && segment.value > 0 {
            let part = segment.value / total
            html.markup("<circle cx=\"50\" cy=\"50\" r=\"40\" pathLength=\"100\" class=\"ac-arc")
            use(.hue(color))
            html.markup(chart.thickness == .thick ? "\" stroke-width=\"18\"" : "\" stroke-width=\"9\"")
            html.attribute("stroke-dasharray", "\(SVGNumber.part(max(part - gap, 0.002))) 100")
            html.attribute("transform", "rotate(\(SVGNumber.decimal(start, of: 360)) 50 50) rotate(-90 50 50)")
            html.markup("></circle>")
            start += part
        }
        if !middle.isEmpty {
            html.markup("<text x=\"50\" y=\"50\" class=\"")
            html.markup(middle.count > Self.shortLength ? "ac-long" : "ac-short")
            if let color = chart.valueColor { use(.hue(color)) } else { use(.plainHue) }
            html.write("\">", middle, "</text>")
        }
        html.markup("</svg>")
        if chart.properties.showLegend {
            drawLegend(
                zip(segments, zip(colors, values)).map {
                    ChartLegendEntry(text: texts.text($0.legend), color: $1.0, value: $1.1)
                }
            )
        }
        html.markup("</div>")
        drawData(name: name, columns: [], rows: segments.map { (texts.text($0.legend), [$0.value]) })
    }

    mutating func draw(_ chart: GaugeChart, name: String) {
        let value = texts.value(of: chart)
        html.markup("<div class=\"ac-dial")
        use(.gauge)
        switch chart.common.horizontalAlignment {
        case .center: html.markup(" ac-gauge-center")
        case .right: html.markup(" ac-gauge-end")
        case .left, nil: break
        }
        html.markup("\">")
        let range = "\(texts.number(chart.min))–\(texts.number(chart.end))"
        beginPicture(viewBox: "0 0 100 56", name: name, description: "\(value), \(range)")
        drawArc(from: 0, to: 1, "ac-track")
        drawSegments(of: chart)
        if chart.showNeedle {
            html.markup("<path class=\"ac-needle\" d=\"M50 50H18\"")
            html.attribute("transform", "rotate(\(SVGNumber.decimal(chart.fraction, of: 180)) 50 50)")
            html.markup("></path><circle class=\"ac-hub\" cx=\"50\" cy=\"50\" r=\"3.5\"></circle>")
        }
        html.markup("</svg>")
        if chart.showMinMax { drawEnd(chart.min) }
        html.write("<b aria-hidden=\"true\">", value, "</b>")
        if chart.showMinMax { drawEnd(chart.end) }
        if let label = chart.subLabel.map(texts.text), !label.isEmpty {
            directed("<p class=\"ac-quiet ac-wide\"", label, "</p>")
        }
        html.markup("</div>")
        if chart.properties.showLegend {
            drawLegend(
                segments(of: chart).compactMap { segment, color in
                    segment.legend.isEmpty ? nil : ChartLegendEntry(text: texts.text(segment.legend), color: color)
                }
            )
        }
        drawData(
            name: "\(name): \(value)",
            columns: [],
            rows: chart.segments.prefix(ChartSampling.limit).map { (texts.text($0.legend), [$0.size]) }
        )
    }

    private func segments(of chart: GaugeChart) -> [(GaugeSegment, ChartColor)] {
        chart.segments.prefix(ChartSampling.limit).enumerated().map {
            ($1, $1.color ?? chart.properties.colorSet.color(at: $0))
        }
    }

    /// Draws the segments, or, if there are none, an arc up to the value.
    private mutating func drawSegments(of chart: GaugeChart) {
        guard !chart.segments.isEmpty else {
            return drawArc(from: 0, to: chart.fraction, "ac-arc", .hue(chart.properties.colorSet.color(at: 0)))
        }
        let gap = chart.showOutlines && chart.segments.count > 1 ? Self.gap : 0
        var start = 0.0
        for (segment, color) in segments(of: chart) where segment.size > 0 {
            let end = min(start + segment.size / (chart.end - chart.min), 1)
            if end - gap > start { drawArc(from: start, to: end - gap, "ac-arc", .hue(color)) }
            start = end
        }
    }

    /// Draws an arc of the half circle.
    private mutating func drawArc(from start: Double, to end: Double, _ name: StaticString, _ rule: StyleRule? = nil) {
        guard end > start else { return }
        // The lower half of the circle is outside the image.
        html.markup("<circle cx=\"50\" cy=\"50\" r=\"41\" stroke-width=\"11\" pathLength=\"200\" class=\"")
        html.markup(name)
        if let rule { use(rule) }
        html.markup("\"")
        html.attribute("stroke-dasharray", "\(SVGNumber.part(end - start)) 200")
        html.attribute("transform", "rotate(\(SVGNumber.decimal(start, of: 180)) 50 50) rotate(180 50 50)")
        html.markup("></circle>")
    }

    private mutating func drawEnd(_ value: Double) {
        html.write("<span class=\"ac-quiet\" aria-hidden=\"true\">", texts.number(value), "</span>")
    }
}
