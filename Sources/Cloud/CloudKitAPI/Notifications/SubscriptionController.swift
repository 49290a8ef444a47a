import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

enum SubscriptionController {
    static func list(_ request: AuthenticatedRequest) async throws -> Response {
        let (database, person) = try await open(request)
        let all = try await request.store.subscriptions(of: person, in: database)
        return JSONResponse.make(["subscriptions": .array(all.map { json(of: $0, database) })])
    }

    static func lookup(_ request: AuthenticatedRequest) async throws -> Response {
        let (database, person) = try await open(request)
        var answers: [JSONValue] = []
        for element in try request.json().list("subscriptions") {
            let id = try id(element)
            answers.append(
                try await CloudRecordFailure.answer(about: .string(id), as: "subscriptionID") {
                    guard let found = try await request.store.subscription(id, of: person, in: database) else {
                        throw unknown
                    }
                    return json(of: found, database)
                }
            )
        }
        return JSONResponse.make(["subscriptions": .array(answers)])
    }

    static func modify(_ request: AuthenticatedRequest) async throws -> Response {
        let (database, person) = try await open(request)
        var operations: [(kind: String, subscription: JSONValue)] = []
        for operation in try request.json().list("operations") {
            guard let kind = operation["operationType"]?.stringValue, ["create", "update", "delete"].contains(kind)
            else { throw CloudKitError.invalid("\"operationType\" is create, update or delete.") }
            guard let json = operation["subscription"], json.objectValue != nil else {
                throw CloudKitError.invalid("Every operation has a \"subscription\", an object.")
            }
            operations.append((kind, json))
        }
        var answers: [JSONValue] = []
        for (kind, json) in operations {
            let isNew = kind == "create" && json["subscriptionID"] == nil
            let id = isNew ? Secret.uuid().uppercased() : try id(json)
            answers.append(
                try await CloudRecordFailure.answer(about: .string(id), as: "subscriptionID") {
                    try await perform(kind, json, id, of: person, in: database, request.store)
                }
            )
        }
        return JSONResponse.make(["subscriptions": .array(answers)])
    }

    private static func perform(
        _ kind: String,
        _ json: JSONValue,
        _ id: String,
        of person: String,
        in database: CloudRecordDatabase,
        _ store: CloudStore
    ) async throws -> JSONValue {
        guard kind != "delete" else {
            guard try await store.removeSubscription(id, of: person, in: database) else { throw unknown }
            return ["subscriptionID": .string(id), "deleted": true]
        }
        _ = try json.zone(of: database)
        let subscription = try CloudSubscription(json: json)
        let result =
            kind == "create"
            ? try await store.addSubscription(subscription, id: id, of: person, in: database)
            : try await store.replaceSubscription(subscription, id: id, of: person, in: database)
        return Self.json(of: try result.get(), database)
    }

    private static var unknown: CloudRecordFailure { .init(.notFound, "The subscription does not exist.") }

    private static func open(_ request: AuthenticatedRequest) async throws -> (CloudRecordDatabase, String) {
        let open = try await request.open(writes: true)
        guard let person = request.caller.person else {
            throw CloudKitError(.accessDenied, "A server has no subscriptions; log in as a person.")
        }
        return (open.database, person)
    }

    private static func id(_ json: JSONValue) throws(CloudKitError) -> String {
        guard let id = json["subscriptionID"]?.stringValue, CloudRecordLimits.isName(id) else {
            throw .invalid("\"subscriptionID\" has 1 to 255 bytes and no control characters.")
        }
        return id
    }

    private static func json(of stored: StoredSubscription, _ database: CloudRecordDatabase) -> JSONValue {
        var members = stored.subscription.json.objectValue ?? [:]
        members["subscriptionID"] = .string(stored.id)
        if let zone = stored.subscription.zone { members["zoneID"] = ZoneEncoder.id(of: zone, database) }
        return .object(members)
    }
}
