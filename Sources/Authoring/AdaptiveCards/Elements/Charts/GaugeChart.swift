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

extension GaugeChart: ChartPart {
    init() { self.init(value: 0) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.number("value", &value)
        visitor.number("min", &min, or: 0)
        visitor.number("max", &max)
        try visitor.dataPoints("segments", &segments)
        visitor.value("subLabel", &subLabel)
        visitor.value("showMinMax", &showMinMax, or: true)
        visitor.value("showNeedle", &showNeedle, or: true)
        visitor.value("showOutlines", &showOutlines, or: true)
        visitor.value("valueFormat", &valueFormat, or: .percentage)
        properties.visit(&visitor)
        try common.visit(&visitor)
        visitor.whileReading { decoder in
            guard let end = max, end <= min else { return }
            decoder.warn("\(end) is not above \(min); it is ignored.", at: "max")
            max = nil
        }
    }
}

/// One segment of a gauge.
public struct GaugeSegment: Hashable, Sendable, CardObject {
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

    init() { self.init("", size: 0) }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.text("legend", &legend)
        visitor.value("color", &color)
        visitor.neededNumber("size", &size, isAmount: true)
    }
}

/// The format of a gauge's value.
public enum GaugeValueFormat: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// As a percentage of the end, such as `62 %`.
    case percentage
    /// With the end, such as `62/100`.
    case fraction
}
