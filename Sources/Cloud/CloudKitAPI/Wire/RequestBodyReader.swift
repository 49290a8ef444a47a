import CloudStorage
import JSON
import NIOCore

enum RequestBodyReader {
    /// The largest size of a body of `records/modify`, in bytes.
    static let modifyLimit = 16 * 1024 * 1024
    /// The largest size of any other body, in bytes.
    static let limit = 256 * 1024
    static let depthLimit = 32
    static let valueLimit = 500_000

    /// Parses a body as JSON, whatever its content type; an empty body counts as an empty object.
    static func json(_ body: ByteBuffer) throws(CloudKitError) -> JSONValue {
        guard body.readableBytes > 0 else { return [:] }
        let parsed: JSONValue
        do {
            parsed = try JSONValue(parsing: body.readableBytesView, depthLimit: depthLimit, valueLimit: valueLimit)
        } catch {
            throw .invalid("The body is \(error).")
        }
        guard parsed.objectValue != nil else { throw .invalid("The body is a JSON object.") }
        return parsed
    }
}

extension JSONValue {
    /// Returns a member; `nil` if it is missing or `null`.
    func member(_ name: String) -> JSONValue? { self[name].flatMap { $0.isNull ? nil : $0 } }

    /// Returns a list of objects, of at most ``CloudStorage/CloudRecordLimits/operations``.
    func list(_ name: String) throws(CloudKitError) -> [JSONValue] {
        guard let elements = self[name]?.arrayValue, elements.allSatisfy({ $0.objectValue != nil }) else {
            throw .invalid("\"\(name)\" is a list of objects.")
        }
        guard elements.count <= CloudRecordLimits.operations else {
            throw .invalid("\"\(name)\" has at most \(CloudRecordLimits.operations) elements.")
        }
        return elements
    }

    /// Returns `resultsLimit`, at most `limit`; ``CloudStorage/CloudRecordLimits/operations`` if it is missing.
    func resultsLimit(atMost limit: Int) throws(CloudKitError) -> Int {
        guard let value = member("resultsLimit") else { return CloudRecordLimits.operations }
        guard let number = value.integerValue, number > 0 else {
            throw .invalid("\"resultsLimit\" is a positive integer.")
        }
        return min(number, limit)
    }

    func text(_ name: String) throws(CloudKitError) -> String? {
        guard let value = member(name) else { return nil }
        guard let text = value.stringValue else { throw .invalid("\"\(name)\" is a string.") }
        return text
    }

    func names(_ name: String, of what: String) throws(CloudKitError) -> Set<String>? {
        guard let value = member(name) else { return nil }
        guard let names = value.arrayValue?.map(\.stringValue), !names.contains(nil) else {
            throw .invalid("\"\(name)\" is a list of names of \(what).")
        }
        return Set(names.compactMap { $0 })
    }

    func desiredKeys() throws(CloudKitError) -> Set<String>? { try names("desiredKeys", of: "fields") }

    /// Returns the name of the zone of `zoneID`, the default zone's if it is missing; no other owner's zone exists
    /// here.
    func zone(of database: CloudRecordDatabase) throws(CloudKitError) -> String {
        guard let id = member("zoneID") else { return CloudStore.defaultZone }
        guard let name = id["zoneName"]?.stringValue, CloudRecordLimits.isName(name) else {
            throw .invalid("\"zoneID\" is an object with a \"zoneName\".")
        }
        let aliases = [database.ownerID, CloudStore.publicOwner, "__defaultOwner__", ""]
        if let owner = try id.text("ownerRecordName") {
            guard aliases.contains(owner) else { throw CloudKitError(.noZone(name)) }
        }
        return name
    }

    func requiredZone(of database: CloudRecordDatabase) throws(CloudKitError) -> String {
        guard member("zoneID") != nil else { throw .invalid("\"zoneID\" is missing.") }
        return try zone(of: database)
    }
}
