import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import Testing

/// `POST /api/today/answered`: pushes that a person answered on one device.
@Suite(.timeLimit(.minutes(10))) struct PushAnswerRouteTests {
    private static let path = "/api/today/answered"

    private func answer(_ pushes: JSONValue, _ device: JoinedDevice, _ fixture: CloudFixture) async throws -> Int {
        try await TestClient(fixture.cloud).bearer(device.token).send(
            .post,
            Self.path,
            ["app": .string(fixture.app.name), "push_ids": pushes]
        ).status
    }

    @Test func thePersonsOtherDevicesAreTold() async throws {
        try await withCloud { fixture async throws in
            let (laptop, desk) = (try await fixture.join("ada"), try await fixture.join("ada", name: "desk"))
            let bob = try await fixture.join("bob")
            #expect(try await answer(["p-1", "p-2"], laptop, fixture) == 204)
            #expect(try await fixture.events(desk).map(\.content.kind) == ["answered", "answered"])
            let app = JSONValue.string(fixture.app.name)
            let bodies: [JSONValue] = [["app": app, "push_id": "p-1"], ["app": app, "push_id": "p-2"]]
            #expect(try await fixture.bodies(desk) == bodies)
            #expect(try await fixture.events(laptop).isEmpty)
            #expect(try await fixture.events(bob).isEmpty)
            // A device that repeats itself does not fill the logs of the others.
            for _ in 0..<5 { #expect(try await answer(["p-1"], laptop, fixture) == 204) }
            #expect(try await fixture.events(desk).count == 2)
        }
    }

    @Test func onlyDevicesWithTheAppAreTold() async throws {
        try await withCloud { fixture async throws in
            let (laptop, desk) = (try await fixture.join("ada"), try await fixture.join("ada", name: "desk"))
            let host = TestClient(fixture.cloud).bearer(desk.token)
            #expect(try await host.send(.delete, "/api/today/channels/\(fixture.app.name)").status == 204)
            #expect(try await answer(["p"], laptop, fixture) == 204)
            #expect(try await fixture.events(desk).isEmpty)
            #expect(try await fixture.events(laptop).isEmpty)
        }
    }

    @Test func anAppWithoutAChannelHereIsToldOnEveryOtherDevice() async throws {
        try await withCloud { fixture async throws in
            let (laptop, desk) = (try await fixture.join("ada"), try await fixture.join("ada", name: "desk"))
            let bob = try await fixture.join("bob")
            let host = TestClient(fixture.cloud).bearer(desk.token)
            #expect(try await host.send(.delete, "/api/today/channels/\(fixture.app.name)").status == 204)
            #expect(try await answer(["p"], desk, fixture) == 204)
            // It may only keep records, so that the cloud has no keys for it.
            let body: JSONValue = ["app": "org.test.Records", "push_ids": ["q"]]
            #expect(try await host.send(.post, Self.path, body).status == 204)
            let told: [JSONValue] = [
                ["app": .string(fixture.app.name), "push_id": "p"], ["app": "org.test.Records", "push_id": "q"],
            ]
            #expect(try await fixture.bodies(laptop) == told)
            #expect(try await fixture.events(desk).isEmpty)
            #expect(try await fixture.events(bob).isEmpty)
        }
    }

    @Test(arguments: [
        #"{"app": "org.today.Messages"}"#, #"{"app": "org.today.Messages", "push_ids": []}"#,
        #"{"app": "org.today.Messages", "push_ids": "p"}"#, #"{"app": "org.today.Messages", "push_ids": ["p", 1]}"#,
        #"{"app": "org.today.Messages", "push_ids": [""]}"#, #"{"app": "org.today.Messages", "push_ids": ["a b"]}"#,
        #"{"app": "org.today.Messages", "push_ids": ["ä"]}"#, #"{"app": 1, "push_ids": ["p"]}"#,
        #"{"push_ids": ["p"]}"#, "[]", "{", #"{"app": "", "push_ids": ["p"]}"#,
        #"{"app": "\#(String(repeating: "x", count: 257))", "push_ids": ["p"]}"#,
        #"{"app": "org.today.Messages", "push_ids": ["\#(String(repeating: "x", count: 65))"]}"#,
        #"{"app": "org.today.Messages", "push_ids": [\#((0...100).map { "\"p\($0)\"" }.joined(separator: ","))]}"#,
    ])
    func aMistakeIsRefusedAndTellsNobody(body: String) async throws {
        try await withCloud { fixture async throws in
            let (laptop, desk) = (try await fixture.join("ada"), try await fixture.join("ada", name: "desk"))
            let client = TestClient(fixture.cloud).bearer(laptop.token)
            let answer = try await client.send(.post, Self.path, text: body)
            #expect(answer.status == 400)
            #expect(answer.json["message"]?.stringValue?.isEmpty == false)
            #expect(try await fixture.events(desk).isEmpty)
        }
    }

    @Test func strangersAreRefused() async throws {
        try await withCloud { fixture async throws in
            let ada = try await fixture.join("ada")
            let client = TestClient(fixture.cloud)
            let body: JSONValue = ["app": "org.test.None", "push_ids": ["p"]]
            #expect(try await client.send(.post, Self.path, body).status == 401)
            #expect(try await client.bearer("x").send(.post, Self.path, body).status == 401)
            #expect(try await client.bearer(ada.token).send(.post, Self.path, body).status == 204)
        }
    }
}
