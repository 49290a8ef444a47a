public import JSON

/// One element of a card.
///
/// A ``column(_:)`` stands only in a ``ColumnSet``.
public indirect enum CardElement: Hashable, Sendable {
    /// A text.
    case textBlock(TextBlock)
    /// An image.
    case image(Image)
    /// A group of elements below one another.
    case container(Container)
    /// Columns beside one another.
    case columnSet(ColumnSet)
    /// One of a set's columns.
    case column(Column)
    /// Pairs of titles and values.
    case factSet(FactSet)
    /// Buttons.
    case actionSet(ActionSet)
    /// A field for text.
    case textInput(TextInput)
    /// A switch.
    case toggleInput(ToggleInput)
    /// A choice of one or several.
    case choiceSetInput(ChoiceSetInput)
    /// A field for a day.
    case dateInput(DateInput)
    /// A field for a time of day.
    case timeInput(TimeInput)
    /// An element of a type that is not known here.
    case unknown(UnknownElement)
}

extension CardElement: CardComponent {
    /// This element.
    public var element: CardElement { self }

    /// What every element has.
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
            case .unknown(let content): self = content.replacing(\.common, with: newValue).element
            }
        }
    }

    /// The element as the format writes it.
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
        case .unknown(let content): content.json
        }
    }
}
