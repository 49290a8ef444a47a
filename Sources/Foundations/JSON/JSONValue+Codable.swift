public import FoundationEssentials

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

/// Dates and data on the wire: objects with one tagged member.
///
/// A date is `{"$date": "2026-11-21T08:00:00.000Z"}` (RFC 3339, UTC, milliseconds), data is `{"$data": "base64"}`.
extension JSONValue {
    private static let dateFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let wholeSecondsFormat = Date.ISO8601FormatStyle()

    /// Tags a date; what is finer than a millisecond is lost.
    public init(_ date: Date) {
        // Half a millisecond more, since the format cuts off where it should round.
        let rounded = Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000 + 0.000_1)
        self = .object(["$date": .string(rounded.formatted(Self.dateFormat))])
    }

    /// Tags data.
    public init(_ data: Data) { self = .object(["$data": .string(data.base64EncodedString())]) }

    /// The date, if this is a tagged one.
    public var dateValue: Date? {
        guard case .object(let members) = self, members.count == 1, let text = members["$date"]?.stringValue else {
            return nil
        }
        let date = (try? Self.dateFormat.parse(text)) ?? (try? Self.wholeSecondsFormat.parse(text))
        // The format's arithmetic is off by parts of a microsecond: whole milliseconds compare as equal.
        return date.map { Date(timeIntervalSince1970: ($0.timeIntervalSince1970 * 1000).rounded() / 1000) }
    }

    /// The data, if this is tagged.
    public var dataValue: Data? {
        guard case .object(let members) = self, members.count == 1 else { return nil }
        return members["$data"]?.stringValue.flatMap { Data(base64Encoded: $0) }
    }
}

/// A key made from a position in an array, or from text.
struct JSONCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ index: Int) {
        stringValue = String(index)
        intValue = index
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) { self.init(intValue) }

    /// The key of a class's part in its subclass's value.
    static let parent = JSONCodingKey(stringValue: "super")
}
