import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import Hummingbird
import JSON

/// Serves `records/modify`, `records/lookup` and `records/query`.
struct RecordController: Sendable {
    let cloud: Cloud
    let databases: DatabaseOpener

    /// Changes records.
    func modify(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await databases.open(request, writes: true)
        guard let author = open.author else { throw DatabaseOpener.loginNeeded(request) }
        let json = try RequestBodyReader.json(request.body)
        let encoder = try RecordEncoder(json)
        let zone = try RequestBodyReader.zone(json["zoneID"], of: open.database)
        let isAtomic = try isAtomic(json, in: zone)
        let settings = RecordNotificationSettings(
            expires: cloud.now().addingTimeInterval(Double(cloud.configuration.pushLifetime))
        ) { Secret.uuid() }
        let result = try await cloud.store.modifyRecords(
            try OperationParser.operations(json),
            in: zone,
            of: open.database,
            by: author,
            isAtomic: isAtomic,
            notifications: settings
        )
        return Self.response(records: try result.orThrow().map(encoder.text))
    }

    /// Returns records by name.
    func lookup(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await databases.open(request, writes: false)
        let json = try RequestBodyReader.json(request.body)
        let encoder = try RecordEncoder(json)
        var names: [String] = []
        var encoders: [RecordEncoder] = []
        for record in try RequestBodyReader.list(json, "records") {
            guard let name = record["recordName"]?.stringValue, CloudRecordLimits.isName(name) else {
                throw CloudKitError.invalid("Every element of \"records\" has a \"recordName\".")
            }
            names.append(name)
            var own = encoder
            if let keys = try RecordEncoder.desiredKeys(record["desiredKeys"]) { own.desiredKeys = keys }
            encoders.append(own)
        }
        let result = try await cloud.store.records(
            names,
            in: try RequestBodyReader.zone(json["zoneID"], of: open.database),
            of: open.database
        )
        return Self.response(records: zip(encoders, try result.orThrow()).map { $0.text(of: $1) })
    }

    /// Returns the records that match a query.
    func query(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await databases.open(request, writes: false)
        let json = try RequestBodyReader.json(request.body)
        let encoder = try RecordEncoder(json)
        let zone = try RequestBodyReader.zone(json["zoneID"], of: open.database)
        guard let wanted = json["query"] else { throw CloudKitError.invalid("\"query\" is missing.") }
        let name = """
            \(cloud.store.epoch)/\(open.database.number.value)/\(zone)/\
            \(String(decoding: wanted.jsonBytes(sortsNames: true), as: UTF8.self))
            """
        let marker = try RequestBodyReader.text(json, "continuationMarker")
        let result = try await cloud.store.query(
            try Self.query(wanted),
            in: zone,
            of: open.database,
            limit: try RequestBodyReader.resultsLimit(json, atMost: CloudRecordLimits.operations),
            after: try marker.map { text throws(CloudKitError) in
                try ContinuationMarker.position(text, of: name)
            }
        )
        let page = try result.orThrow()
        var members: [String: JSONValue] = [:]
        if let position = page.position {
            members["continuationMarker"] = .string(ContinuationMarker.text(position, of: name))
        }
        return Self.response(records: page.records.map(encoder.text), members)
    }

    private func isAtomic(_ json: JSONValue, in zone: String) throws -> Bool? {
        guard let value = json["atomic"], !value.isNull else { return nil }
        guard let isAtomic = value.boolValue else { throw CloudKitError.invalid("\"atomic\" is true or false.") }
        guard !isAtomic || zone != CloudStore.defaultZone else {
            throw CloudKitError.invalid("The default zone has no atomic batches; use a zone of your own.")
        }
        return isAtomic
    }

    private static func query(_ json: JSONValue) throws -> CloudRecordQuery {
        do {
            return try CloudRecordQuery(json: json)
        } catch {
            throw CloudKitError(error)
        }
    }

    /// Makes a response from the texts of records.
    static func response(records: [String], _ members: [String: JSONValue] = [:]) -> Response {
        var text = "{\"records\":[\(records.joined(separator: ","))]"
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { text += ",\"\(name)\":\(value.jsonText)" }
        return JSONResponse.make(bytes: Array((text + "}").utf8))
    }
}

extension Result where Failure == CloudRecordFailure {
    /// Returns the value.
    ///
    /// - Throws: The failure as a ``CloudKitError``.
    func orThrow() throws(CloudKitError) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let failure): throw CloudKitError(failure)
        }
    }
}
