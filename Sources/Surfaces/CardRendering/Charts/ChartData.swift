import AdaptiveCards

/// The content of a chart with axes, as positions and texts, independent of the output format.
struct ChartData {
    /// One line, or all bars.
    struct Series {
        /// Label of the series in the legend.
        var legend: String
        var color: ChartColor
        /// Points to draw.
        var points: [Point]
    }

    struct Point {
        /// Position along the horizontal axis, 0 to 1.
        var x: Double
        var value: Double
        /// Text below the point.
        var label: String
        /// Color of a bar that has its own.
        var color: ChartColor?
    }

    let series: [Series]
    /// Texts below the axis, in order and equally spaced.
    let labels: [String]
    let scale: ChartScale

    /// Takes the lines of a chart; leaves out those without points.
    init(_ chart: LineChart, texts: ChartTexts) {
        let lines = chart.data.filter { !$0.values.isEmpty }
        let limit = ChartSampling.limit / max(lines.count, 1)
        let kept = lines.map { line in
            ChartSampling.indices(of: line.values.map(\.y), limit: limit).map { line.values[$0] }
        }
        let axis = ChartAxis(kept.map { $0.map(\.x) }, texts: texts)
        series = lines.indices.map { index in
            let places = axis.places(of: kept[index].map(\.x))
            return Series(
                legend: lines[index].legend ?? "",
                color: lines[index].color ?? chart.color ?? chart.properties.colorSet.color(at: index),
                points: zip(kept[index], places).map { point, place in
                    Point(x: place, value: point.y, label: texts.label(point.x))
                }
            )
        }
        labels = axis.labels
        scale = ChartScale(
            of: kept.flatMap { $0.map(\.y) },
            minimum: chart.axes.yMin,
            maximum: chart.axes.yMax,
            includesZero: false
        )
    }

    /// Takes the bars of a chart.
    init(_ chart: VerticalBarChart, texts: ChartTexts) {
        let bars = ChartSampling.indices(of: chart.data.map(\.y)).map { chart.data[$0] }
        let points = bars.enumerated().map { index, bar in
            Point(
                x: (Double(index) + 0.5) / Double(bars.count),
                value: bar.y,
                label: texts.label(bar.x),
                color: bar.color
            )
        }
        let color = chart.color ?? chart.properties.colorSet.color(at: 0)
        series = points.isEmpty ? [] : [Series(legend: chart.axes.yTitle ?? "", color: color, points: points)]
        labels = points.map(\.label)
        scale = ChartScale(
            of: bars.map(\.y),
            minimum: chart.axes.yMin,
            maximum: chart.axes.yMax,
            includesZero: true
        )
    }

    /// Rows of a table with the same content: a label, and the value of each series at it, if any.
    var rows: [(label: String, values: [Double?])] {
        var places: [Double: Int] = [:]
        var rows: [(x: Double, label: String, values: [Double?])] = []
        for (index, line) in series.enumerated() {
            for point in line.points {
                if let row = places[point.x], rows[row].values[index] == nil {
                    rows[row].values[index] = point.value
                } else {
                    var values = [Double?](repeating: nil, count: series.count)
                    values[index] = point.value
                    places[point.x] = rows.count
                    rows.append((point.x, point.label, values))
                }
            }
        }
        if series.count > 1 { rows.sort { $0.x < $1.x } }
        return rows.map { ($0.label, $0.values) }
    }

    /// Returns as many equally spaced labels as fit into a width in characters, including the first and the last.
    func labels(fitting room: Int) -> [String] {
        let widest = labels.map { DisplayWidth.cells(of: $0) }.max() ?? 0
        let count = max(2, min(labels.count, room / (widest + 2)))
        guard labels.count > count else { return labels }
        // The spacing is exactly equal if the number of gaps divides, and as equal as possible otherwise.
        let even = stride(from: count, through: max(2, count - 2), by: -1).first { (labels.count - 1) % ($0 - 1) == 0 }
        let shown = even ?? count
        return (0..<shown).map { labels[$0 * (labels.count - 1) / (shown - 1)] }
    }
}

/// The horizontal axis: by number if all points have one, otherwise by the order of the texts.
///
/// A text that occurs twice in a line, such as an hour of two days, has two positions.
private struct ChartAxis {
    private struct Slot: Hashable {
        var text: String
        /// Number of earlier occurrences of the text in the line.
        var repetition: Int
    }

    private enum Kind {
        case numbers(low: Double, high: Double)
        case texts([Slot: Int])
    }

    private let kind: Kind
    private let texts: ChartTexts
    let labels: [String]

    init(_ lines: [[ChartLabel]], texts: ChartTexts) {
        self.texts = texts
        let labels = lines.joined()
        let numbers = labels.compactMap { label in
            if case .number(let number) = label { number } else { nil }
        }
        if numbers.count == labels.count, let low = numbers.min(), let high = numbers.max(), high > low {
            kind = .numbers(low: low, high: high)
            let steps = min(Set(numbers).count - 1, 4)
            self.labels = (0...steps).map { texts.number(low + (high - low) * Double($0) / Double(steps)) }
        } else {
            var places: [Slot: Int] = [:]
            var order: [String] = []
            for slot in lines.flatMap({ Self.slots($0, texts) }) where places[slot] == nil {
                places[slot] = order.count
                order.append(slot.text)
            }
            kind = .texts(places)
            self.labels = order
        }
    }

    /// Returns the positions of the points of a line, from 0 to 1.
    func places(of line: [ChartLabel]) -> [Double] {
        switch kind {
        case .numbers(let low, let high):
            line.map { label in
                if case .number(let number) = label { (number - low) / (high - low) } else { 0 }
            }
        case .texts(let places):
            Self.slots(line, texts).map { slot in
                places.count > 1 ? Double(places[slot] ?? 0) / Double(places.count - 1) : 0.5
            }
        }
    }

    private static func slots(_ line: [ChartLabel], _ texts: ChartTexts) -> [Slot] {
        var counts: [String: Int] = [:]
        return line.map { label in
            let text = texts.label(label)
            defer { counts[text, default: 0] += 1 }
            return Slot(text: text, repetition: counts[text, default: 0])
        }
    }
}

extension Chart {
    /// `true` if there is anything to draw.
    var hasData: Bool {
        switch self {
        case .line(let chart): chart.data.contains { !$0.values.isEmpty }
        case .verticalBar(let chart): !chart.data.isEmpty
        case .donut(let chart): !chart.data.isEmpty
        case .gauge: true
        }
    }
}
