/// One of the inputs of a card.
public enum CardInput: Hashable, Sendable {
    /// A text field.
    case text(TextInput)
    /// A switch.
    case toggle(ToggleInput)
    /// A choice of one or several values.
    case choiceSet(ChoiceSetInput)
    /// A date field.
    case date(DateInput)
    /// A field for a time of day.
    case time(TimeInput)

    /// The name under which the value is sent, or an empty string if the card gives none.
    public var id: String { content.common.id ?? "" }

    /// The properties that every input has.
    public var properties: InputProperties { content.input }

    private var content: any InputPart {
        switch self {
        case .text(let input): input
        case .toggle(let input): input
        case .choiceSet(let input): input
        case .date(let input): input
        case .time(let input): input
        }
    }
}

extension Card {
    /// The inputs in the order of the card, including nested and hidden ones but not those in fallbacks.
    public var inputs: [CardInput] {
        var result: [CardInput] = []
        Self.collectInputs(of: body, into: &result)
        return result
    }

    private static func collectInputs(of elements: [CardElement], into result: inout [CardInput]) {
        for element in elements {
            switch element {
            case .textInput(let input): result.append(.text(input))
            case .toggleInput(let input): result.append(.toggle(input))
            case .choiceSetInput(let input): result.append(.choiceSet(input))
            case .dateInput(let input): result.append(.date(input))
            case .timeInput(let input): result.append(.time(input))
            default: collectInputs(of: element.children, into: &result)
            }
        }
    }
}

extension CardElement {
    var children: [CardElement] {
        switch self {
        case .container(let container): container.items
        case .column(let column): column.items
        case .columnSet(let columnSet): columnSet.columns
        case .table(let table): table.rows.flatMap { $0.cells.flatMap(\.items) }
        default: []
        }
    }
}

extension Card {
    /// Checks that a widget may show the card.
    ///
    /// The card of a widget must not contain inputs, neither in its elements nor in their fallbacks.
    ///
    /// - Throws: ``CardError`` with code `inputInWidget` that names the first input.
    public func validateForWidget() throws(CardError) {
        for element in body { try Self.refuseInputs(in: element) }
        if let fallback { try Self.refuseInputs(in: fallback) }
    }

    private static func refuseInputs(in element: CardElement) throws(CardError) {
        var type = (element.content as? any InputPart).map { Swift.type(of: $0).typeName }
        if case .unknown(let unknown) = element, unknown.type.hasPrefix("Input.") { type = unknown.type }
        if let type {
            let name = element.common.id.map { "the input “\($0)”" } ?? "an input without an id"
            throw CardError(
                .inputInWidget,
                "The widget's card holds \(name) (\(type)); a widget has no keyboard, so ask in a scene of its app "
                    + "and open that with Action.OpenUrl."
            )
        }
        for child in element.children { try refuseInputs(in: child) }
        if case .element(let fallback)? = element.common.fallback { try refuseInputs(in: fallback) }
    }
}
