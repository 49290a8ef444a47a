extension JSONValue {
    /// Encodes a value as Today's wire format has it: dates and data are tagged, a real keeps its fraction.
    ///
    /// - Throws: What the value's own `encode(to:)` throws, or an `EncodingError` for a real that is not finite and
    ///   for an integer that does not fit an `Int`.
    public init(encoding value: some Encodable) throws {
        self = try ValueEncoder.encode(value, path: []).value
    }

    /// Decodes a value from Today's wire format.
    ///
    /// An integer is accepted where a real is wanted, and a real without fraction where an integer is.
    ///
    /// - Throws: A `DecodingError` that names the path of the mistake.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try ValueDecoder(value: self, codingPath: []).decode(type)
    }
}

extension JSONValue: Codable {
    /// Reads any JSON value from a decoder, this module's own or another.
    public init(from decoder: any Decoder) throws {
        if let own = decoder as? ValueDecoder {
            self = own.value
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Writes the value to an encoder, this module's own or another.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
