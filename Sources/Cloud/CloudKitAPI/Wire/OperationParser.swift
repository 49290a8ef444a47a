import CloudCore
import CloudStorage
import JSON

enum OperationParser {
    /// - Throws: ``CloudKitError``, or `CloudRecordFailure` for the value of a field.
    static func operations(_ json: JSONValue) throws -> [CloudRecordOperation] {
        try json.list("operations").map(operation)
    }

    private static func operation(_ json: JSONValue) throws -> CloudRecordOperation {
        guard let kind = json["operationType"]?.stringValue.flatMap(CloudRecordOperation.Kind.init(rawValue:)) else {
            let kinds = CloudRecordOperation.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw CloudKitError.invalid("\"operationType\" is one of \(kinds).")
        }
        guard let record = json["record"], record.objectValue != nil else {
            throw CloudKitError.invalid("Every operation has a \"record\", an object.")
        }
        var fields: [String: CloudFieldInput] = [:]
        if let members = record.member("fields") {
            guard let members = members.objectValue else { throw CloudKitError.invalid("\"fields\" is an object.") }
            for (name, value) in members { fields[name] = try CloudFieldInput(json: value, of: name) }
        }
        return CloudRecordOperation(
            kind: kind,
            name: try name(of: record, kind),
            type: try record.text("recordType"),
            changeTag: try record.text("recordChangeTag"),
            fields: fields
        )
    }

    /// Returns the name of a record; generates a UUID for a new record without a name.
    private static func name(
        of record: JSONValue,
        _ kind: CloudRecordOperation.Kind
    ) throws(CloudKitError) -> String {
        guard let name = try record.text("recordName") else {
            guard kind == .create else { throw .invalid("\"\(kind.rawValue)\" needs a \"recordName\".") }
            return Secret.uuid().uppercased()
        }
        guard CloudRecordLimits.isName(name) else {
            throw .invalid("\"recordName\" has 1 to 255 bytes and no control characters.")
        }
        return name
    }
}
