import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

/// Serves `zones/list`, `zones/lookup` and `zones/modify`.
struct ZoneController: Sendable {
    let cloud: Cloud
    let databases: DatabaseOpener

    /// Lists the zones.
    func list(_ request: AuthenticatedRequest) async throws -> Response {
        if request.path.scope == .shared {
            guard request.caller.person != nil else { throw DatabaseOpener.loginNeeded(request) }
            // Sharing is not supported, so the shared database is empty.
            return JSONResponse.make(["zones": []])
        }
        let open = try await databases.open(request, writes: false)
        let zones = try await cloud.store.zones(of: open.database.number)
        return JSONResponse.make([
            "zones": .array(zones.map { ZoneEncoder.json(of: $0, open.database, cloud.store) })
        ])
    }

    /// Returns zones by name.
    func lookup(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await databases.open(request, writes: false)
        let json = try RequestBodyReader.json(request.body)
        var answers: [JSONValue] = []
        for element in try RequestBodyReader.list(json, "zones") {
            answers.append(
                try await Self.answer(about: element["zoneID"]) {
                    let name = try Self.name(element, open.database)
                    guard let zone = try await cloud.store.zone(name, of: open.database.number) else {
                        throw CloudKitError(.noZone(name))
                    }
                    return ZoneEncoder.json(of: zone, open.database, cloud.store)
                }
            )
        }
        return JSONResponse.make(["zones": .array(answers)])
    }

    /// Adds and deletes zones.
    func modify(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await databases.open(request, writes: true)
        guard !open.database.isPublic else {
            throw CloudKitError.invalid("The public database has its default zone alone.")
        }
        let json = try RequestBodyReader.json(request.body)
        let operations = try RequestBodyReader.list(json, "operations")
        guard operations.allSatisfy({ ["create", "delete"].contains($0["operationType"]?.stringValue) }) else {
            throw CloudKitError.invalid("\"operationType\" is create or delete.")
        }
        var answers: [JSONValue] = []
        for operation in operations {
            answers.append(
                try await Self.answer(about: operation["zone"]?["zoneID"]) {
                    try await perform(operation, in: open.database)
                }
            )
        }
        return JSONResponse.make(["zones": .array(answers)])
    }

    private func perform(_ operation: JSONValue, in database: CloudRecordDatabase) async throws -> JSONValue {
        let name = try Self.name(operation["zone"] ?? [:], database)
        if operation["operationType"] == "create" {
            guard name == CloudStore.defaultZone || !name.hasPrefix("_") else {
                throw CloudKitError.invalid("Names of zones that begin with an underscore are the cloud's.")
            }
            let zone = try await cloud.store.addZone(name, to: database.number).orThrow()
            return ZoneEncoder.json(of: zone, database, cloud.store)
        }
        guard name != CloudStore.defaultZone else {
            throw CloudKitError.invalid("The default zone cannot be deleted.")
        }
        guard try await cloud.store.removeZone(name, of: database.number) else { throw CloudKitError(.noZone(name)) }
        return ["zoneID": ZoneEncoder.id(of: name, database), "deleted": true]
    }

    private static func name(_ json: JSONValue, _ database: CloudRecordDatabase) throws -> String {
        guard let id = json["zoneID"], !id.isNull else { throw CloudKitError.invalid("\"zoneID\" is missing.") }
        return try RequestBodyReader.zone(id, of: database)
    }

    /// Returns the result of `body`, or the error of one zone.
    private static func answer(
        about zone: JSONValue?,
        _ body: () async throws -> JSONValue
    ) async throws -> JSONValue {
        do {
            return try await body()
        } catch let error as CloudKitError {
            let members = RecordEncoder.members(of: CloudRecordFailure(error.code, error.reason))
            return .object(members.merging(["zoneID": zone ?? [:]]) { $1 })
        }
    }
}

/// Encodes zones as JSON.
enum ZoneEncoder {
    /// Returns a `zoneID`.
    static func id(of name: String, _ database: CloudRecordDatabase) -> JSONValue {
        ["zoneName": .string(name), "ownerRecordName": .string(database.ownerID)]
    }

    /// Returns a zone with its current sync token.
    static func json(of zone: CloudRecordZone, _ database: CloudRecordDatabase, _ store: CloudStore) -> JSONValue {
        [
            "zoneID": id(of: zone.name, database),
            "syncToken": .string(SyncToken(position: zone.change).text(of: SyncToken.Place(zone, of: store))),
            "atomic": .bool(zone.name != CloudStore.defaultZone),
        ]
    }
}
