extension Card {
    /// All inputs in the order of the card, nested and hidden ones too; those in fallbacks are not among them.
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
    /// The elements inside this one.
    var children: [CardElement] {
        switch self {
        case .container(let container): container.items
        case .column(let column): column.items
        case .columnSet(let columnSet): columnSet.columns
        default: []
        }
    }
}
