import AdaptiveCards
import FoundationEssentials
import FoundationInternationalization

/// The texts of charts and other graphics, in the languages of the card and of the person.
struct ChartTexts {
    let words: CardWords
    private let dates: DateMacroExpander
    private static let labelLimit = 60

    init(words: CardWords, dates: DateMacroExpander) {
        self.words = words
        self.dates = dates
    }

    /// Returns a number with at most two decimals.
    func number(_ value: Double) -> String {
        // A scale has no negative zero.
        let value = (value * 100).rounded() == 0 ? 0 : value
        return value.formatted(.number.precision(.fractionLength(0...2)).locale(dates.locale))
    }

    /// Returns a fraction as a percentage.
    func percent(_ fraction: Double) -> String {
        fraction.formatted(.percent.precision(.fractionLength(0)).locale(dates.locale))
    }

    /// Returns two fractions as percentages.
    func percent(_ range: ClosedRange<Double>) -> String {
        "\(percent(range.lowerBound)) – \(percent(range.upperBound))"
    }

    /// Returns the text below a point, cut off after 60 characters.
    func label(_ label: ChartLabel) -> String {
        switch label {
        case .number(let number): self.number(number)
        case .text(let text): self.text(text)
        }
    }

    /// Returns a text of a chart with its dates replaced, cut off after 60 characters.
    func text(_ source: String) -> String {
        let text = dates.expand(source)
        return text.count <= Self.labelLimit ? text : text.prefix(Self.labelLimit - 1) + "…"
    }

    /// Returns the displayed value of a gauge.
    func value(of gauge: GaugeChart) -> String {
        switch gauge.valueFormat {
        case .percentage: percent(gauge.fraction)
        case .fraction: "\(number(gauge.value))/\(number(gauge.end))"
        }
    }

    /// Returns the text of a rating, such as `4.2 of 5`.
    func value(of rating: Rating) -> String { words.outOf(number(rating.value), number(Double(rating.max))) }

    /// Returns a sentence that describes a chart with axes: the range of each series, with the positions of its
    /// extremes.
    func summary(of data: ChartData) -> String {
        let parts = data.series.compactMap { series -> String? in
            guard let low = series.points.min(by: { $0.value < $1.value }),
                let high = series.points.max(by: { $0.value < $1.value })
            else { return nil }
            let range = [(words.lowest, low), (words.highest, high)].map { word, point in
                point.label.isEmpty
                    ? "\(word) \(number(point.value))" : "\(word) \(number(point.value)) (\(point.label))"
            }
            return (series.legend.isEmpty ? "" : "\(series.legend): ") + range.joined(separator: ", ")
        }
        return parts.joined(separator: "; ")
    }
}

/// The words for graphics without text of their own, in the person's language.
package struct CardWords: Sendable {
    package var lineChart: String
    package var barChart: String
    package var donutChart: String
    package var gauge: String
    package var lowest: String
    package var highest: String
    /// Description of a bar or a ring without a label.
    package var progress: String
    /// Label of the button that copies code.
    package var copy: String
    /// Joins a value and its maximum, such as `4.2 of 5`.
    package var outOf: @Sendable (String, String) -> String

    package init(
        lineChart: String,
        barChart: String,
        donutChart: String,
        gauge: String,
        lowest: String,
        highest: String,
        progress: String,
        copy: String,
        outOf: @escaping @Sendable (String, String) -> String
    ) {
        self.lineChart = lineChart
        self.barChart = barChart
        self.donutChart = donutChart
        self.gauge = gauge
        self.lowest = lowest
        self.highest = highest
        self.progress = progress
        self.copy = copy
        self.outOf = outOf
    }

    package static let english = CardWords(
        lineChart: "Line chart",
        barChart: "Bar chart",
        donutChart: "Donut chart",
        gauge: "Gauge",
        lowest: "lowest",
        highest: "highest",
        progress: "Progress",
        copy: "Copy",
        outOf: { "\($0) of \($1)" }
    )

    /// Returns the word for a kind of chart.
    func name(of chart: Chart) -> String {
        switch chart {
        case .line: lineChart
        case .verticalBar: barChart
        case .donut: donutChart
        case .gauge: gauge
        }
    }
}
