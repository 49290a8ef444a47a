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
            switch InputCheck(input).check(values[input.id]) {
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
