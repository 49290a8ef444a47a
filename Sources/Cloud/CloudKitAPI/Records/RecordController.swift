import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import Hummingbird
import JSON

enum RecordController {
    static func modify(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await request.open(writes: true)
        guard let author = open.author else { throw request.loginNeeded }
        let json = try request.json()
        let encoder = try RecordEncoder(json)
        let zone = try json.zone(of: open.database)
        let isAtomic = try isAtomic(json, in: zone)
        let lifetime = Double(request.cloud.configuration.pushLifetime)
        let settings = RecordNotificationSettings(expires: request.cloud.now().addingTimeInterval(lifetime)) {
            Secret.uuid()
        }
        let result = try await request.store.modifyRecords(
            try OperationParser.operations(json),
            in: zone,
            of: open.database,
            by: author,
            isAtomic: isAtomic,
            notifications: settings
        )
        return response(records: try result.get().map(encoder.text))
    }

    static func lookup(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await request.open(writes: false)
        let json = try request.json()
        let encoder = try RecordEncoder(json)
        let wanted = try json.list("records").map { record throws(CloudKitError) in
            guard let name = record["recordName"]?.stringValue, CloudRecordLimits.isName(name) else {
                throw .invalid("Every element of \"records\" has a \"recordName\".")
            }
            return (name: name, encoder: try encoder.encoder(of: record))
        }
        let zone = try json.zone(of: open.database)
        let result = try await request.store.records(wanted.map(\.name), in: zone, of: open.database)
        return response(records: zip(wanted, try result.get()).map { $0.encoder.text(of: $1) })
    }

    static func query(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await request.open(writes: false)
        let json = try request.json()
        let encoder = try RecordEncoder(json)
        let zone = try json.zone(of: open.database)
        guard let wanted = json["query"] else { throw CloudKitError.invalid("\"query\" is missing.") }
        let name = """
            \(request.store.epoch)/\(open.database.number.value)/\(zone)/\
            \(String(decoding: wanted.jsonBytes(sortsNames: true), as: UTF8.self))
            """
        let marker = try json.text("continuationMarker")
        let result = try await request.store.query(
            try CloudRecordQuery(json: wanted),
            in: zone,
            of: open.database,
            limit: try json.resultsLimit(atMost: CloudRecordLimits.operations),
            after: try marker.map { text throws(CloudKitError) in
                try ContinuationMarker.position(text, of: name)
            }
        )
        let page = try result.get()
        var members: [String: JSONValue] = [:]
        if let position = page.position {
            members["continuationMarker"] = .string(ContinuationMarker.text(position, of: name))
        }
        return response(records: page.records.map(encoder.text), members)
    }

    private static func isAtomic(_ json: JSONValue, in zone: String) throws -> Bool? {
        guard let value = json.member("atomic") else { return nil }
        guard let isAtomic = value.boolValue else { throw CloudKitError.invalid("\"atomic\" is true or false.") }
        guard !isAtomic || zone != CloudStore.defaultZone else {
            throw CloudKitError.invalid("The default zone has no atomic batches; use a zone of your own.")
        }
        return isAtomic
    }

    static func response(records: [String], _ members: [String: JSONValue] = [:]) -> Response {
        var text = "{\"records\":[\(records.joined(separator: ","))]"
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { text += ",\"\(name)\":\(value.jsonText)" }
        return JSONResponse.make(bytes: Array((text + "}").utf8))
    }
}
