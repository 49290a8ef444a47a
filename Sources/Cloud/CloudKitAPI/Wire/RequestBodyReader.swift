import CloudStorage
import JSON
import NIOCore

/// Parses parts of requests that several operations share.
enum RequestBodyReader {
    /// The largest size of a body of `records/modify`, in bytes.
    static let modifyLimit = 16 * 1024 * 1024
    /// The largest size of any other body, in bytes.
    static let limit = 256 * 1024
    /// The largest nesting depth of a body.
    static let depthLimit = 32
    /// The largest number of values in a body.
    static let valueLimit = 500_000

    /// Parses a body as JSON, whatever its content type.
    ///
    /// An empty body counts as an empty object.
    ///
    /// - Throws: ``CloudKitError`` with code `BAD_REQUEST`.
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

    /// Returns a list of objects, of at most ``CloudStorage/CloudRecordLimits/operations``.
    static func list(_ json: JSONValue, _ name: String) throws(CloudKitError) -> [JSONValue] {
        guard let elements = json[name]?.arrayValue, elements.allSatisfy({ $0.objectValue != nil }) else {
            throw .invalid("\"\(name)\" is a list of objects.")
        }
        guard elements.count <= CloudRecordLimits.operations else {
            throw .invalid("\"\(name)\" has at most \(CloudRecordLimits.operations) elements.")
        }
        return elements
    }

    /// Returns `resultsLimit`.
    ///
    /// - Parameters:
    ///   - json: The request.
    ///   - limit: The largest number of results, to which a larger one in the request is reduced.
    /// - Returns: The number; ``CloudStorage/CloudRecordLimits/operations`` if the request names none.
    /// - Throws: ``CloudKitError`` with code `BAD_REQUEST` if it is not a positive integer.
    static func resultsLimit(_ json: JSONValue, atMost limit: Int) throws(CloudKitError) -> Int {
        guard let value = json["resultsLimit"], !value.isNull else { return CloudRecordLimits.operations }
        guard let number = value.integerValue, number > 0 else {
            throw .invalid("\"resultsLimit\" is a positive integer.")
        }
        return min(number, limit)
    }

    /// Returns an optional text.
    static func text(_ json: JSONValue, _ name: String) throws(CloudKitError) -> String? {
        guard let value = json[name], !value.isNull else { return nil }
        guard let text = value.stringValue else { throw .invalid("\"\(name)\" is a string.") }
        return text
    }

    /// Returns the name of the zone of a `zoneID`; that of the default zone if the `zoneID` is missing.
    ///
    /// - Parameters:
    ///   - json: The `zoneID`.
    ///   - database: The database; a zone of another owner does not exist in it.
    /// - Returns: The name.
    /// - Throws: ``CloudKitError`` with code `BAD_REQUEST` or `ZONE_NOT_FOUND`.
    static func zone(_ json: JSONValue?, of database: CloudRecordDatabase) throws(CloudKitError) -> String {
        guard let json, !json.isNull else { return CloudStore.defaultZone }
        guard let name = json["zoneName"]?.stringValue, CloudRecordLimits.isName(name) else {
            throw .invalid("\"zoneID\" is an object with a \"zoneName\".")
        }
        let aliases = [database.ownerID, CloudStore.publicOwner, "__defaultOwner__", ""]
        if let owner = json["ownerRecordName"], !owner.isNull {
            guard let owner = owner.stringValue else { throw .invalid("\"ownerRecordName\" is a string.") }
            guard aliases.contains(owner) else { throw CloudKitError(.noZone(name)) }
        }
        return name
    }
}
