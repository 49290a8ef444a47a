import JSON

/// Collects the members of one JSON object of a card.
struct ObjectWriter: MemberVisitor {
    typealias Failure = Never

    var members: [String: JSONValue]

    var json: JSONValue { .object(members) }

    init(_ members: [String: JSONValue]) { self.members = members }

    init<Part: CardObject>(_ members: [String: JSONValue] = [:], of part: Part) {
        self.members = members
        var part = part
        part.visit(&self)
    }

    /// Writes the type and the members of a part.
    init<Part: TypedPart>(_ part: Part) { self.init(["type": .string(Part.typeName)], of: part) }

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
