import JSON

/// An action of a type that is not known here; its fallback stands in for it.
public struct UnknownAction: Hashable, Sendable {
    /// The type the card names, empty if it names none.
    public let type: String
    private let members: [String: JSONValue]
}

extension UnknownAction {
    init(type: String, _ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        self.type = type
        var members = members
        members["fallback"] = nil
        try decoder.count(.object(members))
        self.members = members
    }

    func replacingMembers(with members: [String: JSONValue]) -> UnknownAction {
        UnknownAction(type: type, members: members)
    }

    var writer: ObjectWriter { ObjectWriter(members) }
}
