import CloudCore
import CloudStorage
import Foundation
import JSON

/// Encodes records as JSON text.
///
/// Stored fields have the wire format, and are parsed only for a client that asks for some, or other numbers.
struct RecordEncoder: Sendable {
    /// The fields to include; `nil` for all.
    var desiredKeys: Set<String>?
    var numbersAsStrings = false

    init(_ request: JSONValue) throws(CloudKitError) {
        desiredKeys = try request.desiredKeys()
        numbersAsStrings = request["numbersAsStrings"]?.boolValue ?? false
    }

    /// Returns the encoder for a part of the request, which may have its own `desiredKeys`.
    func encoder(of part: JSONValue) throws(CloudKitError) -> RecordEncoder {
        var encoder = self
        encoder.desiredKeys = try part.desiredKeys() ?? desiredKeys
        return encoder
    }

    func text(of outcome: CloudRecordOutcome) -> String {
        switch outcome {
        case .saved(let record): text(of: record)
        case .deleted(let name): deletion(of: name)
        case .failed(let name, let failure): failure.json(["recordName": .string(name)]).jsonText
        }
    }

    func text(of record: CloudRecord) -> String {
        guard !record.isDeleted else { return deletion(of: record.name) }
        let fields = desiredKeys == nil && !numbersAsStrings ? record.fieldText : self.fields(of: record).jsonText
        return """
            {"recordName":\(JSONValue.string(record.name).jsonText),"recordType":"\(record.type)",\
            "recordChangeTag":"\(record.changeTag)","fields":\(fields),"pluginFields":{},\
            "created":\(Self.stamp(record.created)),"modified":\(Self.stamp(record.modified)),"deleted":false}
            """
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

extension CloudRecordFailure {
    /// Encodes the error of a request, or of one record, one zone or one subscription, with further members.
    func json(_ members: [String: JSONValue]) -> JSONValue {
        let own: [String: JSONValue] = [
            "uuid": .string(Secret.uuid()), "serverErrorCode": .string(code.rawValue), "reason": .string(reason),
        ]
        return .object(own.merging(members) { $1 })
    }

    /// Returns the result of `body`, or the error of one zone or subscription, with its id in a member.
    static func answer(
        about id: JSONValue,
        as name: String,
        _ body: () async throws -> JSONValue
    ) async throws -> JSONValue {
        do {
            return try await body()
        } catch let error as CloudKitError {
            return error.failure.json([name: id])
        } catch let failure as CloudRecordFailure {
            return failure.json([name: id])
        }
    }
}
