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

extension VerticalBarChart: TypedObject {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        data = try decoder.dataPoints(members, "data") { members, decoder throws(CardError) in
            ChartPoint(members, &decoder)
        }
        color = decoder.choice(members, "color")
        showBarValues = decoder.bool(members, "showBarValues") ?? false
        axes = ChartAxes(members, &decoder)
        properties = ChartProperties(members, &decoder)
        common = try ElementProperties(members, &decoder)
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("data", .array(data.map(\.json)))
        writer.set("color", color)
        writer.set("showBarValues", showBarValues, unless: false)
        axes.write(to: &writer)
        properties.write(to: &writer)
    }
}
