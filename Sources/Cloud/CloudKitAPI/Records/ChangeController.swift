import CloudStorage
import HTTPServing
import Hummingbird
import JSON

enum ChangeController {
    private struct ZoneChangesRequest {
        let encoder: RecordEncoder
        let limit: Int
        let types: Set<String>?
        let isReverse: Bool
        let token: String?
        /// The remaining size of the answer, in bytes.
        var size = CloudRecordLimits.answerSize
    }

    static func records(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await request.open(writes: false)
        let json = try request.json()
        let zone = try await zone(json, of: open.database, request.store)
        let wanted = try zoneChangesRequest(json, encoder: try RecordEncoder(json))
        let page = try await changes(of: zone, wanted, request.store)
        return RecordController.response(
            records: page.records,
            ["syncToken": .string(page.token), "moreComing": .bool(page.hasMore)]
        )
    }

    static func zones(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await request.open(writes: false)
        let json = try request.json()
        let encoder = try RecordEncoder(json)
        var parts: [String] = []
        // The whole answer is limited to the size of one page, so clients may have to request later zones again.
        var size = 0
        var seen: Set<RecordZoneNumber> = []
        for zoneJSON in try json.list("zones") {
            do {
                let zone = try await zone(zoneJSON, of: open.database, request.store)
                var wanted = try zoneChangesRequest(zoneJSON, defaults: json, encoder: encoder)
                guard seen.insert(zone.number).inserted else { throw CloudKitError.invalid("A zone is listed twice.") }
                wanted.size = CloudRecordLimits.answerSize - size
                let page = try await changes(of: zone, wanted, request.store)
                size += page.records.reduce(0) { $0 + $1.utf8.count }
                let id = ZoneEncoder.id(of: zone.name, open.database).jsonText
                let token = JSONValue.string(page.token).jsonText
                parts.append(
                    """
                    {"zoneID":\(id),"records":[\(page.records.joined(separator: ","))],\
                    "syncToken":\(token),"moreComing":\(page.hasMore)}
                    """
                )
            } catch let error as CloudKitError where error.failure.code == .zoneNotFound {
                parts.append(error.failure.json(["zoneID": zoneJSON["zoneID"] ?? [:]]).jsonText)
            }
        }
        return JSONResponse.make(bytes: Array("{\"zones\":[\(parts.joined(separator: ","))]}".utf8))
    }

    static func database(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await request.open(writes: false)
        let json = try request.json()
        let place = SyncToken.Place(open.database, of: request.store)
        let token = try SyncToken(try json.text("syncToken") ?? json.text("metaSyncToken"), of: place)
        let page = try await request.store.changedZones(
            of: open.database.number,
            after: token.position,
            startedAt: token.start,
            limit: try json.resultsLimit(atMost: CloudRecordLimits.changes)
        )
        guard let page else { throw forgotten }
        let zones = page.zones.map { zone -> JSONValue in
            guard zone.isDeleted else { return ZoneEncoder.json(of: zone, open.database, request.store) }
            return ["zoneID": ZoneEncoder.id(of: zone.name, open.database), "deleted": true]
        }
        let following = token.advanced(to: page.position, of: page.last, hasMore: page.hasMore)
        let next = JSONValue.string(following.text(of: place))
        return JSONResponse.make([
            "zones": .array(zones), "syncToken": next, "metaSyncToken": next, "moreComing": .bool(page.hasMore),
        ])
    }

    private static var forgotten: CloudKitError {
        .invalid("The sync token is too old; begin again without one, and read everything.")
    }

    private static func zone(
        _ json: JSONValue,
        of database: CloudRecordDatabase,
        _ store: CloudStore
    ) async throws -> CloudRecordZone {
        let name = try json.requiredZone(of: database)
        guard let zone = try await store.zone(name, of: database.number) else { throw CloudKitError(.noZone(name)) }
        return zone
    }

    private static func zoneChangesRequest(
        _ json: JSONValue,
        defaults: JSONValue = [:],
        encoder: RecordEncoder
    ) throws(CloudKitError) -> ZoneChangesRequest {
        let limits = json["resultsLimit"] == nil ? defaults : json
        return ZoneChangesRequest(
            encoder: try encoder.encoder(of: json),
            limit: try limits.resultsLimit(atMost: CloudRecordLimits.changes),
            types: try json.names("desiredRecordTypes", of: "record types"),
            isReverse: json["reverse"]?.boolValue ?? false,
            token: try json.text("syncToken")
        )
    }

    private static func changes(
        of zone: CloudRecordZone,
        _ request: ZoneChangesRequest,
        _ store: CloudStore
    ) async throws -> (records: [String], token: String, hasMore: Bool) {
        let place = SyncToken.Place(zone, of: store)
        let token = try SyncToken(request.token, of: place)
        guard request.size > 0 else { return ([], token.text(of: place), true) }
        // A client that stops reading backwards continues later from its earlier position.
        let page = try await store.changedRecords(
            of: zone.number,
            after: token.position,
            startedAt: token.start,
            before: request.isReverse ? token.backwards?.before ?? .max : nil,
            limit: request.limit,
            size: request.size
        )
        guard let page else { throw forgotten }
        var next = token.advanced(to: page.position, of: page.last, hasMore: page.hasMore)
        if request.isReverse {
            let latest = token.backwards?.latest ?? page.last
            let backwards = SyncToken.Backwards(latest: latest, before: page.position)
            next =
                page.hasMore
                ? SyncToken(position: token.position, backwards: backwards, start: token.start)
                : SyncToken(position: latest)
        }
        let records = page.records.filter { request.types?.contains($0.type) ?? true }
        return (records.map(request.encoder.text), next.text(of: place), page.hasMore)
    }
}
