import FoundationEssentials
import JSON

/// Validates the values of fields, and converts them to their stored form.
enum FieldParser {
    /// The range of timestamps in milliseconds: the years 1 to 9999, which every client can write as text.
    private static let timestamps = -62_135_596_800_000.0...253_402_300_799_999.0

    /// Validates a value, or an element of a list; a number may be a text, as from clients that request texts.
    static func parse(
        _ value: JSONValue,
        as type: CloudFieldType.Element,
        _ name: String,
        zone: String?
    ) throws(CloudRecordFailure) -> JSONValue {
        let parsed: JSONValue? =
            switch type {
            case .string: value.stringValue.map { .string($0) }
            case .int64: integer(value).map { .integer($0) }
            case .double: real(value).map { .real($0) }
            case .timestamp: timestamp(value).map { .integer($0) }
            case .bytes:
                value.stringValue.flatMap { text in Data(base64Encoded: text).map { _ in .string(text) } }
            case .reference: try reference(value, name, zone: zone)
            case .location: location(value)
            case .asset: nil
            }
        guard let parsed else {
            throw .invalid("The value of the field \(name) is no \(type.rawValue).")
        }
        return parsed
    }

    private static func integer(_ value: JSONValue) -> Int? {
        switch value {
        case .integer(let integer): integer
        case .real(let real): Int(exactly: real)
        case .string(let text): Int(text)
        default: nil
        }
    }

    private static func real(_ value: JSONValue) -> Double? {
        if case .string(let text) = value {
            guard let real = Double(text), real.isFinite else { return nil }
            return real
        }
        return value.numberValue
    }

    private static func timestamp(_ value: JSONValue) -> Int? {
        guard let milliseconds = real(value)?.rounded(), timestamps.contains(milliseconds) else { return nil }
        return Int(milliseconds)
    }

    private static func reference(
        _ value: JSONValue,
        _ name: String,
        zone: String?
    ) throws(CloudRecordFailure) -> JSONValue? {
        guard let target = value["recordName"]?.stringValue, CloudRecordLimits.isName(target) else { return nil }
        let action = value["action"]?.stringValue ?? "NONE"
        guard ReferenceAction(rawValue: action) != nil else {
            throw .invalid("The action of the reference \(name) is NONE, DELETE_SELF or VALIDATE.")
        }
        var members: [String: JSONValue] = ["recordName": .string(target), "action": .string(action)]
        if let other = value["zoneID"]?["zoneName"]?.stringValue {
            guard zone == nil || other == zone else {
                throw .invalid("The reference \(name) leads to another zone; it can only lead to a record of its own.")
            }
            members["zoneID"] = ["zoneName": .string(other)]
        }
        return .object(members)
    }

    private static func location(_ value: JSONValue) -> JSONValue? {
        guard let latitude = value["latitude"]?.numberValue, let longitude = value["longitude"]?.numberValue,
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        var members: [String: JSONValue] = ["latitude": .real(latitude), "longitude": .real(longitude)]
        for key in ["horizontalAccuracy", "verticalAccuracy", "altitude", "speed", "course"] {
            guard let value = value[key], !value.isNull else { continue }
            guard let number = value.numberValue else { return nil }
            members[key] = .real(number)
        }
        if let value = value["timestamp"], !value.isNull {
            guard let milliseconds = timestamp(value) else { return nil }
            members["timestamp"] = .integer(milliseconds)
        }
        return .object(members)
    }
}

/// The effect of a reference when its target is deleted or missing.
package enum ReferenceAction: String, Hashable, Sendable {
    /// No effect.
    case none = "NONE"
    /// Deleting the target deletes the record.
    case deleteSelf = "DELETE_SELF"
    /// The target must exist when the record is saved.
    case validate = "VALIDATE"
}
