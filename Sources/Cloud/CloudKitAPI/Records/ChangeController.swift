import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import Hummingbird
import JSON

/// Serves `records/changes`, `changes/zone`, `changes/database` and `zones/changes`.
struct ChangeController: Sendable {
    let cloud: Cloud
    let databases: DatabaseOpener

    /// A client's request for the changes of one zone.
    private struct ZoneChangesRequest {
        var encoder: RecordEncoder
        var types: Set<String>?
        var limit: Int
        /// The remaining size of the answer, in bytes.
        var size = CloudRecordLimits.answerSize
        var isReverse = false
        var token: String?
    }

    /// Returns the changes of one zone.
    func records(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await databases.open(request, writes: false)
        let json = try RequestBodyReader.json(request.body)
        let zone = try await zone(json["zoneID"], of: open.database)
        let page = try await changes(of: zone, try zoneChangesRequest(json, encoder: try RecordEncoder(json)))
        return RecordController.response(
            records: page.records,
            ["syncToken": .string(page.token), "moreComing": .bool(page.hasMore)]
        )
    }

    /// Returns the changes of several zones.
    func zones(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await databases.open(request, writes: false)
        let json = try RequestBodyReader.json(request.body)
        let encoder = try RecordEncoder(json)
        var parts: [String] = []
        // The whole answer is limited to the size of one page, so clients may have to request later zones again.
        var size = 0
        var seen: Set<RecordZoneNumber> = []
        for zoneJSON in try RequestBodyReader.list(json, "zones") {
            do {
                let zone = try await zone(zoneJSON["zoneID"], of: open.database)
                var request = try zoneChangesRequest(zoneJSON, defaults: json, encoder: encoder)
                guard seen.insert(zone.number).inserted else { throw CloudKitError.invalid("A zone is listed twice.") }
                request.size = CloudRecordLimits.answerSize - size
                let page = try await changes(of: zone, request)
                size += page.records.reduce(0) { $0 + $1.utf8.count }
                let id = ZoneEncoder.id(of: zone.name, open.database).jsonText
                let token = JSONValue.string(page.token).jsonText
                parts.append(
                    """
                    {"zoneID":\(id),"records":[\(page.records.joined(separator: ","))],\
                    "syncToken":\(token),"moreComing":\(page.hasMore)}
                    """
                )
            } catch let error as CloudKitError where error.code == .zoneNotFound {
                let failure = CloudRecordFailure(error.code, error.reason)
                let members = RecordEncoder.members(of: failure).merging(["zoneID": zoneJSON["zoneID"] ?? [:]]) { $1 }
                parts.append(JSONValue.object(members).jsonText)
            }
        }
        return JSONResponse.make(bytes: Array("{\"zones\":[\(parts.joined(separator: ","))]}".utf8))
    }

    /// Returns the changed zones of a database.
    func database(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await databases.open(request, writes: false)
        let json = try RequestBodyReader.json(request.body)
        let place = SyncToken.Place(open.database, of: cloud.store)
        let text =
            try RequestBodyReader.text(json, "syncToken") ?? RequestBodyReader.text(json, "metaSyncToken")
        let token = try SyncToken(text, of: place)
        let limit = try RequestBodyReader.resultsLimit(json, atMost: CloudRecordLimits.changes)
        let page = try await cloud.store.changedZones(
            of: open.database.number,
            after: token.position,
            startedAt: token.start,
            limit: limit
        )
        guard let page else { throw Self.forgotten }
        let zones = page.zones.map { zone -> JSONValue in
            guard zone.isDeleted else { return ZoneEncoder.json(of: zone, open.database, cloud.store) }
            return ["zoneID": ZoneEncoder.id(of: zone.name, open.database), "deleted": true]
        }
        let following = token.advanced(to: page.position, of: page.last, hasMore: page.hasMore)
        let next = JSONValue.string(following.text(of: place))
        return JSONResponse.make([
            "zones": .array(zones), "syncToken": next, "metaSyncToken": next, "moreComing": .bool(page.hasMore),
        ])
    }

    // MARK: - One zone

    private static var forgotten: CloudKitError {
        .invalid("The sync token is too old; begin again without one, and read everything.")
    }

    private func zone(_ json: JSONValue?, of database: CloudRecordDatabase) async throws -> CloudRecordZone {
        guard let json, !json.isNull else { throw CloudKitError.invalid("\"zoneID\" is missing.") }
        let name = try RequestBodyReader.zone(json, of: database)
        guard let zone = try await cloud.store.zone(name, of: database.number) else {
            throw CloudKitError(.noZone(name))
        }
        return zone
    }

    private func zoneChangesRequest(
        _ json: JSONValue,
        defaults: JSONValue = [:],
        encoder: RecordEncoder
    ) throws(CloudKitError) -> ZoneChangesRequest {
        var own = encoder
        if let keys = try RecordEncoder.desiredKeys(json["desiredKeys"]) { own.desiredKeys = keys }
        var request = ZoneChangesRequest(
            encoder: own,
            limit: try RequestBodyReader.resultsLimit(
                json["resultsLimit"] == nil ? defaults : json,
                atMost: CloudRecordLimits.changes
            )
        )
        if let types = json["desiredRecordTypes"], !types.isNull {
            guard let names = types.arrayValue?.map(\.stringValue), !names.contains(nil) else {
                throw .invalid("\"desiredRecordTypes\" is a list of names of record types.")
            }
            request.types = Set(names.compactMap { $0 })
        }
        request.isReverse = json["reverse"]?.boolValue ?? false
        request.token = try RequestBodyReader.text(json, "syncToken")
        return request
    }

    private func changes(
        of zone: CloudRecordZone,
        _ request: ZoneChangesRequest
    ) async throws -> (records: [String], token: String, hasMore: Bool) {
        let place = SyncToken.Place(zone, of: cloud.store)
        let token = try SyncToken(request.token, of: place)
        guard request.size > 0 else { return ([], token.text(of: place), true) }
        // A client that stops reading backwards continues later from its earlier position.
        let page = try await cloud.store.changedRecords(
            of: zone.number,
            after: token.position,
            startedAt: token.start,
            before: request.isReverse ? token.backwards?.before ?? .max : nil,
            limit: request.limit,
            size: request.size
        )
        guard let page else { throw Self.forgotten }
        var next = token.advanced(to: page.position, of: page.last, hasMore: page.hasMore)
        if request.isReverse {
            let latest = token.backwards?.latest ?? page.last
            next =
                page.hasMore
                ? SyncToken(position: token.position, start: token.start, backwards: (latest, page.position))
                : SyncToken(position: latest)
        }
        let records = page.records.filter { request.types?.contains($0.type) ?? true }
        return (records.map(request.encoder.text), next.text(of: place), page.hasMore)
    }
}
