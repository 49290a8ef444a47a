import FoundationEssentials

/// A node of the tree that an encoder builds; containers fill it after they were handed out.
final class EncodingNode {
    /// A member or an element: a finished value, or a node that may still be filled.
    enum Child {
        case value(JSONValue)
        case node(EncodingNode)

        var value: JSONValue {
            switch self {
            case .value(let value): value
            case .node(let node): node.value
            }
        }
    }

    private enum Content {
        case value(JSONValue)
        case object([String: Child])
        case array([Child])
    }

    private var content: Content

    init(_ value: JSONValue = .object([:])) { content = .value(value) }

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

    func insert(_ child: Child, for name: String) {
        guard case .object(var members) = content else { return }
        content = .object([:])
        members[name] = child
        content = .object(members)
    }

    func append(_ child: Child) {
        guard case .array(var elements) = content else { return }
        content = .array([])
        elements.append(child)
        content = .array(elements)
    }
}

/// Encodes into a tree of JSON values.
struct ValueEncoder: Encoder {
    let node: EncodingNode
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func encode<Value: Encodable>(_ value: Value, path: CodingPath) throws -> EncodingNode.Child {
        // Types are compared before they are cast, since most values are neither and a cast takes far longer.
        if Value.self == JSONValue.self, let value = value as? JSONValue { return .value(value) }
        if Value.self == Date.self, let value = value as? Date { return .value(JSONValue(value)) }
        if Value.self == Data.self, let value = value as? Data { return .value(JSONValue(value)) }
        let node = EncodingNode()
        try value.encode(to: ValueEncoder(node: node, path: path))
        return .node(node)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(KeyedValueEncoder<Key>(node: node, path: path))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedValueEncoder(node: node, path: path)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueEncoder(node: node, path: path) }
}

struct KeyedValueEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodingNode
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }

    mutating func encodeNil(forKey key: Key) throws { node.insert(.value(.null), for: key.stringValue) }

    // The most frequent types need no encoder of their own.
    mutating func encode(_ value: Bool, forKey key: Key) throws {
        node.insert(.value(.bool(value)), for: key.stringValue)
    }
    mutating func encode(_ value: Int, forKey key: Key) throws {
        node.insert(.value(.integer(value)), for: key.stringValue)
    }
    mutating func encode(_ value: String, forKey key: Key) throws {
        node.insert(.value(.string(value)), for: key.stringValue)
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        node.insert(try ValueEncoder.encode(value, path: path.appending(key)), for: key.stringValue)
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
        node.insert(.node(child), for: key.stringValue)
        return ValueEncoder(node: child, path: path.appending(key))
    }
}

struct UnkeyedValueEncoder: UnkeyedEncodingContainer {
    let node: EncodingNode
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }
    var count: Int { node.count }

    mutating func encodeNil() throws { node.append(.value(.null)) }

    mutating func encode(_ value: String) throws { node.append(.value(.string(value))) }

    mutating func encode(_ value: some Encodable) throws {
        node.append(try ValueEncoder.encode(value, path: path.appending(JSONCodingKey(count))))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        nestedEncoder().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nestedEncoder().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { nestedEncoder() }

    private func nestedEncoder() -> ValueEncoder {
        let childPath = path.appending(JSONCodingKey(count))
        let child = EncodingNode()
        node.append(.node(child))
        return ValueEncoder(node: child, path: childPath)
    }
}

struct SingleValueEncoder: SingleValueEncodingContainer {
    let node: EncodingNode
    let path: CodingPath
    var codingPath: [any CodingKey] { path.keys }

    mutating func encodeNil() throws { node.set(.null) }
    mutating func encode(_ value: Bool) throws { node.set(.bool(value)) }
    mutating func encode(_ value: String) throws { node.set(.string(value)) }
    mutating func encode(_ value: Double) throws {
        guard value.isFinite else { throw invalid(value, "JSON has no \(value)") }
        node.set(.real(value))
    }
    mutating func encode(_ value: Float) throws { try encode(Double(value)) }
    mutating func encode(_ value: Int) throws { node.set(.integer(value)) }
    mutating func encode(_ value: some FixedWidthInteger & Encodable) throws {
        guard let integer = Int(exactly: value) else { throw invalid(value, "\(value) fits no 64-bit integer") }
        node.set(.integer(integer))
    }

    mutating func encode(_ value: some Encodable) throws {
        node.set(try ValueEncoder.encode(value, path: path).value)
    }

    private func invalid(_ value: Any, _ reason: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: codingPath, debugDescription: reason))
    }
}
