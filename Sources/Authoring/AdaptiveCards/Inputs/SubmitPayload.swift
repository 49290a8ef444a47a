public import JSON

/// What a submit or execute action sends: its data with the values of the card's inputs.
///
/// Values are strings: a text as it is and left out when empty, a switch as its value for on or off, choices joined by
/// commas. A value has precedence over a member of the data with the same name. Data that is no object is sent as it
/// is, and the inputs' values are lost, as other renderers do it.
public struct SubmitPayload: Hashable, Sendable {
    /// The largest value of one input, in bytes of UTF-8.
    public static let valueByteLimit = 64 * 1_024

    /// What is sent.
    public let json: JSONValue

    /// Validates what a person gave, and makes what is sent.
    ///
    /// Every input is validated, hidden ones too. A pattern (`regex`) is not: it is the page's to check, since a
    /// pattern from a card could run forever on the host. Nor is what a text input's style expects.
    ///
    /// - Parameters:
    ///   - card: The card as it was shown; its fallbacks are resolved here.
    ///   - data: The action's data.
    ///   - associatedInputs: Whether the inputs are validated and sent at all.
    ///   - values: What the page sent, by input id. Ids that the card does not have are ignored; a switch that is
    ///     missing is off; several choices are joined by commas.
    /// - Throws: What to tell the person.
    public init(
        card: Card,
        data: JSONValue?,
        associatedInputs: AssociatedInputs = .auto,
        values: [String: String]
    ) throws(InputErrors) {
        let inputs = associatedInputs == .none ? [] : card.resolved().inputs.filter { !$0.id.isEmpty }
        var sent: [String: JSONValue] = [:]
        var messages: [String: String] = [:]
        var first: String?
        for input in inputs {
            switch InputValidator(input).check(values[input.id]) {
            case .left: break
            case .value(let value): sent[input.id] = .string(value)
            case .mistake(let message):
                messages[input.id] = messages[input.id] ?? message
                first = first ?? input.id
            }
        }
        if let first { throw InputErrors(messages: messages, first: first) }
        switch data {
        case nil, .null?: json = .object(sent)
        case .object(let members)?: json = .object(members.merging(sent) { _, value in value })
        case .some(let other): json = other
        }
    }
}

/// Decides what becomes of the value a person gave for one input.
struct InputValidator {
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

/// What is wrong with the values that a person gave.
public struct InputErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence for each input whose value is missing or wrong, by the input's id.
    public var messages: [String: String]
    /// The id of the first of these inputs in the order of the card, for the focus.
    public var first: String

    /// The sentences in the order of the inputs' ids.
    public var description: String {
        messages.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
    }
}
