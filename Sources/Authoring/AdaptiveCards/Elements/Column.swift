import JSON

/// One column of a ``ColumnSet``; its spacing and separator are between it and the column before it.
public struct Column: Hashable, Sendable, CardComponent {
    static let typeName = "Column"

    /// The elements.
    public var items: [CardElement]
    /// The width.
    public var width: ColumnWidth
    /// The properties that every container has.
    public var properties = ContainerProperties()
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .column(self) }

    /// Creates a column.
    public init(
        width: ColumnWidth = .stretch,
        style: ContainerStyle? = nil,
        selectAction: Action? = nil,
        verticalContentAlignment: VerticalAlignment? = nil,
        bleed: Bool = false,
        minHeight: Int? = nil,
        @CardBuilder<CardElement> items: () -> [CardElement]
    ) {
        self.items = items()
        self.width = width
        properties.style = style
        properties.selectAction = selectAction
        properties.verticalContentAlignment = verticalContentAlignment
        properties.bleed = bleed
        properties.minHeight = minHeight
    }
}

extension Column: ElementPart {
    init() { self.init {} }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.elements("items", &items)
        visitor.width(&width, or: .stretch)
        try properties.visit(&visitor)
        try common.visit(&visitor, fallbackType: Self.typeName)
    }
}

/// The width of a column.
public enum ColumnWidth: Hashable, Sendable {
    /// The width of the content, or less if there is not enough space.
    case auto
    /// The space that the other columns leave.
    case stretch
    /// A positive share of the space, relative to the other weighted columns.
    case weight(Double)
    /// A width in pixels.
    case pixels(Int)
}

extension MemberVisitor {
    mutating func width(_ width: inout ColumnWidth, or standard: ColumnWidth) {
        member(
            "width",
            &width,
            read: { ColumnWidth(&$0) ?? standard },
            json: { $0 == standard ? nil : $0.json }
        )
    }
}

extension ColumnWidth {
    /// Reads "auto", "stretch", a weight as a number or text, or pixels; `nil` if there is no width.
    init?(_ decoder: inout CardDecoder) {
        switch decoder.member("width") {
        case .integer(let weight) where weight > 0: self = .weight(Double(weight))
        case .real(let weight) where weight > 0 && weight.isFinite: self = .weight(weight)
        case .string(let text):
            if let width = Self(text) {
                self = width
            } else {
                let suggestion = NearestName.suggestion(for: text, among: ["auto", "stretch"])
                decoder.warn("“\(text.shortened)” is no width of a column; it is auto.\(suggestion)", at: "width")
                self = .auto
            }
        case .integer, .real:
            decoder.warn("A column's weight must be positive; the width is auto.", at: "width")
            self = .auto
        case let value?:
            let _: Self? = decoder.refuse(value, "width", "a text or a number")
            self = .stretch
        case nil: return nil
        }
    }

    private init?(_ text: String) {
        if text.equalsIgnoringCase("stretch") {
            self = .stretch
        } else if text.equalsIgnoringCase("auto") {
            self = .auto
        } else if let pixels = CardDecoder.pixels(text) {
            self = .pixels(pixels)
        } else if text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let weight = Double(text), weight > 0, weight.isFinite
        {
            self = .weight(weight)
        } else {
            return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .stretch: "stretch"
        case .auto: "auto"
        case .pixels(let pixels): .string("\(pixels)px")
        case .weight(let weight): JSONValue(shortest: weight)
        }
    }
}
