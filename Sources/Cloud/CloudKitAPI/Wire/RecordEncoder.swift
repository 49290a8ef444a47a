import CloudCore
import CloudStorage
import Foundation
import JSON

/// Encodes records as JSON text.
///
/// The fields of a record are stored in the wire format. They are written without being parsed, unless a client asks
/// for some of them only, or for another form of numbers.
struct RecordEncoder: Sendable {
    /// The fields to include; `nil` for all.
    var desiredKeys: Set<String>?
    /// `true` if integers and real numbers are written as texts.
    var numbersAsStrings = false

    /// Parses `desiredKeys` and `numbersAsStrings` of a request.
    ///
    /// - Throws: ``CloudKitError`` with code `BAD_REQUEST`.
    init(_ request: JSONValue) throws(CloudKitError) {
        desiredKeys = try Self.desiredKeys(request["desiredKeys"])
        numbersAsStrings = request["numbersAsStrings"]?.boolValue ?? false
    }

    /// Parses a list of field names; `nil` if it is missing.
    static func desiredKeys(_ json: JSONValue?) throws(CloudKitError) -> Set<String>? {
        guard let json, !json.isNull else { return nil }
        guard let keys = json.arrayValue?.map(\.stringValue), !keys.contains(nil) else {
            throw .invalid("\"desiredKeys\" is a list of names of fields.")
        }
        return Set(keys.compactMap { $0 })
    }

    /// Encodes the outcome of an operation or of the lookup of a name.
    func text(of outcome: CloudRecordOutcome) -> String {
        switch outcome {
        case .saved(let record): text(of: record)
        case .deleted(let name): deletion(of: name)
        case .failed(let name, let failure):
            JSONValue.object(Self.members(of: failure).merging(["recordName": .string(name)]) { $1 }).jsonText
        }
    }

    /// Encodes a record, or the deletion of one.
    func text(of record: CloudRecord) -> String {
        guard !record.isDeleted else { return deletion(of: record.name) }
        let fields = desiredKeys == nil && !numbersAsStrings ? record.fieldText : self.fields(of: record).jsonText
        return """
            {"recordName":\(JSONValue.string(record.name).jsonText),"recordType":"\(record.type)",\
            "recordChangeTag":"\(record.changeTag)","fields":\(fields),"pluginFields":{},\
            "created":\(Self.stamp(record.created)),"modified":\(Self.stamp(record.modified)),"deleted":false}
            """
    }

    /// The members of the error of one record, one zone or one subscription.
    static func members(of failure: CloudRecordFailure) -> [String: JSONValue] {
        [
            "uuid": .string(Secret.uuid()), "serverErrorCode": .string(failure.code.rawValue),
            "reason": .string(failure.reason),
        ]
    }

    private func deletion(of name: String) -> String {
        "{\"recordName\":\(JSONValue.string(name).jsonText),\"deleted\":true}"
    }

    private static func stamp(_ stamp: CloudRecordStamp) -> String {
        JSONValue.object([
            "timestamp": .integer(Int((stamp.date.timeIntervalSince1970 * 1000).rounded())),
            "userRecordName": .string(stamp.userID), "deviceID": .string(stamp.deviceID),
        ]).jsonText
    }

    private func fields(of record: CloudRecord) -> JSONValue {
        var fields = record.fields
        if let desiredKeys { fields = fields.filter { desiredKeys.contains($0.key) } }
        return .object(
            fields.mapValues { field in
                guard numbersAsStrings, [.int64, .double].contains(field.type.element) else { return field.json }
                return ["type": .string(field.type.rawValue), "value": Self.text(field.value)]
            }
        )
    }

    private static func text(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(text))
        case .integer, .real: .string(value.jsonText)
        default: value
        }
    }
}
