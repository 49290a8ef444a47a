import JSON

/// A chart of bars beside one another.
public struct VerticalBarChart: Hashable, Sendable, CardComponent {
    static let typeName = "Chart.VerticalBar"

    /// The bars.
    public var data: [ChartPoint]
    /// The color of all bars without one of their own.
    public var color: ChartColor?
    /// `true` if the values are shown above the bars.
    public var showBarValues: Bool
    /// The axes.
    public var axes: ChartAxes
    /// The properties that every chart has.
    public var properties: ChartProperties
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .chart(.verticalBar(self)) }

    /// Creates a chart of bars.
    public init(
        title: String? = nil,
        showTitle: Bool = false,
        colorSet: ChartColorSet = .categorical,
        color: ChartColor? = nil,
        showBarValues: Bool = false,
        axes: ChartAxes = ChartAxes(),
        @CardBuilder<ChartPoint> data: () -> [ChartPoint]
    ) {
        self.data = data()
        self.color = color
        self.showBarValues = showBarValues
        self.axes = axes
        properties = ChartProperties(title: title, showTitle: showTitle, colorSet: colorSet, showLegend: true)
    }
}

extension VerticalBarChart: ChartPart {
    init() { self.init {} }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.dataPoints("data", &data)
        visitor.value("color", &color)
        visitor.value("showBarValues", &showBarValues, or: false)
        axes.visit(&visitor)
        properties.visit(&visitor)
        try common.visit(&visitor)
    }
}
