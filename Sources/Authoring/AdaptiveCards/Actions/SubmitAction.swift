public import JSON

/// Sends data and the card's inputs to the card's author.
public struct SubmitAction: Hashable, Sendable {
    static let typeName = "Action.Submit"

    /// Data for the card's author, usually an object.
    public var data: JSONValue?
    /// Whether the card's inputs are validated and sent.
    public var associatedInputs: AssociatedInputs

    /// Creates an action.
    public init(data: JSONValue? = nil, associatedInputs: AssociatedInputs = .auto) {
        self.data = data
        self.associatedInputs = associatedInputs
    }
}

extension SubmitAction {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        data = decoder.member(members, "data")
        if let data { try decoder.count(data) }
        associatedInputs = decoder.choice(members, "associatedInputs") ?? .auto
    }

    var writer: ObjectWriter {
        var writer = ObjectWriter(type: Self.typeName)
        writer.set("data", data)
        writer.set("associatedInputs", associatedInputs, unless: .auto)
        return writer
    }
}

/// Whether an action validates and sends the card's inputs.
public enum AssociatedInputs: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case auto, none
}
