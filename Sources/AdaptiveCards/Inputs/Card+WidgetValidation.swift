extension Card {
    /// Checks that the card can be a widget's.
    ///
    /// A widget has no keyboard, so its card holds no inputs, neither in its elements nor in their fallbacks.
    ///
    /// - Throws: ``CardError`` with code `inputInWidget` that names the first input.
    public func validateForWidget() throws(CardError) {
        for element in body { try Self.refuseInputs(in: element) }
        if let fallback { try Self.refuseInputs(in: fallback) }
    }

    private static func refuseInputs(in element: CardElement) throws(CardError) {
        let type: String? =
            switch element {
            case .textInput: TextInput.typeName
            case .toggleInput: ToggleInput.typeName
            case .choiceSetInput: ChoiceSetInput.typeName
            case .dateInput: DateInput.typeName
            case .timeInput: TimeInput.typeName
            case .unknown(let unknown) where unknown.type.hasPrefix("Input."): unknown.type
            default: nil
            }
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
