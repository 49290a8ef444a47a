import JSON

/// A chart, which the surface draws from its data.
public enum Chart: Hashable, Sendable {
    /// Lines.
    case line(LineChart)
    /// Bars beside one another.
    case verticalBar(VerticalBarChart)
    /// A ring of segments.
    case donut(DonutChart)
    /// A half circle with a needle.
    case gauge(GaugeChart)
}

extension Chart: CardComponent {
    /// This value as an element.
    public var element: CardElement { .chart(self) }

    /// The properties that every element has.
    public var common: ElementProperties {
        get {
            switch self {
            case .line(let chart): chart.common
            case .verticalBar(let chart): chart.common
            case .donut(let chart): chart.common
            case .gauge(let chart): chart.common
            }
        }
        set {
            switch self {
            case .line(let chart): self = .line(chart.replacing(\.common, with: newValue))
            case .verticalBar(let chart): self = .verticalBar(chart.replacing(\.common, with: newValue))
            case .donut(let chart): self = .donut(chart.replacing(\.common, with: newValue))
            case .gauge(let chart): self = .gauge(chart.replacing(\.common, with: newValue))
            }
        }
    }

    /// The properties that every chart has.
    public var properties: ChartProperties {
        switch self {
        case .line(let chart): chart.properties
        case .verticalBar(let chart): chart.properties
        case .donut(let chart): chart.properties
        case .gauge(let chart): chart.properties
        }
    }

    var json: JSONValue {
        switch self {
        case .line(let chart): chart.json
        case .verticalBar(let chart): chart.json
        case .donut(let chart): chart.json
        case .gauge(let chart): chart.json
        }
    }
}

/// The properties that every chart has.
public struct ChartProperties: Hashable, Sendable {
    /// The title, which a screen reader reads even if it is not shown.
    public var title: String?
    /// `true` if the title is shown.
    public var showTitle = false
    /// The colors of data without a color of its own.
    public var colorSet = ChartColorSet.categorical
    /// `true` if the legend is shown.
    public var showLegend = true
    /// The largest width in pixels.
    public var maxWidth: Int?

    /// Creates properties with their defaults.
    public init() {}

    init(title: String?, showTitle: Bool, colorSet: ChartColorSet, showLegend: Bool) {
        self.title = title
        self.showTitle = showTitle
        self.colorSet = colorSet
        self.showLegend = showLegend
    }

    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) {
        decoder.draw(2_000)
        title = decoder.string(members, "title")
        showTitle = decoder.bool(members, "showTitle") ?? false
        colorSet = decoder.choice(members, "colorSet") ?? .categorical
        showLegend = decoder.bool(members, "showLegend") ?? true
        maxWidth = decoder.pixels(members, "maxWidth")
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("title", title)
        writer.set("showTitle", showTitle, unless: false)
        writer.set("colorSet", colorSet, unless: .categorical)
        writer.set("showLegend", showLegend, unless: true)
        writer.set("maxWidth", pixels: maxWidth)
    }
}

/// The axes of a chart.
public struct ChartAxes: Hashable, Sendable {
    /// The title of the horizontal axis.
    public var xTitle: String?
    /// The title of the vertical axis.
    public var yTitle: String?
    /// The value at the bottom; the surface may choose a lower one.
    public var yMin: Double?
    /// The value at the top; the surface may choose a higher one.
    public var yMax: Double?

    /// Creates axes.
    public init(xTitle: String? = nil, yTitle: String? = nil, yMin: Double? = nil, yMax: Double? = nil) {
        self.xTitle = xTitle
        self.yTitle = yTitle
        self.yMin = yMin
        self.yMax = yMax
    }

    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) {
        xTitle = decoder.string(members, "xAxisTitle")
        yTitle = decoder.string(members, "yAxisTitle")
        yMin = decoder.number(members, "yMin")
        yMax = decoder.number(members, "yMax")
        if let yMin, let yMax, yMin >= yMax {
            decoder.warn("\(yMax) is not above \(yMin); both are ignored.", at: "yMax")
            (self.yMin, self.yMax) = (nil, nil)
        }
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("xAxisTitle", xTitle)
        writer.set("yAxisTitle", yTitle)
        writer.set("yMin", number: yMin)
        writer.set("yMax", number: yMax)
    }
}

/// The position of a data point on the horizontal axis: a text, or a number that is written as one.
public enum ChartLabel: Hashable, Sendable {
    /// A text, which may contain dates and times of day as in a ``TextBlock``.
    case text(String)
    /// A number.
    case number(Double)

    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) {
        if members["x"]?.numberValue == nil {
            self = .text(decoder.string(members, "x") ?? "")
        } else {
            self = decoder.number(members, "x").map(ChartLabel.number) ?? .text("")
        }
    }

    func write(to writer: inout ObjectWriter) {
        switch self {
        case .text(let text): if !text.isEmpty { writer.set("x", text) }
        case .number(let number): writer.set("x", number: number)
        }
    }
}

extension CardDecoder {
    /// Reads a list of data points; a value that is not an object, or without its number, is left out with a warning.
    mutating func dataPoints<Point>(
        _ members: Members,
        _ name: String,
        _ read: (Members, inout CardDecoder) throws(CardError) -> Point?
    ) throws(CardError) -> [Point] {
        guard let values = list(members, name) else { return [] }
        var result: [Point] = []
        enter(name)
        for (index, value) in values.enumerated() {
            try countDataPoint()
            enter(index)
            let start = names.count
            var point: Point?
            if case .object(let members) = value {
                point = try read(members, &self)
                endObject(members, of: "a data point", since: start)
            }
            if let point {
                result.append(point)
            } else {
                warn("This is no data point with a number; it is left out.")
            }
            leave()
        }
        leave()
        return result
    }
}
