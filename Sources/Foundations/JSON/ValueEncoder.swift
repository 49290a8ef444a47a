import FoundationEssentials

/// A node of the tree that an encoder builds; containers fill it in after they were handed out.
final class EncodingNode {
    private enum Content {
        case value(JSONValue)
        case object([String: EncodingNode])
        case array([EncodingNode])
    }

    private var content: Content

    init(_ value: JSONValue = .object([:])) { content = .value(value) }

    /// The finished value.
    var value: JSONValue {
        switch content {
        case .value(let value): value
        case .object(let members): .object(members.mapValues(\.value))
        case .array(let elements): .array(elements.map(\.value))
        }
    }

    var count: Int {
        guard case .array(let elements) = content else { return 0 }
        return elements.count
    }

    func set(_ value: JSONValue) { content = .value(value) }

    func becomeObject() {
        if case .object = content { return }
        content = .object([:])
    }

    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    func insert(_ node: EncodingNode, for name: String) {
        guard case .object(var members) = content else { return }
        content = .object([:])
        members[name] = node
        content = .object(members)
    }

    func append(_ node: EncodingNode) {
        guard case .array(var elements) = content else { return }
        content = .array([])
        elements.append(node)
        content = .array(elements)
    }
}

/// Encodes into a tree of JSON values.
struct ValueEncoder: Encoder {
    let node: EncodingNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func encode(_ value: some Encodable, path: [any CodingKey]) throws -> EncodingNode {
        switch value {
        case let value as JSONValue: return EncodingNode(value)
        case let value as Date: return EncodingNode(JSONValue(value))
        case let value as Data: return EncodingNode(JSONValue(value))
        default:
            let node = EncodingNode()
            try value.encode(to: ValueEncoder(node: node, codingPath: path))
            return node
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(KeyedValueEncoder<Key>(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedValueEncoder(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueEncoder(node: node, codingPath: codingPath)
    }
}

struct KeyedValueEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodingNode
    let codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) throws { node.insert(EncodingNode(.null), for: key.stringValue) }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        node.insert(try ValueEncoder.encode(value, path: codingPath + [key]), for: key.stringValue)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        nestedEncoder(key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nestedEncoder(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { nestedEncoder(JSONCodingKey.parent) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { nestedEncoder(key) }

    private func nestedEncoder(_ key: some CodingKey) -> ValueEncoder {
        let child = EncodingNode()
        node.insert(child, for: key.stringValue)
        return ValueEncoder(node: child, codingPath: codingPath + [key])
    }
}

struct UnkeyedValueEncoder: UnkeyedEncodingContainer {
    let node: EncodingNode
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    mutating func encodeNil() throws { node.append(EncodingNode(.null)) }

    mutating func encode(_ value: some Encodable) throws {
        node.append(try ValueEncoder.encode(value, path: codingPath + [JSONCodingKey(count)]))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        nestedEncoder().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nestedEncoder().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { nestedEncoder() }

    private func nestedEncoder() -> ValueEncoder {
        let path = codingPath + [JSONCodingKey(count)]
        let child = EncodingNode()
        node.append(child)
        return ValueEncoder(node: child, codingPath: path)
    }
}

struct SingleValueEncoder: SingleValueEncodingContainer {
    let node: EncodingNode
    let codingPath: [any CodingKey]

    mutating func encodeNil() throws { node.set(.null) }
    mutating func encode(_ value: Bool) throws { node.set(.bool(value)) }
    mutating func encode(_ value: String) throws { node.set(.string(value)) }
    mutating func encode(_ value: Double) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value,
                .init(codingPath: codingPath, debugDescription: "JSON has no \(value)")
            )
        }
        node.set(.real(value))
    }
    mutating func encode(_ value: Float) throws { try encode(Double(value)) }
    mutating func encode(_ value: Int) throws { node.set(.integer(value)) }
    mutating func encode(_ value: Int8) throws { node.set(.integer(Int(value))) }
    mutating func encode(_ value: Int16) throws { node.set(.integer(Int(value))) }
    mutating func encode(_ value: Int32) throws { node.set(.integer(Int(value))) }
    mutating func encode(_ value: Int64) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt8) throws { node.set(.integer(Int(value))) }
    mutating func encode(_ value: UInt16) throws { node.set(.integer(Int(value))) }
    mutating func encode(_ value: UInt32) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt64) throws { try encodeInteger(value) }

    mutating func encode(_ value: some Encodable) throws {
        node.set(try ValueEncoder.encode(value, path: codingPath).value)
    }

    private func encodeInteger(_ value: some BinaryInteger) throws {
        guard let integer = Int(exactly: value) else {
            throw EncodingError.invalidValue(
                value,
                .init(codingPath: codingPath, debugDescription: "\(value) fits no 64-bit integer")
            )
        }
        node.set(.integer(integer))
    }
}
