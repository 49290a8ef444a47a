import JSON

/// A half circle of segments, on which a needle shows a value.
public struct GaugeChart: Hashable, Sendable, CardComponent {
    static let typeName = "Chart.Gauge"

    /// The value.
    public var value: Double
    /// The value at the start.
    public var min: Double
    /// The value at the end; `nil` for the start plus the sizes of all segments.
    public var max: Double?
    /// The segments, from the start on.
    public var segments: [GaugeSegment]
    /// A text below the value, without markup.
    public var subLabel: String?
    /// `true` if the values at the start and the end are shown.
    public var showMinMax = true
    /// `true` if the needle is shown.
    public var showNeedle = true
    /// `true` if there are gaps between the segments.
    public var showOutlines = true
    /// The format of the value.
    public var valueFormat: GaugeValueFormat
    /// The properties that every chart has.
    public var properties: ChartProperties
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .chart(.gauge(self)) }

    /// The value at the end, which is always greater than that at the start.
    public var end: Double {
        let end = max ?? segments.reduce(min) { $0 + $1.size }
        return end > min ? end : min + 100
    }

    /// The position of the value between the start and the end, 0 to 1.
    public var fraction: Double { Swift.min(Swift.max((value - min) / (end - min), 0), 1) }

    /// Creates a gauge.
    public init(
        value: Double,
        min: Double = 0,
        max: Double? = nil,
        title: String? = nil,
        showTitle: Bool = false,
        subLabel: String? = nil,
        valueFormat: GaugeValueFormat = .percentage,
        showLegend: Bool = true,
        @CardBuilder<GaugeSegment> segments: () -> [GaugeSegment] = { [] }
    ) {
        self.value = value
        self.min = min
        self.max = max
        self.segments = segments()
        self.subLabel = subLabel
        self.valueFormat = valueFormat
        properties = ChartProperties(title: title, showTitle: showTitle, colorSet: .categorical, showLegend: showLegend)
    }
}

extension GaugeChart: TypedObject {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        value = decoder.number(members, "value") ?? 0
        min = decoder.number(members, "min") ?? 0
        max = decoder.number(members, "max")
        segments = try decoder.dataPoints(members, "segments") { members, decoder throws(CardError) in
            GaugeSegment(members, &decoder)
        }
        subLabel = decoder.string(members, "subLabel")
        showMinMax = decoder.bool(members, "showMinMax") ?? true
        showNeedle = decoder.bool(members, "showNeedle") ?? true
        showOutlines = decoder.bool(members, "showOutlines") ?? true
        valueFormat = decoder.choice(members, "valueFormat") ?? .percentage
        properties = ChartProperties(members, &decoder)
        common = try ElementProperties(members, &decoder)
        if let max, max <= min {
            decoder.warn("\(max) is not above \(min); it is ignored.", at: "max")
            self.max = nil
        }
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("value", number: value)
        writer.set("min", number: min, unless: 0)
        writer.set("max", number: max)
        writer.set("segments", .array(segments.map(\.json)))
        writer.set("subLabel", subLabel)
        writer.set("showMinMax", showMinMax, unless: true)
        writer.set("showNeedle", showNeedle, unless: true)
        writer.set("showOutlines", showOutlines, unless: true)
        writer.set("valueFormat", valueFormat, unless: .percentage)
        properties.write(to: &writer)
    }
}

/// One segment of a gauge.
public struct GaugeSegment: Hashable, Sendable {
    /// The name of the segment in the legend.
    public var legend: String
    /// Its size, zero or more.
    public var size: Double
    /// Its color, or `nil` for the next one of the chart.
    public var color: ChartColor?

    /// Creates a segment.
    public init(_ legend: String, size: Double, color: ChartColor? = nil) {
        self.legend = legend
        self.size = size
        self.color = color
    }

    init?(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) {
        legend = decoder.string(members, "legend") ?? ""
        color = decoder.choice(members, "color")
        guard let size = decoder.amount(members, "size") else { return nil }
        self.size = size
    }

    var json: JSONValue {
        var writer = ObjectWriter()
        writer.set("legend", legend)
        writer.set("size", number: size)
        writer.set("color", color)
        return writer.json
    }
}

/// The format of a gauge's value.
public enum GaugeValueFormat: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// As a percentage of the end, such as `62 %`.
    case percentage
    /// With the end, such as `62/100`.
    case fraction
}
