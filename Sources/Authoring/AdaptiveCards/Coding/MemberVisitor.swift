import JSON

/// Visits the members of the parts of a card, which a part names once, in ``CardObject/visit(_:)``, so that
/// ``CardDecoder`` reads them, ``ObjectWriter`` writes them, and ``FallbackResolver`` replaces elements and actions.
protocol MemberVisitor {
    associatedtype Failure: Error

    /// Visits a member: a decoder replaces the value by what `read` returns, and a writer leaves out one whose `json`
    /// is `nil`.
    mutating func member<Value>(
        _ name: String,
        _ value: inout Value,
        read: (inout CardDecoder) -> Value,
        json: (Value) -> JSONValue?
    )

    /// Visits a member that counts against the limits of a card.
    mutating func content<Value>(
        _ name: String,
        _ value: inout Value,
        read: (inout CardDecoder) throws(CardError) -> Value,
        json: (Value) -> JSONValue?
    ) throws(Failure)

    /// Visits a list of elements; columns have the implied type `Column`.
    mutating func elements(_ name: String, _ elements: inout [CardElement], impliedType: String) throws(Failure)

    mutating func actions(_ name: String, _ actions: inout [Action]) throws(Failure)

    mutating func action(_ name: String, _ action: inout Action?) throws(Failure)
}

extension MemberVisitor {
    mutating func member<Value>(
        _ name: String,
        _ value: inout Value,
        read: (inout CardDecoder) -> Value,
        json: (Value) -> JSONValue?
    ) {}

    mutating func content<Value>(
        _ name: String,
        _ value: inout Value,
        read: (inout CardDecoder) throws(CardError) -> Value,
        json: (Value) -> JSONValue?
    ) throws(Failure) {}

    /// Runs checks and counts, if this is a decoder.
    mutating func whileReading(_ check: (inout CardDecoder) -> Void) {
        var nothing: Void = ()
        member("", &nothing, read: check, json: { _ in nil })
    }
}

/// A part of a card that is a JSON object.
protocol CardObject {
    /// Creates a part, whose members a decoder then replaces.
    init()

    /// Reads the current object; a requirement, so that each type has a visit that is compiled for it and for
    /// ``CardDecoder``: the decoder knows the types of elements only while it runs.
    init(_ decoder: inout CardDecoder) throws(CardError)

    /// Visits all members, in the order in which they are read.
    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)

    var json: JSONValue { get }
}

extension CardObject {
    init(_ decoder: inout CardDecoder) throws(CardError) {
        self.init()
        try visit(&decoder)
    }

    var json: JSONValue { ObjectWriter(of: self).json }
}

/// A part of a card whose object names its type.
protocol TypedPart: CardObject {
    static var typeName: String { get }
}

extension TypedPart {
    var json: JSONValue { ObjectWriter(self).json }
}

// MARK: - Values

/// A value that has the same form in all members: a text, a boolean or a keyword.
protocol MemberValue: Equatable {
    static func read(_ name: String, from decoder: inout CardDecoder) -> Self?
    var json: JSONValue { get }
}

extension String: MemberValue {
    static func read(_ name: String, from decoder: inout CardDecoder) -> String? { decoder.string(name) }
    var json: JSONValue { .string(self) }
}

extension Bool: MemberValue {
    static func read(_ name: String, from decoder: inout CardDecoder) -> Bool? { decoder.bool(name) }
    var json: JSONValue { .bool(self) }
}

extension LenientEnum {
    static func read(_ name: String, from decoder: inout CardDecoder) -> Self? { decoder.choice(name) }
    var json: JSONValue { .string(rawValue) }
}

extension MemberVisitor {
    mutating func value<Value: MemberValue>(_ name: String, _ value: inout Value?) {
        member(name, &value, read: { Value.read(name, from: &$0) }, json: { $0?.json })
    }

    /// Visits a value that is not written if it is the default.
    mutating func value<Value: MemberValue>(_ name: String, _ value: inout Value, or standard: Value) {
        member(
            name,
            &value,
            read: { Value.read(name, from: &$0) ?? standard },
            json: { $0 == standard ? nil : $0.json }
        )
    }

    /// Visits a text that is always written; a missing one is empty.
    mutating func text(_ name: String, _ text: inout String) {
        member(name, &text, read: { $0.string(name) ?? "" }, json: { .string($0) })
    }

    /// Visits a number; `isAmount` refuses one below zero.
    mutating func number(_ name: String, _ number: inout Double?, isAmount: Bool = false) {
        member(
            name,
            &number,
            read: { isAmount ? $0.amount(name) : $0.number(name) },
            json: { $0.map(JSONValue.init(shortest:)) }
        )
    }

