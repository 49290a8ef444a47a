public import JSON

/// One element of a card.
///
/// A ``column(_:)`` may only be part of a ``ColumnSet``.
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
            switch self {
            case .textBlock(let content): self = content.replacing(\.common, with: newValue).element
            case .image(let content): self = content.replacing(\.common, with: newValue).element
            case .container(let content): self = content.replacing(\.common, with: newValue).element
            case .columnSet(let content): self = content.replacing(\.common, with: newValue).element
            case .column(let content): self = content.replacing(\.common, with: newValue).element
            case .factSet(let content): self = content.replacing(\.common, with: newValue).element
            case .actionSet(let content): self = content.replacing(\.common, with: newValue).element
            case .textInput(let content): self = content.replacing(\.common, with: newValue).element
            case .toggleInput(let content): self = content.replacing(\.common, with: newValue).element
            case .choiceSetInput(let content): self = content.replacing(\.common, with: newValue).element
            case .dateInput(let content): self = content.replacing(\.common, with: newValue).element
            case .timeInput(let content): self = content.replacing(\.common, with: newValue).element
            case .table(let content): self = content.replacing(\.common, with: newValue).element
            case .icon(let content): self = content.replacing(\.common, with: newValue).element
            case .badge(let content): self = content.replacing(\.common, with: newValue).element
            case .progressBar(let content): self = content.replacing(\.common, with: newValue).element
            case .progressRing(let content): self = content.replacing(\.common, with: newValue).element
            case .rating(let content): self = content.replacing(\.common, with: newValue).element
            case .codeBlock(let content): self = content.replacing(\.common, with: newValue).element
            case .compoundButton(let content): self = content.replacing(\.common, with: newValue).element
            case .chart(let content): self = content.replacing(\.common, with: newValue).element
            case .unknown(let content): self = content.replacing(\.common, with: newValue).element
            }
        }
    }

    /// The element as Adaptive Cards JSON.
    public var json: JSONValue {
        switch self {
        case .textBlock(let content): content.json
        case .image(let content): content.json
        case .container(let content): content.json
        case .columnSet(let content): content.json
        case .column(let content): content.json
        case .factSet(let content): content.json
        case .actionSet(let content): content.json
        case .textInput(let content): content.json
        case .toggleInput(let content): content.json
        case .choiceSetInput(let content): content.json
        case .dateInput(let content): content.json
        case .timeInput(let content): content.json
        case .table(let content): content.json
        case .icon(let content): content.json
        case .badge(let content): content.json
        case .progressBar(let content): content.json
        case .progressRing(let content): content.json
        case .rating(let content): content.json
        case .compoundButton(let content): content.json
        case .codeBlock(let content): content.json
        case .chart(let content): content.json
        case .unknown(let content): content.json
        }
    }
}

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
    public var common: ElementProperties
    private let members: [String: JSONValue]

    /// This value as an element.
    public var element: CardElement { .unknown(self) }

    init(type: String, _ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        self.type = type
        common = try ElementProperties(members, &decoder)
        var members = members
        members["fallback"] = nil
        try decoder.count(.object(members))
        // The encoded properties are kept, so that decoding them again yields the same value.
        var properties = common
        properties.fallback = nil
        var writer = ObjectWriter(members)
        properties.write(to: &writer)
        self.members = writer.members
    }

    var json: JSONValue {
        var writer = ObjectWriter(members)
        common.write(to: &writer)
        return writer.json
    }
}
