import FoundationEssentials
import HostStorage
import JSON
import TodayProtocol

/// Translates records between the process protocol and CloudKit's JSON.
struct RecordCoding: Sendable {
    /// The host's device id in the cloud.
    var device: String
    /// The id that stands for this device in records for processes, in place of ``device``.
    var ownName: String

    // MARK: - To the cloud

    static func zoneID(_ zone: ZoneName) -> JSONValue { ["zoneName": .string(zone.rawValue)] }

    static func operation(_ change: RecordChange) -> JSONValue {
        switch change {
        case .delete(let name):
            return ["operationType": "forceDelete", "record": ["recordName": .string(name.rawValue)]]
        case .save(let record, let policy):
            var members: [String: JSONValue] = [
                "recordName": .string(record.name.rawValue), "recordType": .string(record.type),
                "fields": .object(record.fields.mapValues(field)),
            ]
            let type: String
            switch policy {
            case .ifUnchanged where record.changeTag == nil: type = "create"
            case .ifUnchanged:
                type = "update"
                members["recordChangeTag"] = record.changeTag.map { .string($0) }
            case .changedKeys: type = "forceUpdate"
            case .allKeys: type = "forceReplace"
            }
            if type == "create" || type == "forceReplace" {
                // A new record has no fields that could be removed.
                members["fields"] = .object(record.fields.filter { $0.value != .removed }.mapValues(field))
            }
            return ["operationType": .string(type), "record": .object(members)]
        }
    }

    static func field(_ value: RecordValue) -> JSONValue {
        var members = ["value": json(value)]
        members["type"] = typeName(value).map { .string($0) }
        return .object(members)
    }

    static func query(_ query: RecordQuery) -> JSONValue {
        var members: [String: JSONValue] = [
            "recordType": .string(query.type),
            "filterBy": .array(
                query.filters.map { filter in
                    var members: [String: JSONValue] = [
                        "comparator": .string(filter.comparator.rawValue), "fieldName": .string(filter.field),
                        "fieldValue": field(filter.value),
                    ]
                    members["distance"] = filter.distance.map { .real($0) }
                    return .object(members)
                }
            ),
        ]
        if !query.sort.isEmpty {
            members["sortBy"] = .array(
                query.sort.map { ["fieldName": .string($0.field), "ascending": .bool($0.ascending)] }
            )
        }
        return .object(members)
    }

    private static func json(_ value: RecordValue) -> JSONValue {
        switch value {
        case .string(let value): .string(value)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .date(let value): .integer(milliseconds(value))
        case .data(let value): .string(value.base64EncodedString())
        case .reference(let reference): json(reference)
        case .location(let location): json(location)
        case .list(let values): .array(values.map(json))
        case .removed: .null
        }
    }

    private static func json(_ reference: RecordReference) -> JSONValue {
        var members: [String: JSONValue] = [
            "recordName": .string(reference.name.rawValue), "action": .string(actions[reference.action] ?? "NONE"),
        ]
        members["zoneID"] = reference.zone.map(zoneID)
        return .object(members)
    }

    private static func json(_ location: RecordLocation) -> JSONValue {
        let members: [String: JSONValue?] = [
            "latitude": .real(location.latitude), "longitude": .real(location.longitude),
            "horizontalAccuracy": location.horizontalAccuracy.map { .real($0) },
            "verticalAccuracy": location.verticalAccuracy.map { .real($0) },
            "altitude": location.altitude.map { .real($0) }, "speed": location.speed.map { .real($0) },
            "course": location.course.map { .real($0) },
            "timestamp": location.date.map { .integer(milliseconds($0)) },
        ]
        return .object(members.compactMapValues(\.self))
    }

    /// Returns CloudKit's name for the type of a value; `nil` if the cloud must take it from its schema.
    private static func typeName(_ value: RecordValue) -> String? {
        switch value {
        case .string: "STRING"
        case .integer: "INT64"
        case .real: "DOUBLE"
        case .date: "TIMESTAMP"
        case .data: "BYTES"
        case .reference: "REFERENCE"
        case .location: "LOCATION"
        case .list(let values): values.first.flatMap(typeName).map { $0 + "_LIST" }
        case .removed: nil
        }
    }

    private static func milliseconds(_ date: Date) -> Int {
        // Dates beyond JavaScript's range would not fit an integer.
        Int((date.timeIntervalSince1970 * 1000).rounded().clamped(to: -8.64e15...8.64e15))
    }

    private static let actions: [RecordReference.Action: String] = [
        .none: "NONE", .deleteSelf: "DELETE_SELF", .validate: "VALIDATE",
    ]

