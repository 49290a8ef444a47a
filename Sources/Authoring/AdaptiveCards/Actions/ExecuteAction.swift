public import JSON

/// Sends a verb, data and the card's inputs to the card's author.
public struct ExecuteAction: Hashable, Sendable {
    static let typeName = "Action.Execute"

    /// The name of the command.
    public var verb: String?
    /// Data for the card's author, usually an object.
    public var data: JSONValue?
    /// The inputs that are validated and sent: all of the card's inputs or none.
    public var associatedInputs: AssociatedInputs

    /// Creates an action.
    public init(verb: String? = nil, data: JSONValue? = nil, associatedInputs: AssociatedInputs = .auto) {
        self.verb = verb
        self.data = data
        self.associatedInputs = associatedInputs
    }
}

extension ExecuteAction {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        verb = decoder.string(members, "verb")
        if decoder.lacks("verb", members) {
            decoder.warn("An Action.Execute needs a verb; an Action.Submit sends its data alone.")
        }
        data = decoder.member(members, "data")
        if let data { try decoder.count(data) }
        associatedInputs = decoder.choice(members, "associatedInputs") ?? .auto
    }

    var writer: ObjectWriter {
        var writer = ObjectWriter(type: Self.typeName)
        writer.set("verb", verb)
        writer.set("data", data)
        writer.set("associatedInputs", associatedInputs, unless: .auto)
        return writer
    }
}