    /// Visits a number that is always written; a missing one is 0.
    mutating func number(_ name: String, _ number: inout Double, isAmount: Bool = false) {
        var value: Double? = number
        self.number(name, &value, isAmount: isAmount)
        number = value ?? 0
    }

    /// Visits a number that is not written if it is the default.
    mutating func number(_ name: String, _ number: inout Double, or standard: Double) {
        var value: Double? = number == standard ? nil : number
        self.number(name, &value)
        number = value ?? standard
    }

    /// Visits the number of a data point, which is left out without it.
    mutating func neededNumber(_ name: String, _ number: inout Double, isAmount: Bool = false) {
        var value: Double? = number
        self.number(name, &value, isAmount: isAmount)
        whileReading { if value == nil { $0.lacksNumber = true } }
        number = value ?? 0
    }

    mutating func integer(_ name: String, _ number: inout Int?, minimum: Int) {
        member(
            name,
            &number,
            read: { $0.integer(name, minimum: minimum) },
            json: { $0.map(JSONValue.integer) }
        )
    }

    mutating func pixels(_ name: String, _ pixels: inout Int?) {
        member(name, &pixels, read: { $0.pixels(name) }, json: { $0.map { .string("\($0)px") } })
    }

    mutating func requires(_ requirements: inout [String: String]) {
        member(
            "requires",
            &requirements,
            read: { $0.requires() },
            json: { $0.isEmpty ? nil : .object($0.mapValues(JSONValue.string)) }
        )
    }

    /// Visits JSON that is kept as it is.
    mutating func data(_ name: String, _ data: inout JSONValue?) throws(Failure) {
        try content(name, &data) { decoder throws(CardError) in
            let data = decoder.member(name)
            if let data { try decoder.count(data) }
            return data
        } json: {
            $0
        }
    }
}

// MARK: - Parts

extension MemberVisitor {
    mutating func elements(_ name: String, _ elements: inout [CardElement]) throws(Failure) {
        try self.elements(name, &elements, impliedType: "")
    }

    /// Visits a list whose values `read` reads; those for which it returns `nil` are left out.
    mutating func list<Part: CardObject>(
        _ name: String,
        _ parts: inout [Part],
        _ read: (JSONValue, inout CardDecoder) throws(CardError) -> Part?
    ) throws(Failure) {
        try content(name, &parts) { decoder throws(CardError) in
            try decoder.values(name, read)
        } json: {
            .array($0.map(\.json))
        }
    }

    /// Visits a list of objects; a value of another type is left out with a warning.
    mutating func parts<Part: CardObject>(_ name: String, _ parts: inout [Part], of kind: String) throws(Failure) {
        try list(name, &parts) { value, decoder throws(CardError) in
            try decoder.countElement()
            if case .object(let members) = value { return try decoder.part(members, of: kind) }
            decoder.warn("This is not \(kind); it is left out.")
            return nil
        }
    }

    /// Visits the rows of a table or the cells of a row, without values of another type; their type may be missing.
    mutating func tableParts<Part: TypedPart>(_ name: String, _ parts: inout [Part]) throws(Failure) {
        try list(name, &parts) { value, decoder throws(CardError) in
            try decoder.countElement()
            let type = Part.typeName
            guard case .object(let members) = value, members["type"] == nil || members["type"] == .string(type) else {
                decoder.warn("Only a \(type) stands here; this is left out.")
                return nil
            }
            try decoder.descend()
            let part: Part = try decoder.part(members, of: type)
            decoder.ascend()
            try decoder.checkBytes()
            return part
        }
    }

    /// Visits a list of data points; a value that is not an object, or without its number, is left out with a warning.
    mutating func dataPoints<Part: CardObject>(_ name: String, _ points: inout [Part]) throws(Failure) {
        try list(name, &points) { value, decoder throws(CardError) in
            try decoder.countDataPoint()
            decoder.lacksNumber = false
            defer { decoder.lacksNumber = false }
            if case .object(let members) = value {
                let point: Part = try decoder.part(members, of: "a data point")
                if !decoder.lacksNumber { return point }
            }
            decoder.warn("This is no data point with a number; it is left out.")
            return nil
        }
    }
}

extension JSONValue {
    /// Creates a number, without a fraction if it is whole.
    init(shortest number: Double) { self = Int(exactly: number).map(JSONValue.integer) ?? .real(number) }
}
