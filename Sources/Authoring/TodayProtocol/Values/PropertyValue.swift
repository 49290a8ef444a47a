public import FoundationEssentials
public import JSON

/// A property-list value, as in shared defaults and in the data of actions.
///
/// On the wire: strings, booleans, arrays and dictionaries are JSON's; an integer has no fraction, a real always has
/// one; a date is `{"$date": "2026-11-21T08:00:00.000Z"}` and data `{"$data": "base64"}` (Protocol.md, Values).
public enum PropertyValue: Hashable, Sendable {
    /// A boolean.
    case bool(Bool)
    /// A 64-bit integer.
    case integer(Int)
    /// A finite floating-point number.
    case real(Double)
    /// A string.
    case string(String)
    /// A point in time, with a precision of one millisecond.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// An ordered collection.
    case array([PropertyValue])
    /// Values by name. Names must not begin with `$`.
    case dictionary([String: PropertyValue])
}

extension PropertyValue {
    /// Decodes a value from its wire format; throws for `null`, an unknown tag, or a malformed date or data.
    public init(json: JSONValue) throws(PropertyValueError) {
        switch json {
        case .null: throw PropertyValueError(reason: "null is not a property-list value; leave the member out")
        case .bool(let value): self = .bool(value)
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .string(let value): self = .string(value)
        case .array(let elements):
            self = .array(try elements.map { value throws(PropertyValueError) in try PropertyValue(json: value) })
        case .object(let members):
            if let date = json.dateValue {
                self = .date(date)
            } else if let data = json.dataValue {
                self = .data(data)
            } else if let tag = members.keys.first(where: { $0.hasPrefix("$") }) {
                throw PropertyValueError(reason: "\"\(tag)\" is no tag, or what it tags is malformed")
            } else {
                var dictionary: [String: PropertyValue] = [:]
                for (name, value) in members { dictionary[name] = try PropertyValue(json: value) }
                self = .dictionary(dictionary)
            }
        }
    }

    /// The value in its wire format.
    public var json: JSONValue {
        switch self {
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .string(let value): .string(value)
        case .date(let value): JSONValue(value)
        case .data(let value): JSONValue(value)
        case .array(let values): .array(values.map(\.json))
        case .dictionary(let values): .object(values.mapValues(\.json))
        }
    }
}

extension PropertyValue: Codable {
    /// Decodes the wire format.
    public init(from decoder: any Decoder) throws {
        let json = try JSONValue(from: decoder)
        do {
            try self.init(json: json)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.reason)
            )
        }
    }

    /// Encodes the wire format.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// The reason why a JSON value is not a property-list value.
public struct PropertyValueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names the mistake.
    public var reason: String

    /// Creates an error.
    public init(reason: String) { self.reason = reason }

    /// The reason.
    public var description: String { reason }
}
