import JSON

/// Collects the members of one JSON object of a card.
struct ObjectWriter: MemberVisitor {
    typealias Failure = Never

    var members: [String: JSONValue]

    /// The finished object.
    var json: JSONValue { .object(members) }

    init(_ members: [String: JSONValue]) { self.members = members }

    /// Writes the members of a part, and its type.
    init(_ part: some CardPart) {
        let type = (part as? any TypedPart).map { Swift.type(of: $0).typeName }
        members = type.map { ["type": .string($0)] } ?? [:]
        var part = part
        part.visit(&self)
    }

    mutating func member<Value>(
        _ name: String,
        _ value: inout Value,
        read: (inout CardDecoder) -> Value,
        json: (Value) -> JSONValue?
    ) {
        if let json = json(value) { members[name] = json }
    }

    mutating func content<Value>(
        _ name: String,
        _ value: inout Value,
        read: (inout CardDecoder) throws(CardError) -> Value,
        json: (Value) -> JSONValue?
    ) {
        if let json = json(value) { members[name] = json }
    }

    mutating func elements(_ name: String, _ elements: inout [CardElement], impliedType: String) {
        members[name] = .array(elements.map(\.json))
    }

    mutating func actions(_ name: String, _ actions: inout [Action]) { members[name] = .array(actions.map(\.json)) }

    mutating func action(_ name: String, _ action: inout Action?) {
        if let action { members[name] = action.json }
    }
}
