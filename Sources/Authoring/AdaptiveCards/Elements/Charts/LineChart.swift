import JSON

/// A chart of one or more lines.
public struct LineChart: Hashable, Sendable, CardComponent {
    static let typeName = "Chart.Line"

    /// The lines.
    public var data: [LineSeries]
    /// The color of all lines without one of their own.
    public var color: ChartColor?
    /// The axes.
    public var axes: ChartAxes
    /// The properties that every chart has.
    public var properties: ChartProperties
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .chart(.line(self)) }

    /// Creates a chart of lines.
    public init(
        title: String? = nil,
        showTitle: Bool = false,
        colorSet: ChartColorSet = .categorical,
        color: ChartColor? = nil,
        showLegend: Bool = true,
        axes: ChartAxes = ChartAxes(),
        @CardBuilder<LineSeries> data: () -> [LineSeries]
    ) {
        self.data = data()
        self.color = color
        self.axes = axes
        properties = ChartProperties(title: title, showTitle: showTitle, colorSet: colorSet, showLegend: showLegend)
    }
}

extension LineChart: ChartPart {
    init() { self.init {} }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.dataPoints("data", &data)
        visitor.value("color", &color)
        axes.visit(&visitor)
        properties.visit(&visitor)
        try common.visit(&visitor)
    }
}

/// One line of a chart.
public struct LineSeries: Hashable, Sendable, CardObject {
    /// The name of the line in the legend.
    public var legend: String?
    /// The points, in the order of the axis.
    public var values: [ChartPoint]
    /// The color, or `nil` for that of the chart.
    public var color: ChartColor?

    /// Creates a line.
    public init(_ legend: String? = nil, color: ChartColor? = nil, values: [ChartPoint]) {
        self.legend = legend
        self.values = values
        self.color = color
    }

    init() { self.init(values: []) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.value("legend", &legend)
        try visitor.dataPoints("values", &values)
        visitor.value("color", &color)
    }
}

/// One point of a line, or one bar.
public struct ChartPoint: Hashable, Sendable, CardObject {
    /// The position on the horizontal axis.
    public var x: ChartLabel
    /// The value.
    public var y: Double
    /// The color of a bar, or `nil` for that of the chart.
    public var color: ChartColor?

    /// Creates a point with a text below it.
    public init(_ x: String, _ y: Double, color: ChartColor? = nil) {
        self.x = .text(x)
        self.y = y
        self.color = color
    }

    /// Creates a point with a number below it.
    public init(_ x: Double, _ y: Double, color: ChartColor? = nil) {
        self.x = .number(x)
        self.y = y
        self.color = color
    }

    init() { self.init("", 0) }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.member("x", &x, read: ChartLabel.init, json: \.json)
        visitor.value("color", &color)
        visitor.neededNumber("y", &y)
    }
}