    // MARK: - From the cloud

    /// Parses a record, without fields of types that processes cannot have, such as files; `nil` if it is malformed.
    func record(_ json: JSONValue) -> Record? {
        guard let name = json["recordName"]?.stringValue.map({ RecordName($0) }), name.isWellFormed,
            let type = json["recordType"]?.stringValue, RecordLimits.isFieldName(type),
            let fields = json["fields"]?.objectValue ?? (json["fields"] == nil ? [:] : nil)
        else { return nil }
        var record = Record(name, type: type)
        for (field, value) in fields where RecordLimits.isFieldName(field) {
            record.fields[field] = Self.value(value)
        }
        record.changeTag = Self.tag(of: json)
        record.created = json["created"].flatMap(stamp)
        record.modified = json["modified"].flatMap(stamp)
        return record
    }

    /// Returns the change tag of a record if it may be stored and sent back; otherwise `nil`.
    static func tag(of json: JSONValue) -> String? {
        guard let tag = json["recordChangeTag"]?.stringValue, (1...255).contains(tag.utf8.count) else { return nil }
        return tag.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? tag : nil
    }

    private func stamp(_ json: JSONValue) -> RecordStamp? {
        func name(_ member: String) -> String? {
            json[member]?.stringValue.flatMap { $0.utf8.count <= RecordLimits.nameBytes ? $0 : nil }
        }
        guard let date = json["timestamp"].flatMap(Self.date) else { return nil }
        let device = name("deviceID")
        return RecordStamp(date: date, device: device == self.device ? ownName : device, process: name("process"))
    }

    private static func value(_ json: JSONValue) -> RecordValue? {
        guard let value = json["value"] else { return nil }
        let type = json["type"]?.stringValue
        let element = type.flatMap { $0.hasSuffix("_LIST") ? String($0.dropLast("_LIST".count)) : nil }
        guard let elements = value.arrayValue else { return element == nil ? single(value, type: type) : nil }
        let values = elements.compactMap { single($0, type: element) }
        return values.count == elements.count ? .list(values) : nil
    }

    private static func single(_ json: JSONValue, type: String?) -> RecordValue? {
        switch type {
        case "STRING": json.stringValue.map { .string($0) }
        case "INT64": json.integerValue.map { .integer($0) }
        case "DOUBLE": json.numberValue.flatMap { $0.isFinite ? .real($0) : nil }
        case "TIMESTAMP": date(json).map { .date($0) }
        case "BYTES": json.stringValue.flatMap { Data(base64Encoded: $0) }.map { .data($0) }
        case "REFERENCE": reference(json).map { .reference($0) }
        case "LOCATION": location(json).map { .location($0) }
        case nil:
            switch json {
            case .string(let value): .string(value)
            case .integer(let value): .integer(value)
            case .real(let value): .real(value)
            default: nil
            }
        default: nil
        }
    }

    /// The years 1 to 9999 in milliseconds; a date outside them cannot be encoded, so the whole reply would fail.
    private static let writableDates = -62_135_596_800_000.0..<253_402_300_800_000.0

    private static func date(_ json: JSONValue) -> Date? {
        guard let milliseconds = json.numberValue?.rounded(), writableDates.contains(milliseconds) else { return nil }
        return Date(timeIntervalSince1970: milliseconds / 1000)
    }

    private static func reference(_ json: JSONValue) -> RecordReference? {
        guard let name = json["recordName"]?.stringValue.map({ RecordName($0) }), name.isWellFormed else { return nil }
        let zone = json["zoneID"]?["zoneName"]?.stringValue.map { ZoneName($0) }
        let action = actions.first { $0.value == json["action"]?.stringValue }?.key
        return RecordReference(name, zone: zone.flatMap { $0.isWellFormed ? $0 : nil }, action: action ?? .none)
    }

    private static func location(_ json: JSONValue) -> RecordLocation? {
        guard let latitude = json["latitude"]?.numberValue, let longitude = json["longitude"]?.numberValue,
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        func number(_ name: String) -> Double? { json[name]?.numberValue.flatMap { $0.isFinite ? $0 : nil } }
        return RecordLocation(
            latitude: latitude,
            longitude: longitude,
            horizontalAccuracy: number("horizontalAccuracy"),
            verticalAccuracy: number("verticalAccuracy"),
            altitude: number("altitude"),
            speed: number("speed"),
            course: number("course"),
            date: json["timestamp"].flatMap(date)
        )
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        isNaN ? 0 : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
