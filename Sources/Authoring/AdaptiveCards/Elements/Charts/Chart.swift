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
        get { content.common }
        set {
            var content = content
            content.common = newValue
            if case .chart(let chart) = content.element { self = chart }
        }
    }

    /// The properties that every chart has.
    public var properties: ChartProperties { content.properties }

    var content: any ChartPart {
        switch self {
        case .line(let chart): chart
        case .verticalBar(let chart): chart
        case .donut(let chart): chart
        case .gauge(let chart): chart
        }
    }
}

/// An element that is a chart.
protocol ChartPart: ElementPart {
    var properties: ChartProperties { get }
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

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.whileReading { $0.draw(2_000) }
        visitor.value("title", &title)
        visitor.value("showTitle", &showTitle, or: false)
        visitor.value("colorSet", &colorSet, or: .categorical)
        visitor.value("showLegend", &showLegend, or: true)
        visitor.pixels("maxWidth", &maxWidth)
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
    /// `true` if the axes are drawn; without them a chart is small enough to stand beside a number.
    ///
    /// A property of this project.
    public var areShown = true

    /// Creates axes.
    public init(
        xTitle: String? = nil,
        yTitle: String? = nil,
        yMin: Double? = nil,
        yMax: Double? = nil,
        areShown: Bool = true
    ) {
        self.xTitle = xTitle
        self.yTitle = yTitle
        self.yMin = yMin
        self.yMax = yMax
        self.areShown = areShown
    }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.value("xAxisTitle", &xTitle)
        visitor.value("yAxisTitle", &yTitle)
        visitor.number("yMin", &yMin)
        visitor.number("yMax", &yMax)
        visitor.value("showAxes", &areShown, or: true)
        visitor.whileReading { decoder in
            guard let low = yMin, let high = yMax, low >= high else { return }
            decoder.warn("\(high) is not above \(low); both are ignored.", at: "yMax")
            (yMin, yMax) = (nil, nil)
        }
    }
}

/// The position of a data point on the horizontal axis: a text, or a number that is written as one.
public enum ChartLabel: Hashable, Sendable {
    /// A text, which may contain dates and times of day as in a ``TextBlock``.
    case text(String)
    /// A number.
    case number(Double)

    init(_ decoder: inout CardDecoder) {
        if decoder.members["x"]?.numberValue == nil {
            self = .text(decoder.string("x") ?? "")
        } else {
            self = decoder.number("x").map(ChartLabel.number) ?? .text("")
        }
    }

    var json: JSONValue? {
        switch self {
        case .text(let text): text.isEmpty ? nil : .string(text)
        case .number(let number): JSONValue(shortest: number)
        }
    }
}
