public import FoundationEssentials
import JSON

/// The value of a field of a record.
///
/// On the wire: strings, integers, reals, dates and data as in shared defaults; a reference is
/// `{"$reference": {"name": "r1", "action": "none"}}`, a location `{"$location": {"latitude": 52.5, "longitude": 13.4}}`,
/// a list an array, and the removal of a field `{"$removed": true}`.
///
/// A field keeps the type of its first value, and other types are refused with `badRequest`: if it is a real, write
/// `.real(70)`, since the literal `70` is an integer. The first value of a list field is not an empty list.
public enum RecordValue: Hashable, Sendable {
    /// A string.
    case string(String)
    /// A 64-bit integer.
    case integer(Int)
    /// A finite floating-point number.
    case real(Double)
    /// A point in time, with a precision of one millisecond.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// A reference to another record.
    case reference(RecordReference)
    /// A place on the earth.
    case location(RecordLocation)
    /// Values of one type; lists do not nest.
    case list([RecordValue])
    /// In a record to save, removes the field; never in a record that was read.
    case removed
}

/// A reference from a field to a record of the same zone.
public struct RecordReference: Codable, Hashable, Sendable {
    /// The consequence of deleting the record that is referred to.
    public enum Action: String, Codable, Hashable, Sendable {
        /// Nothing.
        case none
        /// The record with the reference is deleted too.
        case deleteSelf
        /// Nothing, but saving fails if the record does not exist.
        case validate
    }

    /// The name of the record.
    public var name: RecordName
    /// The zone of the record that has the reference; `nil` means the same zone, and any other is refused.
    public var zone: ZoneName?
    /// The consequence of deleting that record.
    public var action: Action

    /// Creates a reference.
    public init(_ name: RecordName, zone: ZoneName? = nil, action: Action = .none) {
        self.name = name
        self.zone = zone
        self.action = action
    }
}

/// A place on the earth.
public struct RecordLocation: Codable, Hashable, Sendable {
    /// The latitude in degrees, -90 to 90.
    public var latitude: Double
    /// The longitude in degrees, -180 to 180.
    public var longitude: Double
    /// The radius of uncertainty of the place in meters.
    public var horizontalAccuracy: Double?
    /// The uncertainty of the altitude in meters.
    public var verticalAccuracy: Double?
    /// The altitude in meters.
    public var altitude: Double?
    /// The speed in meters per second.
    public var speed: Double?
    /// The course in degrees from north.
    public var course: Double?
    /// The time of the measurement.
    public var date: Date?

    /// Creates a location.
    public init(
        latitude: Double,
        longitude: Double,
        horizontalAccuracy: Double? = nil,
        verticalAccuracy: Double? = nil,
        altitude: Double? = nil,
        speed: Double? = nil,
        course: Double? = nil,
        date: Date? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.altitude = altitude
        self.speed = speed
        self.course = course
        self.date = date
    }
}

extension RecordValue {
    /// The string, or `nil` for every other type.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

    /// The integer, or `nil` for every other type.
    public var integerValue: Int? { if case .integer(let value) = self { value } else { nil } }

    /// The number as a real, if it is an integer or a real; `nil` for every other type.
    public var realValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// The date, or `nil` for every other type.
    public var dateValue: Date? { if case .date(let value) = self { value } else { nil } }

    /// The data, or `nil` for every other type.
    public var dataValue: Data? { if case .data(let value) = self { value } else { nil } }

    /// The reference, or `nil` for every other type.
    public var referenceValue: RecordReference? { if case .reference(let value) = self { value } else { nil } }

    /// The location, or `nil` for every other type.
    public var locationValue: RecordLocation? { if case .location(let value) = self { value } else { nil } }

    /// The elements, or `nil` for every other type.
    public var listValue: [RecordValue]? { if case .list(let value) = self { value } else { nil } }
}

extension RecordValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByArrayLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// Creates a real number.
    public init(floatLiteral value: Double) { self = .real(value) }

    /// Creates a list.
    public init(arrayLiteral elements: RecordValue...) { self = .list(elements) }
}

extension RecordValue: Codable {
    /// Decodes the wire format.
    public init(from decoder: any Decoder) throws {
        let json = try JSONValue(from: decoder)
        do {
            try self.init(json: json)
        } catch let error as PropertyValueError {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: error.reason))
        }
    }

    /// Encodes the wire format.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .string(let value): try JSONValue.string(value).encode(to: encoder)
        case .integer(let value): try JSONValue.integer(value).encode(to: encoder)
        case .real(let value): try JSONValue.real(value).encode(to: encoder)
        case .date(let value): try JSONValue(value).encode(to: encoder)
        case .data(let value): try JSONValue(value).encode(to: encoder)
        case .reference(let value): try ["$reference": value].encode(to: encoder)
        case .location(let value): try ["$location": value].encode(to: encoder)
        case .list(let values): try values.encode(to: encoder)
        case .removed: try ["$removed": true].encode(to: encoder)
        }
    }

    private init(json: JSONValue) throws {
        switch json {
        case .string(let value): self = .string(value)
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .array(let elements):
            self = .list(
                try elements.map { element in
                    let value = try RecordValue(json: element)
                    switch value {
                    case .list, .removed: throw PropertyValueError(reason: "lists of a record do not nest")
                    default: return value
                    }
                }
            )
        case .object(let members):
            guard members.count == 1, let (tag, content) = members.first else {
                throw PropertyValueError(reason: "a value of a record is no object without a tag")
            }
            self = try Self.tagged(tag, content, json)
        case .null, .bool:
            throw PropertyValueError(reason: "a value of a record is neither null nor a boolean; use 0 and 1")
        }
    }

    private static func tagged(_ tag: String, _ content: JSONValue, _ json: JSONValue) throws -> RecordValue {
        switch tag {
        case "$reference": return .reference(try content.decode())
        case "$location": return .location(try content.decode())
        case "$removed" where content == true: return .removed
        default:
            if let date = json.dateValue { return .date(date) }
            if let data = json.dataValue { return .data(data) }
            throw PropertyValueError(reason: "\"\(tag.prefix(32))\" is no tag of a value, or what it tags is malformed")
        }
    }
}
