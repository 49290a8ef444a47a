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

extension ExecuteAction: TypedPart {
    init() { self.init(data: nil) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.value("verb", &verb)
        visitor.whileReading { decoder in
            guard decoder.lacks("verb", decoder.members) else { return }
            decoder.warn("An Action.Execute needs a verb; an Action.Submit sends its data alone.")
        }
        try visitor.data("data", &data)
        visitor.value("associatedInputs", &associatedInputs, or: .auto)
    }
}
