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
            let context = DecodingError.Context(
                codingPath: codingPath,
                debugDescription: "\(wanted) is wanted, not \(value.typeName)"
            )
            throw DecodingError.typeMismatch(Value.self, context)
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
            let context = DecodingError.Context(
                codingPath: codingPath,
                debugDescription: "\"\(key.stringValue)\" is missing"
                    + NearestName.misspelling(of: [key.stringValue], among: unknown)
            )
            throw DecodingError.keyNotFound(key, context)
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

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let result = try peek().decode(type)
        currentIndex += 1
        return result
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let result = try peek().container(keyedBy: type)
        currentIndex += 1
        return result
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let result = try peek().unkeyedContainer()
        currentIndex += 1
        return result
    }

    mutating func superDecoder() throws -> any Decoder {
        let result = try peek()
        currentIndex += 1
        return result
    }

    private func peek() throws -> ValueDecoder {
        let path = path.appending(JSONCodingKey(currentIndex))
        guard !isAtEnd else {
            let context = DecodingError.Context(
                codingPath: path.keys,
                debugDescription: "the array has no more elements"
            )
            throw DecodingError.valueNotFound(JSONValue.self, context)
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
    func decode(_ type: Int.Type) throws -> Int { try decodeInteger() }
    func decode(_ type: Int8.Type) throws -> Int8 { try decodeInteger() }
    func decode(_ type: Int16.Type) throws -> Int16 { try decodeInteger() }
    func decode(_ type: Int32.Type) throws -> Int32 { try decodeInteger() }
    func decode(_ type: Int64.Type) throws -> Int64 { try decodeInteger() }
    func decode(_ type: UInt.Type) throws -> UInt { try decodeInteger() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decodeInteger() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decodeInteger() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decodeInteger() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decodeInteger() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }

    private func decodeInteger<Integer: FixedWidthInteger>() throws -> Integer {
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
