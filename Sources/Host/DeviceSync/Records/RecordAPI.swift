import HostStorage
import JSON
import TodayProtocol

/// The client of a cloud's record routes for one container, on behalf of one process.
struct RecordAPI: Sendable {
    /// Largest size of a response, in bytes; a cloud's pages have at most 16 MB of fields.
    static let responseLimit = 32 << 20
    /// Largest number of JSON values in a response.
    static let valueLimit = 2_000_000
    /// Largest size of the records that one request saves, in bytes, unless a single record is larger.
    static let requestBytes = 4 << 20

    let device: DeviceAPI
    let container: String
    /// The bundle identifier of the process.
    let process: String

    // MARK: - Records

    /// Sends changes, and returns the cloud's result for each change, in the same order.
    func modify(_ batch: RecordBatch) async throws(RecordCallFailure) -> [JSONValue] {
        let body: JSONValue = [
            "operations": .array(batch.changes.map { RecordCoding.operation($0.change) }),
            "zoneID": RecordCoding.zoneID(batch.zone), "atomic": .bool(batch.isAtomic),
            // The response need not repeat the fields that were sent.
            "desiredKeys": [],
        ]
        return try matched(try await send(["records", "modify"], body), with: batch.changes.map(\.change.name))
    }

    /// Fetches records by name, and returns the cloud's result for each name, in the same order.
    func lookup(_ names: [RecordName], in zone: ZoneName) async throws(RecordCallFailure) -> [JSONValue] {
        let records = names.map { ["recordName": .string($0.rawValue)] as JSONValue }
        let body: JSONValue = ["records": .array(records), "zoneID": RecordCoding.zoneID(zone)]
        return try matched(try await send(["records", "lookup"], body), with: names)
    }

    /// Fetches records by name, in several requests if the cloud refuses one because it has too many records, and
    /// returns the cloud's result for each name, in the same order; an error for a record that is refused on its own.
    func lookupInParts(_ names: [RecordName], in zone: ZoneName) async throws(RecordCallFailure) -> [JSONValue] {
        do throws(RecordCallFailure) { return try await lookup(names, in: zone) } catch {
            guard error.isCuredByFewerNames else { throw error }
            guard names.count > 1 else { return [["serverErrorCode": .string(error.error.code.rawValue)]] }
        }
        let middle = names.count / 2
        let first = try await lookupInParts(Array(names[..<middle]), in: zone)
        return first + (try await lookupInParts(Array(names[middle...]), in: zone))
    }

    func query(
        _ query: RecordQuery,
        in zone: ZoneName,
        limit: Int,
        marker: String?
    ) async throws(RecordCallFailure) -> JSONValue {
        var body: [String: JSONValue] = [
            "zoneID": RecordCoding.zoneID(zone), "resultsLimit": .integer(limit), "query": RecordCoding.query(query),
        ]
        body["continuationMarker"] = marker.map { .string($0) }
        return try await send(["records", "query"], .object(body))
    }

    func changes(of zone: ZoneName, after token: String?, limit: Int) async throws(RecordCallFailure) -> JSONValue {
        var body: [String: JSONValue] = ["zoneID": RecordCoding.zoneID(zone), "resultsLimit": .integer(limit)]
        body["syncToken"] = token.map { .string($0) }
        return try await send(["records", "changes"], .object(body))
    }

    // MARK: - Zones

    func zones() async throws(RecordCallFailure) -> [ZoneName] {
        let zones = try await list("zones")
        return zones.compactMap { $0["zoneID"]?["zoneName"]?.stringValue.map { ZoneName($0) } }.filter(\.isWellFormed)
    }

    func modify(_ zone: ZoneName, operation: String) async throws(RecordCallFailure) {
        try await modify("zones", ["operationType": .string(operation), "zone": ["zoneID": RecordCoding.zoneID(zone)]])
    }

    // MARK: - Subscriptions

    /// Creates a subscription, and returns it or an existing one with the same id, as the cloud has it; throws
    /// `internalError` if one with another id covers the same changes.
    func create(_ subscription: RecordSubscription) async throws(RecordCallFailure) -> JSONValue {
        let operation: JSONValue = ["operationType": "create", "subscription": RecordCoding.json(subscription)]
        return try await modify("subscriptions", operation)
    }

    func subscriptions() async throws(RecordCallFailure) -> [JSONValue] { try await list("subscriptions") }

    /// Deletes a subscription; does nothing if it does not exist.
    func deleteSubscription(_ id: String) async throws(RecordCallFailure) {
        do throws(RecordCallFailure) {
            let operation: JSONValue = ["operationType": "delete", "subscription": ["subscriptionID": .string(id)]]
            try await modify("subscriptions", operation)
        } catch  where error.kind == .refused && error.error.code == .notFound {}
    }

    // MARK: - Requests

    /// Sends a request; if `body` is `nil`, the method is GET.
    private func send(_ operation: [String], _ body: JSONValue? = nil) async throws(RecordCallFailure) -> JSONValue {
        let path = ["database", "1", container, "production", "private"] + operation
        let headers = ["Authorization": "Bearer \(device.token)", "X-Today-Process": process]
        let method = body == nil ? "GET" : "POST"
        let request = device.request(method, path, headers: headers, body: body, limit: Self.responseLimit)
        let response: CloudResponse
        do throws(CloudFailure) { response = try await device.transport.send(request) } catch {
            throw RecordCallFailure(error)
        }
        guard (200..<300).contains(response.status) else { throw RecordCallFailure(response, from: device.address) }
        let json = try? JSONValue(parsing: response.body, depthLimit: 64, valueLimit: Self.valueLimit)
        guard let json, json.objectValue != nil else { throw .malformed(device.address) }
        return json
    }

    /// Returns the `records` of a response in the order of the requested names.
    private func matched(_ answer: JSONValue, with names: [RecordName]) throws(RecordCallFailure) -> [JSONValue] {
        var found: [String: JSONValue] = [:]
        for record in answer["records"]?.arrayValue ?? [] {
            if let name = record["recordName"]?.stringValue { found[name] = record }
        }
        var results: [JSONValue] = []
        for name in names {
            guard let result = found[name.rawValue] else { throw .malformed(device.address) }
            results.append(result)
        }
        return results
    }

    private func list(_ kind: String) async throws(RecordCallFailure) -> [JSONValue] {
        guard let found = try await send([kind, "list"])[kind]?.arrayValue else { throw .malformed(device.address) }
        return found
    }

    /// Sends a single operation on objects of a kind, and returns its result.
    @discardableResult
    private func modify(_ kind: String, _ operation: JSONValue) async throws(RecordCallFailure) -> JSONValue {
        let answer = try await send([kind, "modify"], ["operations": [operation]])
        guard let result = answer[kind]?.arrayValue?.first, result.objectValue != nil else {
            throw .malformed(device.address)
        }
        if let error = RecordError(json: result) { throw RecordCallFailure(error) }
        return result
    }
}
