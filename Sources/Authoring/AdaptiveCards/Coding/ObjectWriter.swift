import JSON

/// Collects the members of one JSON object of a card and leaves out default values.
struct ObjectWriter {
    private(set) var members: [String: JSONValue] = [:]

    /// The finished object.
    var json: JSONValue { .object(members) }

    init(type: String? = nil) { set("type", type) }

    init(_ members: [String: JSONValue]) { self.members = members }

    mutating func set(_ name: String, _ value: JSONValue?) {
        if let value { members[name] = value }
    }

    mutating func set(_ name: String, _ value: String?) { set(name, value.map(JSONValue.string)) }

    mutating func set(_ name: String, _ value: Int?) { set(name, value.map(JSONValue.integer)) }

    /// Sets a number, without a fraction if it is whole.
    mutating func set(_ name: String, number: Double?, unless standard: Double? = nil) {
        guard let number, number != standard else { return }
        members[name] = Int(exactly: number).map(JSONValue.integer) ?? .real(number)
    }

    mutating func set(_ name: String, _ value: Bool?, unless standard: Bool? = nil) {
        if value != standard { set(name, value.map(JSONValue.bool)) }
    }

    mutating func set<Value: LenientEnum & Equatable>(_ name: String, _ value: Value?, unless standard: Value? = nil) {
        if value != standard { set(name, value?.rawValue) }
    }

    mutating func set(_ name: String, pixels: Int?) { set(name, pixels.map { "\($0)px" }) }

    mutating func set(_ name: String, _ elements: [CardElement]) { set(name, .array(elements.map(\.json))) }

    mutating func set(_ name: String, _ actions: [Action]) { set(name, .array(actions.map(\.json))) }

    mutating func set(requires: [String: String]) {
        if !requires.isEmpty { set("requires", .object(requires.mapValues(JSONValue.string))) }
    }
}

/// A part of a card whose JSON is an object with a type.
protocol TypedObject {
    static var typeName: String { get }

    /// Writes the members, without the type and ``CardComponent/common``.
    func write(to writer: inout ObjectWriter)
}

extension TypedObject {
    var json: JSONValue {
        var writer = ObjectWriter(type: Self.typeName)
        write(to: &writer)
        return writer.json
    }
}

extension TypedObject where Self: CardComponent {
    var json: JSONValue {
        var writer = ObjectWriter(type: Self.typeName)
        write(to: &writer)
        common.write(to: &writer)
        return writer.json
    }
}
