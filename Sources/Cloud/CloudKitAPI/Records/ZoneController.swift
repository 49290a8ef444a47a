import CloudStorage
import HTTPServing
import Hummingbird
import JSON

enum ZoneController {
    static func list(_ request: AuthenticatedRequest) async throws -> Response {
        if request.path.scope == .shared {
            guard request.caller.person != nil else { throw request.loginNeeded }
            // Sharing is not supported, so the shared database is empty.
            return JSONResponse.make(["zones": []])
        }
        let open = try await request.open(writes: false)
        let zones = try await request.store.zones(of: open.database.number)
        return JSONResponse.make([
            "zones": .array(zones.map { ZoneEncoder.json(of: $0, open.database, request.store) })
        ])
    }

    static func lookup(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await request.open(writes: false)
        var answers: [JSONValue] = []
        for element in try request.json().list("zones") {
            answers.append(
                try await CloudRecordFailure.answer(about: element["zoneID"] ?? [:], as: "zoneID") {
                    let name = try element.requiredZone(of: open.database)
                    guard let zone = try await request.store.zone(name, of: open.database.number) else {
                        throw CloudKitError(.noZone(name))
                    }
                    return ZoneEncoder.json(of: zone, open.database, request.store)
                }
            )
        }
        return JSONResponse.make(["zones": .array(answers)])
    }

    static func modify(_ request: AuthenticatedRequest) async throws -> Response {
        let open = try await request.open(writes: true)
        guard !open.database.isPublic else {
            throw CloudKitError.invalid("The public database has its default zone alone.")
        }
        let operations = try request.json().list("operations")
        guard operations.allSatisfy({ ["create", "delete"].contains($0["operationType"]?.stringValue) }) else {
            throw CloudKitError.invalid("\"operationType\" is create or delete.")
        }
        var answers: [JSONValue] = []
        for operation in operations {
            let zone = operation["zone"] ?? [:]
            answers.append(
                try await CloudRecordFailure.answer(about: zone["zoneID"] ?? [:], as: "zoneID") {
                    let name = try zone.requiredZone(of: open.database)
                    return operation["operationType"] == "create"
                        ? try await create(name, in: open.database, request.store)
                        : try await delete(name, from: open.database, request.store)
                }
            )
        }
        return JSONResponse.make(["zones": .array(answers)])
    }

    private static func create(
        _ name: String,
        in database: CloudRecordDatabase,
        _ store: CloudStore
    ) async throws -> JSONValue {
        guard name == CloudStore.defaultZone || !name.hasPrefix("_") else {
            throw CloudKitError.invalid("Names of zones that begin with an underscore are the cloud's.")
        }
        let zone = try await store.addZone(name, to: database.number).get()
        return ZoneEncoder.json(of: zone, database, store)
    }

    private static func delete(
        _ name: String,
        from database: CloudRecordDatabase,
        _ store: CloudStore
    ) async throws -> JSONValue {
        guard name != CloudStore.defaultZone else {
            throw CloudKitError.invalid("The default zone cannot be deleted.")
        }
        guard try await store.removeZone(name, of: database.number) else { throw CloudKitError(.noZone(name)) }
        return ["zoneID": ZoneEncoder.id(of: name, database), "deleted": true]
    }
}

enum ZoneEncoder {
    static func id(of name: String, _ database: CloudRecordDatabase) -> JSONValue {
        ["zoneName": .string(name), "ownerRecordName": .string(database.ownerID)]
    }

    static func json(of zone: CloudRecordZone, _ database: CloudRecordDatabase, _ store: CloudStore) -> JSONValue {
        [
            "zoneID": id(of: zone.name, database),
            "syncToken": .string(SyncToken(position: zone.change).text(of: SyncToken.Place(zone, of: store))),
            "atomic": .bool(zone.name != CloudStore.defaultZone),
        ]
    }
}
