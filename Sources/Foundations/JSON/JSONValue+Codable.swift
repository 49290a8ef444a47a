public import FoundationEssentials

extension JSONValue {
    /// Encodes a value in Today's wire format: dates and data are tagged, and a real number keeps its fraction.
    ///
    /// - Throws: An error of the value's own `encode(to:)`, or an `EncodingError` for a real number that is not finite
    ///   and for an integer that does not fit an `Int`.
    public init(encoding value: some Encodable) throws {
        self = try ValueEncoder.encode(value, path: .root).value
    }

    /// Decodes a value from Today's wire format.
    ///
    /// An integer is accepted for a real number, and a real number without a fraction for an integer.
    ///
    /// - Throws: A `DecodingError` that names the path of the mistake.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try ValueDecoder(value: self, path: .root).decode(type)
    }
}

extension JSONValue: Codable {
    /// Decodes any JSON value from a decoder, of this module or another.
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

    /// Encodes the value with an encoder, of this module or another.
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

/// Dates on the wire, `{"$date": "2026-11-21T08:00:00.000Z"}` (RFC 3339, UTC, milliseconds), and data, `{"$data":
/// "base64"}`.
extension JSONValue {
    private static let dateFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let wholeSecondsFormat = Date.ISO8601FormatStyle()

    /// Creates a tagged date with a precision of one millisecond.
    public init(_ date: Date) {
        // A tenth of a millisecond is added, since the format truncates instead of rounding.
        let rounded = Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000 + 0.000_1)
        self = .object(["$date": .string(rounded.formatted(Self.dateFormat))])
    }

    /// Creates tagged data.
    public init(_ data: Data) { self = .object(["$data": .string(data.base64EncodedString())]) }

    /// The date, or `nil` if this is not a tagged date.
    public var dateValue: Date? {
        guard case .object(let members) = self, members.count == 1, let text = members["$date"]?.stringValue else {
            return nil
        }
        let date = (try? Self.dateFormat.parse(text)) ?? (try? Self.wholeSecondsFormat.parse(text))
        // The format's arithmetic is off by fractions of a microsecond; whole milliseconds compare as equal.
        return date.map { Date(timeIntervalSince1970: ($0.timeIntervalSince1970 * 1000).rounded() / 1000) }
    }

    /// The data, or `nil` if this is not tagged data.
    public var dataValue: Data? {
        guard case .object(let members) = self, members.count == 1 else { return nil }
        return members["$data"]?.stringValue.flatMap { Data(base64Encoded: $0) }
    }
}

/// A key from an index of an array or from text.
enum JSONCodingKey: CodingKey {
    case index(Int)
    case name(String)

    init(_ index: Int) { self = .index(index) }
    init(stringValue: String) { self = .name(stringValue) }
    init(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .index(let index): String(index)
        case .name(let name): name
        }
    }

    var intValue: Int? {
        guard case .index(let index) = self else { return nil }
        return index
    }

    /// The key for the superclass's part of an object.
    static let parent = JSONCodingKey(stringValue: "super")
}
