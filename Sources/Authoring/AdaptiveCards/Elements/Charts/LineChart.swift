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

extension LineChart: TypedObject {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        data = try decoder.dataPoints(members, "data") { members, decoder throws(CardError) in
            try LineSeries(members, &decoder)
        }
        color = decoder.choice(members, "color")
        axes = ChartAxes(members, &decoder)
        properties = ChartProperties(members, &decoder)
        common = try ElementProperties(members, &decoder)
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("data", .array(data.map(\.json)))
        writer.set("color", color)
        axes.write(to: &writer)
        properties.write(to: &writer)
    }
}

/// One line of a chart.
public struct LineSeries: Hashable, Sendable {
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

    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        legend = decoder.string(members, "legend")
        values = try decoder.dataPoints(members, "values") { members, decoder throws(CardError) in
            ChartPoint(members, &decoder)
        }
        color = decoder.choice(members, "color")
    }

    var json: JSONValue {
        var writer = ObjectWriter()
        writer.set("legend", legend)
        writer.set("values", .array(values.map(\.json)))
        writer.set("color", color)
        return writer.json
    }
}

/// One point of a line, or one bar.
public struct ChartPoint: Hashable, Sendable {
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

    init?(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) {
        x = ChartLabel(members, &decoder)
        color = decoder.choice(members, "color")
        guard let y = decoder.number(members, "y") else { return nil }
        self.y = y
    }

    var json: JSONValue {
        var writer = ObjectWriter()
        x.write(to: &writer)
        writer.set("y", number: y)
        writer.set("color", color)
        return writer.json
    }
}
