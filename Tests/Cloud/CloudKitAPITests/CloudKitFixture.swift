import CloudCore
import CloudKitAPI
import CloudStorage
import CloudTestSupport
import Crypto
import Foundation
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

/// A cloud with a container, and clients of its records.
struct CloudKitFixture: Sendable {
    static let container = "iCloud.org.test.Notes"

    let fixture: CloudFixture
    let client: TestClient
    let container: CloudContainer
    /// The clock of the long polls.
    let clock: ManualClock

    var store: CloudStore { fixture.store }

    /// A client without a login.
    var anonymous: RecordClient { RecordClient(client: client, query: "ckAPIToken=\(container.apiToken ?? "")") }

    /// Returns a web auth token of a new login.
    func token(_ person: String, container other: CloudContainer? = nil) async throws -> String {
        try await WebAuthToken.issue(
            to: person,
            for: other ?? container,
            in: store,
            now: fixture.date.value
        )
    }

    /// Returns a client with a new login of a person.
    func login(_ person: String = "ada", container other: CloudContainer? = nil) async throws -> RecordClient {
        let token = try await token(person, container: other).escaped
        let used = other ?? container
        var result = RecordClient(client: client, query: "ckAPIToken=\(used.apiToken ?? "")&ckWebAuthToken=\(token)")
        result.container = used.name
        return result
    }

    /// Returns a device of a person, and a client of one of its processes.
    func device(
        _ person: String = "ada",
        process: String = "org.test.Notes"
    ) async throws -> (device: JoinedDevice, client: RecordClient) {
        let device = try await fixture.join(person)
        let own = client.bearer(device.token).with(["X-Today-Process": process])
        return (device, RecordClient(client: own, environment: "production"))
    }

    /// Adds another container with an API token.
    func addContainer(_ name: String) async throws -> CloudContainer {
        let container = try await store.addContainer(name)
        return try await store.setAPIToken("token-of-\(name)", of: container.number, replaces: true)
    }
}

/// Runs a test on a new cloud.
func withCloudKit(
    requestRate: Int = 0,
    requests: (running: Int, waiting: Int) = (4, 32),
    _ body: (CloudKitFixture) async throws -> Void
) async throws {
    var configuration = CloudConfiguration()
    configuration.requestRate = requestRate
    try await withCloud(configuration) { fixture async throws in
        let clock = ManualClock()
        let added = try await fixture.store.addContainer(CloudKitFixture.container)
        let container = try await fixture.store.setAPIToken("api+token/1=", of: added.number, replaces: true)
        let routes = CloudKitRoutes(cloud: fixture.cloud, clock: clock, requests: requests)
        try await body(
            CloudKitFixture(
                fixture: fixture,
                client: TestClient(fixture.cloud, [routes]),
                container: container,
                clock: clock
            )
        )
    }
}

/// A client of one database of a container.
struct RecordClient: Sendable {
    let client: TestClient
    var container = CloudKitFixture.container
    var environment = "development"
    var database = "private"
    /// The query of every request.
    var query = ""

    init(client: TestClient, query: String = "", environment: String = "development") {
        self.client = client
        self.query = query
        self.environment = environment
    }

    /// The same client with another database.
    func using(_ database: String) -> RecordClient {
        var copy = self
        copy.database = database
        return copy
    }

    /// The path of an operation.
    func path(_ operation: String) -> String { "/database/1/\(container)/\(environment)/\(database)/\(operation)" }

    /// Sends a request; a GET if there is no body.
    func send(_ operation: String, _ body: JSONValue? = nil) async throws -> TestClient.Answer {
        try await client.send(
            body == nil ? .get : .post,
            path(operation) + "?" + query,
            body,
            headers: ["Content-Type": "text/plain"]
        )
    }

    /// Sends a request that succeeds.
    @discardableResult
    func call(
        _ operation: String,
        _ body: JSONValue? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSONValue {
        let answer = try await send(operation, body)
        #expect(answer.status == 200, "\(answer.text)", sourceLocation: sourceLocation)
        return answer.json
    }

    /// Performs operations on records, and returns the answers.
    @discardableResult
    func modify(_ operations: [JSONValue], zone: String? = nil, atomic: Bool? = nil) async throws -> [JSONValue] {
        var body: [String: JSONValue] = ["operations": .array(operations)]
        if let zone { body["zoneID"] = ["zoneName": .string(zone)] }
        if let atomic { body["atomic"] = .bool(atomic) }
        return try await call("records/modify", .object(body))["records"]?.arrayValue ?? []
    }

    /// Performs one operation, and returns the answer.
    @discardableResult
    func modify(_ operation: JSONValue, zone: String? = nil) async throws -> JSONValue {
        try await modify([operation], zone: zone).first ?? .null
    }

    /// Returns a record, or the error of its lookup.
    func lookup(_ name: String, zone: String? = nil) async throws -> JSONValue {
        var body: [String: JSONValue] = ["records": [["recordName": .string(name)]]]
        if let zone { body["zoneID"] = ["zoneName": .string(zone)] }
        return try await call("records/lookup", .object(body))["records"]?.arrayValue?.first ?? .null
    }

    /// Returns the names of all records that match a query, page after page.
    func names(_ query: JSONValue, limit: Int = 200) async throws -> [String] {
        var names: [String] = []
        var marker: JSONValue?
        repeat {
            var body: [String: JSONValue] = ["query": query, "resultsLimit": .integer(limit)]
            body["continuationMarker"] = marker
            let page = try await call("records/query", .object(body))
            names += page["records"]?.arrayValue?.compactMap { $0["recordName"]?.stringValue } ?? []
            marker = page["continuationMarker"]
        } while marker != nil
        return names
    }
}

/// Makes an operation on a record of the type Note.
func operation(
    _ kind: String,
    _ name: String? = "n1",
    _ fields: JSONValue? = nil,
    tag: String? = nil,
    type: String? = "Note"
) -> JSONValue {
    var record: [String: JSONValue] = [:]
    record["recordName"] = name.map { .string($0) }
    record["recordChangeTag"] = tag.map { .string($0) }
    record["recordType"] = type.map { .string($0) }
    if case .object(let members) = fields {
        record["fields"] = .object(members.mapValues { $0["value"] == nil ? ["value": $0] : $0 })
    }
    return ["operationType": .string(kind), "record": .object(record)]
}

/// Makes a filter.
func filter(_ field: String, _ comparator: String, _ value: JSONValue, type: String? = nil) -> JSONValue {
    var content: [String: JSONValue] = ["value": value]
    content["type"] = type.map { .string($0) }
    return ["fieldName": .string(field), "comparator": .string(comparator), "fieldValue": .object(content)]
}

extension JSONValue {
    /// The value of a field of a record.
    func field(_ name: String) -> JSONValue? { self["fields"]?[name]?["value"] }

    /// The code of an error.
    var code: String? { self["serverErrorCode"]?.stringValue }
}

extension String {
    /// The text, escaped for the query of a URL.
    var escaped: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self }
}
