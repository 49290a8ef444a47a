/// Decides what becomes of the value a person gave for one input.
struct InputCheck {
    enum Outcome {
        /// Nothing is sent.
        case left
        /// The value is sent.
        case value(String)
        /// The value is missing or wrong; the sentence says so.
        case mistake(String)
    }

    private let input: CardInput

    init(_ input: CardInput) { self.input = input }

    func check(_ value: String?) -> Outcome {
        let value = value ?? ""
        guard value.utf8.count <= SubmitPayload.valueByteLimit else { return mistake("\(name) is too long.") }
        return switch input {
        case .text(let input): check(value, for: input)
        case .toggle(let input): check(value, for: input)
        case .choiceSet(let input): check(value, for: input)
        case .date(let input): check(value, DateInput.isDay, "a day", from: input.min, to: input.max)
        case .time(let input): check(value, TimeInput.isTime, "a time of day", from: input.min, to: input.max)
        }
    }

    private func check(_ value: String, for input: TextInput) -> Outcome {
        guard !value.isEmpty else { return empty }
        if let maxLength = input.maxLength, value.utf16.count > maxLength {
            return mistake("\(name) must have at most \(maxLength) characters.")
        }
        return .value(value)
    }

    private func check(_ value: String, for input: ToggleInput) -> Outcome {
        if value == input.valueOn { return .value(value) }
        guard value.isEmpty || value == input.valueOff else { return mistake("\(name) is neither on nor off.") }
        return input.input.isRequired ? mistake("\(name) must be on.") : .value(input.valueOff)
    }

    private func check(_ value: String, for input: ChoiceSetInput) -> Outcome {
        guard let values = input.selectedValues(in: value) else { return mistake("\(name) is none of the choices.") }
        return values.isEmpty ? empty : .value(values.joined(separator: ","))
    }

    /// Checks a day or a time of day; as texts they are ordered as in time.
    private func check(
        _ value: String,
        _ isMoment: (String) -> Bool,
        _ noun: String,
        from min: String?,
        to max: String?
    ) -> Outcome {
        guard !value.isEmpty else { return empty }
        guard isMoment(value) else { return mistake("\(name) is not \(noun).") }
        if let min, value < min { return mistake("\(name) must not be before \(min).") }
        if let max, value > max { return mistake("\(name) must not be after \(max).") }
        return .value(value)
    }

    private var empty: Outcome { input.properties.isRequired ? mistake("\(name) is required.") : .left }

    /// A mistake in the words of the card, or in ours if it has none.
    private func mistake(_ sentence: String) -> Outcome {
        let own = input.properties.errorMessage ?? ""
        return .mistake(own.isEmpty ? sentence : own)
    }

    private var name: String {
        if let label = input.properties.label, !label.isEmpty { return "“\(label)”" }
        if case .toggle(let toggle) = input, !toggle.title.isEmpty { return "“\(toggle.title)”" }
        return "“\(input.id)”"
    }
}
