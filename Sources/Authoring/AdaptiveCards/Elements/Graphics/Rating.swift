import JSON

/// Stars that show how something was rated.
public struct Rating: Hashable, Sendable, CardComponent {
    static let typeName = "Rating"
    /// The largest number of stars.
    static let starLimit = 20

    /// The number of filled stars, which may have a fraction.
    public var value: Double
    /// The number of stars.
    public var max: Int
    /// The number of people who rated it; `nil` if that is not shown.
    public var count: Int?
    /// The size of the stars.
    public var size: RatingSize
    /// The color of the stars.
    public var color: RatingColor
    /// The style: all stars, or one star and the number.
    public var style: RatingStyle
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .rating(self) }

    /// The fraction of the stars that is filled, 0 to 1.
    public var fraction: Double { Swift.min(Swift.max(value / Double(max), 0), 1) }

    /// Creates a rating with 1 to 20 stars.
    public init(
        _ value: Double,
        max: Int = 5,
        count: Int? = nil,
        size: RatingSize = .large,
        color: RatingColor = .neutral,
        style: RatingStyle = .default
    ) {
        self.max = Swift.min(Swift.max(max, 1), Self.starLimit)
        self.value = value
        self.count = count
        self.size = size
        self.color = color
        self.style = style
    }
}

extension Rating: ElementPart {
    init() { self.init(0) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.number("value", &value, isAmount: true)
        visitor.member("max", &max) { decoder in
            let max = decoder.integer("max", minimum: 1) ?? 5
            if max > Self.starLimit { decoder.warn("There are at most \(Self.starLimit) stars.", at: "max") }
            return Swift.min(max, Self.starLimit)
        } json: {
            $0 == 5 ? nil : .integer($0)
        }
        // Each star is drawn twice: as an outline, and filled.
        visitor.whileReading { $0.draw(max * 280) }
        visitor.integer("count", &count, minimum: 0)
        visitor.value("size", &size, or: .large)
        visitor.value("color", &color, or: .neutral)
        visitor.value("style", &style, or: .default)
        try common.visit(&visitor)
    }
}

/// The size of a rating's stars.
public enum RatingSize: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case medium, large
}

/// The color of a rating's stars.
public enum RatingColor: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case neutral, marigold
}

/// The style of a rating.
public enum RatingStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// All stars.
    case `default`
    /// One star and the number.
    case compact
}
