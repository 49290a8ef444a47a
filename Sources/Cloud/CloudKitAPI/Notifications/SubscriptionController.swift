import CloudCore
import CloudStorage
import HTTPServing
import Hummingbird
import JSON

/// Serves `subscriptions/list`, `subscriptions/lookup` and `subscriptions/modify`.
struct SubscriptionController: Sendable {
    let cloud: Cloud
    let databases: DatabaseOpener

    /// Lists the subscriptions of the person.
    func list(_ request: AuthenticatedRequest) async throws -> Response {
        let (database, person) = try await open(request)
        let all = try await cloud.store.subscriptions(of: person, in: database)
        return JSONResponse.make(["subscriptions": .array(all.map { Self.json(of: $0, database) })])
    }

    /// Returns subscriptions by id.
    func lookup(_ request: AuthenticatedRequest) async throws -> Response {
        let (database, person) = try await open(request)
        var answers: [JSONValue] = []
        for element in try RequestBodyReader.list(try RequestBodyReader.json(request.body), "subscriptions") {
            let id = try Self.id(element)
            answers.append(
                try await Self.answer(about: id) {
                    guard let found = try await cloud.store.subscription(id, of: person, in: database) else {
                        throw CloudRecordFailure(.notFound, "The subscription does not exist.")
                    }
                    return Self.json(of: found, database)
                }
            )
        }
        return JSONResponse.make(["subscriptions": .array(answers)])
    }

    /// Adds, replaces and deletes subscriptions.
    func modify(_ request: AuthenticatedRequest) async throws -> Response {
        let (database, person) = try await open(request)
        let operations = try RequestBodyReader.list(try RequestBodyReader.json(request.body), "operations")
        var answers: [JSONValue] = []
        for operation in operations {
            guard let kind = operation["operationType"]?.stringValue, ["create", "update", "delete"].contains(kind)
            else { throw CloudKitError.invalid("\"operationType\" is create, update or delete.") }
            guard let json = operation["subscription"], json.objectValue != nil else {
                throw CloudKitError.invalid("Every operation has a \"subscription\", an object.")
            }
        }
        for operation in operations {
            let json = operation["subscription"] ?? [:]
            let isNew = operation["operationType"] == "create"
            let id = isNew && json["subscriptionID"] == nil ? Secret.uuid().uppercased() : try Self.id(json)
            answers.append(
                try await Self.answer(about: id) {
                    try await perform(operation["operationType"]?.stringValue ?? "", json, id, of: person, in: database)
                }
            )
        }
        return JSONResponse.make(["subscriptions": .array(answers)])
    }

    private func perform(
        _ kind: String,
        _ json: JSONValue,
        _ id: String,
        of person: String,
        in database: CloudRecordDatabase
    ) async throws -> JSONValue {
        guard kind != "delete" else {
            guard try await cloud.store.removeSubscription(id, of: person, in: database) else {
                throw CloudRecordFailure(.notFound, "The subscription does not exist.")
            }
            return ["subscriptionID": .string(id), "deleted": true]
        }
        _ = try RequestBodyReader.zone(json["zoneID"], of: database)
        let subscription = try CloudSubscription(json: json)
        let result =
            kind == "create"
            ? try await cloud.store.addSubscription(subscription, id: id, of: person, in: database)
            : try await cloud.store.replaceSubscription(subscription, id: id, of: person, in: database)
        return Self.json(of: try result.get(), database)
    }

    private func open(_ request: AuthenticatedRequest) async throws -> (CloudRecordDatabase, String) {
        let open = try await databases.open(request, writes: true)
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

    /// Returns the result of `body`, or the error of one subscription.
    private static func answer(
        about id: String,
        _ body: () async throws -> JSONValue
    ) async throws -> JSONValue {
        let failure: CloudRecordFailure
        do {
            return try await body()
        } catch let error as CloudKitError {
            failure = CloudRecordFailure(error.code, error.reason)
        } catch let error as CloudRecordFailure {
            failure = error
        }
        return .object(RecordEncoder.members(of: failure).merging(["subscriptionID": .string(id)]) { $1 })
    }
}
