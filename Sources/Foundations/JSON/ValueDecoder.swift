import FoundationEssentials

/// Decodes from a tree of JSON values.
struct ValueDecoder: Decoder {
    let value: JSONValue
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // Tagged types are handled here, since their own `init(from:)` reads another format.
        if type == JSONValue.self, let result = value as? Value { return result }
        if type == Date.self { return try require(value.dateValue as? Value, "a date") }
        if type == Data.self { return try require(value.dataValue as? Value, "data") }
        return try Value(from: self)
    }

    func require<Value>(_ result: Value?, _ wanted: String) throws -> Value {
        guard let result else {
            let reason = "\(wanted) is wanted, not \(value.typeName)"
            throw DecodingError.typeMismatch(Value.self, .init(codingPath: codingPath, debugDescription: reason))
        }
        return result
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let members = try require(value.objectValue, "an object")
        return KeyedDecodingContainer(KeyedValueDecoder<Key>(members: members, path: path))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        UnkeyedValueDecoder(elements: try require(value.arrayValue, "an array"), path: path)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleValueDecoder(decoder: self) }
}

struct KeyedValueDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSONValue]
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }

    var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value.isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(key).decode(type)
    }

    // The most frequent types need no decoder of their own.
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        guard case .string(let value)? = members[key.stringValue] else {
            return try decoder(key).singleValueContainer().decode(type)
        }
        return value
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let value = present(key) else { return nil }
        guard case .string(let text) = value else { return try decoder(value, key).singleValueContainer().decode(type) }
        return text
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let value = present(key) else { return nil }
        return try decoder(value, key).decode(type)
    }

    /// Returns a member that is neither missing nor `null`, with one lookup.
    private func present(_ key: Key) -> JSONValue? {
        guard let value = members[key.stringValue], !value.isNull else { return nil }
        return value
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder(JSONCodingKey.parent) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: some CodingKey) throws -> ValueDecoder {
        guard let value = members[key.stringValue] else {
            let unknown = members.keys.filter { Key(stringValue: $0) == nil }
            let reason =
                "\"\(key.stringValue)\" is missing" + NearestName.misspelling(of: [key.stringValue], among: unknown)
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: reason))
        }
        return decoder(value, key)
    }

    private func decoder(_ value: JSONValue, _ key: some CodingKey) -> ValueDecoder {
        ValueDecoder(value: value, path: path.appending(key))
    }
}

struct UnkeyedValueDecoder: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }
    private(set) var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try peek().value.isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.decode(type) } }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }

    /// Reads the next element, and moves past it unless that fails.
    private mutating func next<Value>(_ read: (ValueDecoder) throws -> Value) throws -> Value {
        let result = try read(peek())
        currentIndex += 1
        return result
    }

    private func peek() throws -> ValueDecoder {
        let path = path.appending(JSONCodingKey(currentIndex))
        guard !isAtEnd else {
            let reason = "the array has no more elements"
            throw DecodingError.valueNotFound(JSONValue.self, .init(codingPath: path.keys, debugDescription: reason))
        }
        return ValueDecoder(value: elements[currentIndex], path: path)
    }
}

struct SingleValueDecoder: SingleValueDecodingContainer {
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value.isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.require(decoder.value.boolValue, "a boolean") }
    func decode(_ type: String.Type) throws -> String { try decoder.require(decoder.value.stringValue, "a string") }
    func decode(_ type: Double.Type) throws -> Double { try decoder.require(decoder.value.numberValue, "a number") }
    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }

    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        switch decoder.value {
        case .integer(let value): try decoder.require(Integer(exactly: value), "\(Integer.self)")
        case .real(let value): try decoder.require(Integer(exactly: value), "an integer")
        default: try decoder.require(nil, "an integer")
        }
    }
}

extension JSONValue {
    /// The name of the value's type in messages.
    fileprivate var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer: "an integer"
        case .real: "a real"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
