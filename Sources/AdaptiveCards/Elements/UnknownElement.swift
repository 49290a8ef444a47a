import JSON

/// An element of a type that is not known here; its fallback stands in for it.
public struct UnknownElement: Hashable, Sendable, CardComponent {
    /// The type the card names, empty if it names none.
    public var type: String
    /// What every element has.
    public var common: ElementProperties
    private let members: [String: JSONValue]

    /// This element.
    public var element: CardElement { .unknown(self) }

    init(type: String, _ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        self.type = type
        common = try ElementProperties(members, &decoder)
        var members = members
        members["fallback"] = nil
        try decoder.count(.object(members))
        // What was read of it is kept as it is written again, so that a second reading yields the same.
        var properties = common
        properties.fallback = nil
        var writer = ObjectWriter(members)
        properties.write(to: &writer)
        self.members = writer.members
    }

    var json: JSONValue {
        var writer = ObjectWriter(members)
        common.write(to: &writer)
        return writer.json
    }
}
