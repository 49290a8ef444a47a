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

extension DonutChart: ChartPart {
    init() { self.init {} }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.dataPoints("data", &data)
        visitor.value("value", &value)
        visitor.value("valueColor", &valueColor)
        visitor.value("thickness", &thickness, or: .thick)
        visitor.value("showOutlines", &showOutlines, or: true)
        properties.visit(&visitor)
        try common.visit(&visitor)
    }
}

/// One part of a whole.
public struct DonutSegment: Hashable, Sendable, CardObject {
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

    init() { self.init("", 0) }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.text("legend", &legend)
        visitor.value("color", &color)
        visitor.neededNumber("value", &value, isAmount: true)
    }
}

/// The width of a ring.
public enum DonutThickness: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case thin, thick
}
