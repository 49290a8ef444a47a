import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import NtfyAPI
import TodayTestSupport

/// A cloud with ntfy's API, and a client of it.
struct NtfyFixture: Sendable {
    let fixture: CloudFixture
    let client: TestClient
    /// The clock of the streams' keepalives.
    let clock: ManualClock

    var store: CloudStore { fixture.store }

    /// Returns a client that authenticates as a user.
    func named(_ name: String, label: String = "") async throws -> TestClient {
        client.bearer(try await token(name, label: label))
    }

    /// Issues a token of a user.
    func token(_ name: String, label: String = "") async throws -> String {
        try await store.issueTopicToken(name: name, label: label)
    }

    /// Publishes a text; returns the message.
    @discardableResult
    func publish(_ text: String, to topic: String = "home", headers: [String: String] = [:]) async throws -> JSONValue {
        try await client.send(.post, "/\(topic)", text: text, headers: headers).json
    }

    /// Returns the stored messages of a topic.
    func poll(_ topic: String = "home", _ query: String = "") async throws -> [JSONValue] {
        let answer = try await client.send(.get, "/\(topic)/json?poll=1\(query)")
        return try answer.text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    /// Returns the texts of the stored messages of a topic.
    func texts(_ topic: String = "home", _ query: String = "") async throws -> [String] {
        try await poll(topic, query).compactMap { $0["message"]?.stringValue }
    }
}

/// Runs a test on a new cloud.
func withNtfy(
    rights: TopicRights = .readWrite,
    requestRate: Int = 0,
    takesFiles: Bool = true,
    publicURL: String? = nil,
    _ body: (NtfyFixture) async throws -> Void
) async throws {
    var configuration = CloudConfiguration()
    configuration.topicRights = rights
    configuration.requestRate = requestRate
    configuration.publicURL = publicURL
    try await withCloud(configuration) { fixture async throws in
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let clock = ManualClock()
        let date = fixture.date
        let routes = NtfyRoutes(
            cloud: fixture.cloud,
            takesFiles: takesFiles,
            calendar: calendar,
            clock: clock,
            time: { .seconds(date.value.timeIntervalSince1970) }
        )
        try await body(
            NtfyFixture(fixture: fixture, client: TestClient(fixture.cloud, [routes]), clock: clock)
        )
    }
}
