import AdaptiveCards

extension TerminalDrawing {
    private static let barLimit = 16

    func lines(of chart: Chart, in layout: TerminalLayoutContext) -> [TerminalLine] {
        guard chart.hasData else { return [] }
        var result: [TerminalLine] = []
        if chart.properties.showTitle, let title = chart.properties.title, !title.isEmpty {
            let cells = TerminalCell.cells(texts.text(title), style: TerminalStyle(isBold: true))
            result += LineBreaker.wrap(cells, width: layout.width).map { TerminalLine($0) }
        }
        switch chart {
        case .line(let chart): result += sparklines(ChartData(chart, texts: texts), width: layout.width)
        case .verticalBar(let chart):
            let data = ChartData(chart, texts: texts)
            if chart.data.count > Self.barLimit {
                result += sparklines(data, width: layout.width)
            } else if let points = data.series.first?.points {
                // Bars cannot show negative values: the length is the magnitude, and the number shows the sign.
                let greatest = points.map(\.value.magnitude).max() ?? 0
                result += bars(
                    points.map { point in
                        let part = greatest > 0 ? point.value.magnitude / greatest : 0
                        return (point.label, part, texts.number(point.value))
                    },
                    width: layout.width
                )
            }
        case .donut(let chart):
            let total = chart.data.reduce(0) { $0 + $1.value }
            if let value = chart.value, !value.isEmpty {
                let cells = TerminalCell.cells(texts.text(value))
                result.append(TerminalLine(LineBreaker.cut(cells, width: layout.width)))
            }
            result += bars(
                chart.data.prefix(ChartSampling.limit).map { segment in
                    let part = total > 0 ? segment.value / total : 0
                    return (texts.text(segment.legend), part, texts.percent(part))
                },
                width: layout.width
            )
        case .gauge(let chart):
            let row = (texts.text(chart.subLabel ?? ""), chart.fraction, texts.value(of: chart))
            result += bars([row], width: layout.width)
        }
        return result
    }

    /// Draws one bar per line, between a label and a value.
    private func bars(_ rows: [(label: String, fraction: Double, value: String)], width: Int) -> [TerminalLine] {
        let labels = rows.map { TerminalCell.cells($0.label) }
        let values = rows.map { TerminalCell.cells($0.value) }
        let valueWidth = values.map(\.width).max() ?? 0
        let labelWidth = min(labels.map(\.width).max() ?? 0, max(1, width / 3))
        let gap = labelWidth > 0 ? 1 : 0
        let room = width - labelWidth - valueWidth - gap - 1
        return rows.indices.map { index in
            var cells = LineBreaker.cut(labels[index], width: labelWidth)
            cells += TerminalCell.spaces(labelWidth - cells.width + gap)
            if room >= 4 { cells += bar(rows[index].fraction, width: room, color: .accent) }
            cells += TerminalCell.spaces(1 + valueWidth - values[index].width) + values[index]
            return TerminalLine(LineBreaker.cut(cells, width: width))
        }
    }

    /// Draws each series as a sparkline, with its lowest and highest value, and the first and last label below.
    private func sparklines(_ data: ChartData, width: Int) -> [TerminalLine] {
        var result: [TerminalLine] = []
        for series in data.series {
            let values = series.points.map(\.value)
            guard let low = values.min(), let high = values.max() else { continue }
            if !series.legend.isEmpty {
                let legend = TerminalCell.cells(texts.text(series.legend), style: TerminalStyle(isDim: true))
                result.append(TerminalLine(LineBreaker.cut(legend, width: width)))
            }
            let limits = [texts.number(low), texts.number(high)]
            let range = TerminalCell.cells(" \(limits[0] == limits[1] ? limits[0] : limits.joined(separator: "–"))")
            let room = width - range.width
            guard room >= 4 else {
                result.append(TerminalLine(LineBreaker.cut(range, width: width)))
                continue
            }
            result.append(TerminalLine(blocks(values, low, high, width: min(room, max(values.count, 24))) + range))
        }
        if let first = data.labels.first, let last = data.labels.last, data.labels.count > 1, !first.isEmpty {
            let cells = TerminalCell.cells("\(first) … \(last)", style: TerminalStyle(isDim: true))
            result.append(TerminalLine(LineBreaker.cut(cells, width: width)))
        }
        return result
    }

    private func blocks(_ values: [Double], _ low: Double, _ high: Double, width: Int) -> [TerminalCell] {
        let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        let text = (0..<width).map { column in
            let value = values[column * values.count / width]
            return levels[high > low ? Int(((value - low) / (high - low) * 7).rounded()) : 3]
        }
        return TerminalCell.cells(String(text), style: TerminalStyle(color: .accent))
    }
}
