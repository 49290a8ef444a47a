import JSON

/// The progress of a task: a value between zero and a maximum.
public struct ProgressValue: Hashable, Sendable {
    /// The maximum if a card names none.
    static let standardMaximum = 100.0

    /// The value; `nil` if the progress is unknown.
    public var value: Double?
    /// The value at which the task is complete.
    public var max: Double
    /// The color; without a value it is always the accent color.
    public var color: ProgressColor

    /// The completed fraction, 0 to 1; `nil` if the progress is unknown.
    public var fraction: Double? { value.map { Swift.min(Swift.max($0 / max, 0), 1) } }

    /// Creates a progress value; a maximum that is not positive counts as 100.
    public init(value: Double?, max: Double = 100, color: ProgressColor = .accent) {
        self.value = value
        self.max = max > 0 ? max : Self.standardMaximum
        self.color = color
    }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.member("max", &max) { decoder in
            let max = decoder.amount("max")
            if max == 0 { decoder.warn("A maximum must be positive; it is 100.", at: "max") }
            return max.flatMap { $0 > 0 ? $0 : nil } ?? Self.standardMaximum
        } json: {
            $0 == Self.standardMaximum ? nil : JSONValue(shortest: $0)
        }
        visitor.number("value", &value, isAmount: true)
        visitor.value("color", &color, or: .accent)
    }
}

/// The meaning of the color of a bar or a ring.
public enum ProgressColor: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case accent, good, warning, attention
    /// From a cool color at zero to a warm one at the maximum, for a bar; a ring has the accent color.
    case coolToWarm
}

/// A bar that shows the progress of a task, or a range of values.
public struct ProgressBar: Hashable, Sendable, CardComponent {
    static let typeName = "ProgressBar"

    /// The progress that the bar shows.
    public var progress: ProgressValue
    /// The value at which the colored part begins, if the bar shows a range.
    ///
    /// A property of this project.
    public var start: Double?
    /// What the bar shows, for people who cannot see it; `nil` for percentages, and empty if a text beside it says the
    /// same.
    ///
    /// A property of this project.
    public var altText: String?
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .progressBar(self) }

    /// The colored part, if the bar shows a range: two fractions from 0 to 1.
    public var range: ClosedRange<Double>? {
        guard let start, let end = progress.fraction else { return nil }
        return Swift.min(Swift.max(start / progress.max, 0), end)...end
    }

    /// Creates a bar; without a value it shows only that the task is running.
    public init(value: Double? = nil, max: Double = 100, color: ProgressColor = .accent, altText: String? = nil) {
        progress = ProgressValue(value: value, max: max, color: color)
        self.altText = altText
    }

    /// Creates a bar for a range of values.
    public init(
        range: ClosedRange<Double>,
        max: Double = 100,
        color: ProgressColor = .accent,
        altText: String? = nil
    ) {
        self.init(value: range.upperBound, max: max, color: color, altText: altText)
        start = range.lowerBound
    }
}

extension ProgressBar: ElementPart {
    init() { self.init(value: nil) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        progress.visit(&visitor)
        visitor.number("start", &start, isAmount: true)
        visitor.value("altText", &altText)
        try common.visit(&visitor)
    }
}

/// A ring that shows the progress of a task.
///
/// The format's own ring shows only that a task is running. ``ProgressValue/value``, `max` and `color` are those of a
/// ``ProgressBar``; surfaces that do not know them ignore them.
public struct ProgressRing: Hashable, Sendable, CardComponent {
    static let typeName = "ProgressRing"

    /// The text beside the ring, without markup.
    public var label: String?
    /// The side of the ring on which the label stands.
    public var labelPosition: ProgressLabelPosition
    /// The size.
    public var size: ProgressRingSize
    /// The progress that the ring shows.
    public var progress: ProgressValue
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .progressRing(self) }

    /// Creates a ring; without a value it shows only that the task is running.
    public init(
        label: String? = nil,
        value: Double? = nil,
        max: Double = 100,
        color: ProgressColor = .accent,
        labelPosition: ProgressLabelPosition = .below,
        size: ProgressRingSize = .medium
    ) {
        self.label = label
        self.labelPosition = labelPosition
        self.size = size
        progress = ProgressValue(value: value, max: max, color: color)
    }
}

extension ProgressRing: ElementPart {
    init() { self.init(label: nil) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.value("label", &label)
        visitor.value("labelPosition", &labelPosition, or: .below)
        visitor.whileReading { $0.draw(300) }
        visitor.value("size", &size, or: .medium)
        progress.visit(&visitor)
        try common.visit(&visitor)
    }
}

/// The side of a ring on which its label stands.
public enum ProgressLabelPosition: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case before, after, above, below
}

/// The size of a ring.
public enum ProgressRingSize: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case tiny, small, medium, large
}
