public import JSON

/// The payload of a submit or execute action: its data, merged with the values of the card's inputs.
///
/// Values are strings: the text of a text field (left out if empty), the on or off value of a switch, the chosen values
/// joined by commas. A value replaces a member of the data that has the same name. Data that is not an object is sent
/// without the values, as by other renderers.
public struct SubmitPayload: Hashable, Sendable {
    /// The largest value of one input, in bytes of UTF-8.
    public static let valueByteLimit = 64 * 1_024

    /// The JSON that is sent.
    public let json: JSONValue

    /// Validates the input values and creates the payload.
    ///
    /// Every input is validated, including hidden ones. Two rules are left to the page: a pattern (`regex`), since a
    /// pattern from a card could run forever on the host, and the style of a text input.
    ///
    /// - Parameters:
    ///   - card: The card as it was shown; its fallbacks are resolved here.
    ///   - data: The action's data.
    ///   - associatedInputs: The inputs that are validated and sent: all or none.
    ///   - values: The values from the page by input id. Unknown ids are ignored; a missing switch is off; several
    ///     choices are joined by commas.
    /// - Throws: ``InputErrors`` with a message for each invalid input.
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
            case .omitted: break
            case .value(let value): sent[input.id] = .string(value)
            case .invalid(let message):
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

struct InputValidator {
    enum Outcome {
        /// The value is empty and left out.
        case omitted
        /// The value is valid and sent.
        case value(String)
        /// The value is missing or invalid, with a message.
        case invalid(String)
    }

    private let input: CardInput

    init(_ input: CardInput) { self.input = input }

    func check(_ value: String?) -> Outcome {
        let value = value ?? ""
        guard value.utf8.count <= SubmitPayload.valueByteLimit else { return invalid("\(name) is too long.") }
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
            return invalid("\(name) must have at most \(maxLength) characters.")
        }
        return .value(value)
    }

    private func check(_ value: String, for input: ToggleInput) -> Outcome {
        if value == input.valueOn { return .value(value) }
        guard value.isEmpty || value == input.valueOff else { return invalid("\(name) is neither on nor off.") }
        return input.input.isRequired ? invalid("\(name) must be on.") : .value(input.valueOff)
    }

    private func check(_ value: String, for input: ChoiceSetInput) -> Outcome {
        guard let values = input.selectedValues(in: value) else { return invalid("\(name) is none of the choices.") }
        return values.isEmpty ? empty : .value(values.joined(separator: ","))
    }

    /// Validates a day or a time of day; the texts are ordered like the moments that they name.
    private func check(
        _ value: String,
        _ isMoment: (String) -> Bool,
        _ noun: String,
        from min: String?,
        to max: String?
    ) -> Outcome {
        guard !value.isEmpty else { return empty }
        guard isMoment(value) else { return invalid("\(name) is not \(noun).") }
        if let min, value < min { return invalid("\(name) must not be before \(min).") }
        if let max, value > max { return invalid("\(name) must not be after \(max).") }
        return .value(value)
    }

    private var empty: Outcome { input.properties.isRequired ? invalid("\(name) is required.") : .omitted }

    /// Returns an invalid result with the card's own message, or with the given one if the card has none.
    private func invalid(_ sentence: String) -> Outcome {
        let own = input.properties.errorMessage ?? ""
        return .invalid(own.isEmpty ? sentence : own)
    }

    private var name: String {
        if let label = input.properties.label, !label.isEmpty { return "“\(label)”" }
        if case .toggle(let toggle) = input, !toggle.title.isEmpty { return "“\(toggle.title)”" }
        return "“\(input.id)”"
    }
}

/// The input values that are missing or invalid.
public struct InputErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// One message for each missing or invalid input, by the input's id.
    public var messages: [String: String]
    /// The id of the first such input in the order of the card, which gets the focus.
    public var first: String

    /// The messages in the order of the inputs' ids.
    public var description: String {
        messages.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
    }
}
