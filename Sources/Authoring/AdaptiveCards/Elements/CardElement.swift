public import JSON

/// One element of a card; a ``column(_:)`` may only be part of a ``ColumnSet``.
public indirect enum CardElement: Hashable, Sendable {
    /// A text.
    case textBlock(TextBlock)
    /// An image.
    case image(Image)
    /// A group of elements below one another.
    case container(Container)
    /// Columns beside one another.
    case columnSet(ColumnSet)
    /// One column of a set.
    case column(Column)
    /// Pairs of titles and values.
    case factSet(FactSet)
    /// Buttons.
    case actionSet(ActionSet)
    /// A text field.
    case textInput(TextInput)
    /// A switch.
    case toggleInput(ToggleInput)
    /// A choice of one or several values.
    case choiceSetInput(ChoiceSetInput)
    /// A date field.
    case dateInput(DateInput)
    /// A field for a time of day.
    case timeInput(TimeInput)
    /// Rows and columns of elements.
    case table(Table)
    /// A symbol.
    case icon(Icon)
    /// A short text on a colored background.
    case badge(Badge)
    /// A bar that shows progress.
    case progressBar(ProgressBar)
    /// A ring that shows progress.
    case progressRing(ProgressRing)
    /// Stars.
    case rating(Rating)
    /// A button with a description.
    case compoundButton(CompoundButton)
    /// A command or another text in a programming language.
    case codeBlock(CodeBlock)
    /// A chart.
    case chart(Chart)
    /// An element of an unknown type.
    case unknown(UnknownElement)
}

extension CardElement: CardComponent {
    /// This element.
    public var element: CardElement { self }

    /// The properties that every element has.
    public var common: ElementProperties {
        get {
            // Not through `content`, which copies the whole value: surfaces read this often.
            switch self {
            case .textBlock(let content): content.common
            case .image(let content): content.common
            case .container(let content): content.common
            case .columnSet(let content): content.common
            case .column(let content): content.common
            case .factSet(let content): content.common
            case .actionSet(let content): content.common
            case .textInput(let content): content.common
            case .toggleInput(let content): content.common
            case .choiceSetInput(let content): content.common
            case .dateInput(let content): content.common
            case .timeInput(let content): content.common
            case .table(let content): content.common
            case .icon(let content): content.common
            case .badge(let content): content.common
            case .progressBar(let content): content.common
            case .progressRing(let content): content.common
            case .rating(let content): content.common
            case .compoundButton(let content): content.common
            case .codeBlock(let content): content.common
            case .chart(let content): content.common
            case .unknown(let content): content.common
            }
        }
        set {
            var content = content
            content.common = newValue
            self = content.element
        }
    }

    /// The element as Adaptive Cards JSON.
    public var json: JSONValue { content.json }

    var content: any ElementPart {
        switch self {
        case .textBlock(let content): content
        case .image(let content): content
        case .container(let content): content
        case .columnSet(let content): content
        case .column(let content): content
        case .factSet(let content): content
        case .actionSet(let content): content
        case .textInput(let content): content
        case .toggleInput(let content): content
        case .choiceSetInput(let content): content
        case .dateInput(let content): content
        case .timeInput(let content): content
        case .table(let content): content
        case .icon(let content): content
        case .badge(let content): content
        case .progressBar(let content): content
        case .progressRing(let content): content
        case .rating(let content): content
        case .compoundButton(let content): content
        case .codeBlock(let content): content
        case .chart(let content): content.content
        case .unknown(let content): content
        }
    }
}

/// A part of a card that stands in a list of elements.
protocol ElementPart: TypedPart, CardComponent, Sendable {}

/// The replacement for an element that cannot be shown.
public indirect enum ElementFallback: Hashable, Sendable {
    /// The element is left out and its container stays.
    case drop
    /// Another element, which may have a fallback of its own.
    case element(CardElement)

    var json: JSONValue {
        switch self {
        case .drop: "drop"
        case .element(let element): element.json
        }
    }
}

/// An element of an unknown type; its fallback is shown instead.
public struct UnknownElement: Hashable, Sendable, CardComponent {
    /// The type that the card names, or an empty string if it names none.
    public var type: String
    /// The properties that every element has.
    public var common = ElementProperties()
    private var members: [String: JSONValue]

    /// This value as an element.
    public var element: CardElement { .unknown(self) }

    init() {
        type = ""
        members = [:]
    }
}

extension UnknownElement: ElementPart {
    static let typeName = ""

    init(type: String, _ decoder: inout CardDecoder) throws(CardError) {
        self.type = type
        members = decoder.members
        members["fallback"] = nil
        try common.visit(&decoder)
        try decoder.count(.object(members))
        // The encoded properties are kept, so that decoding them again yields the same value.
        var properties = common
        properties.fallback = nil
        var writer = ObjectWriter(members)
        properties.visit(&writer)
        members = writer.members
    }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try common.visit(&visitor)
    }

    var json: JSONValue { ObjectWriter(members, of: self).json }
}
