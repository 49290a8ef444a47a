import JSON

/// A ring whose segments are the parts of a whole.
public struct DonutChart: Hashable, Sendable, CardComponent {
    static let typeName = "Chart.Donut"

    /// The parts.
    public var data: [DonutSegment]
    /// The text in the middle, without markup.
    public var value: String?
    /// The color of the text in the middle; `nil` for the usual color of text.
    public var valueColor: ChartColor?
    /// The width of the ring.
    public var thickness: DonutThickness
    /// `true` if there are gaps between the segments.
    public var showOutlines = true
    /// The properties that every chart has.
    public var properties: ChartProperties
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .chart(.donut(self)) }

    /// Creates a ring.
    public init(
        title: String? = nil,
        showTitle: Bool = false,
        value: String? = nil,
        colorSet: ChartColorSet = .categorical,
        showLegend: Bool = true,
        thickness: DonutThickness = .thick,
        @CardBuilder<DonutSegment> data: () -> [DonutSegment]
    ) {
        self.data = data()
        self.value = value
        self.thickness = thickness
        properties = ChartProperties(title: title, showTitle: showTitle, colorSet: colorSet, showLegend: showLegend)
    }
}

extension DonutChart: TypedObject {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        data = try decoder.dataPoints(members, "data") { members, decoder throws(CardError) in
            DonutSegment(members, &decoder)
        }
        value = decoder.string(members, "value")
        valueColor = decoder.choice(members, "valueColor")
        thickness = decoder.choice(members, "thickness") ?? .thick
        showOutlines = decoder.bool(members, "showOutlines") ?? true
        properties = ChartProperties(members, &decoder)
        common = try ElementProperties(members, &decoder)
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("data", .array(data.map(\.json)))
        writer.set("value", value)
        writer.set("valueColor", valueColor)
        writer.set("thickness", thickness, unless: .thick)
        writer.set("showOutlines", showOutlines, unless: true)
        properties.write(to: &writer)
    }
}

/// One part of a whole.
public struct DonutSegment: Hashable, Sendable {
    /// The name of the part in the legend.
    public var legend: String
    /// Its size, zero or more.
    public var value: Double
    /// Its color, or `nil` for the next one of the chart.
    public var color: ChartColor?

    /// Creates a part.
    public init(_ legend: String, _ value: Double, color: ChartColor? = nil) {
        self.legend = legend
        self.value = value
        self.color = color
    }

    init?(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) {
        legend = decoder.string(members, "legend") ?? ""
        color = decoder.choice(members, "color")
        guard let value = decoder.amount(members, "value") else { return nil }
        self.value = value
    }

    var json: JSONValue {
        var writer = ObjectWriter()
        writer.set("legend", legend)
        writer.set("value", number: value)
        writer.set("color", color)
        return writer.json
    }
}

/// The width of a ring.
public enum DonutThickness: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case thin, thick
}
