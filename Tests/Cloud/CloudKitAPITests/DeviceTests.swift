import CloudStorage
import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import Testing

@Suite struct DeviceTests {
    private func subscribe(_ client: RecordClient) async throws {
        let subscription: JSONValue = [
            "subscriptionID": "s1", "subscriptionType": "query", "firesOn": ["create", "update", "delete"],
            "query": ["recordType": "Note"], "notificationInfo": ["shouldSendContentAvailable": true],
        ]
        let operation: JSONValue = ["operationType": "create", "subscription": subscription]
        try await client.call("subscriptions/modify", ["operations": [operation]])
    }

    @Test func aDeviceUsesThePrivateDatabaseOfItsPerson() async throws {
        try await withCloudKit { kit async throws in
            let (laptop, client) = try await kit.device()
            var first = client
            // A container begins with its first use.
            first.container = "iCloud.org.test.New"
            let record = try await first.modify(operation("create", "n1", ["text": "Milk"]))
            #expect(record["created"]?["deviceID"] == .string(laptop.device.id.text))
            let (_, phone) = try await kit.device(process: "org.test.Notes.widget")
            var second = phone
            second.container = "iCloud.org.test.New"
            #expect(try await second.lookup("n1") == record)
            let (_, ben) = try await kit.device("ben")
            var third = ben
            third.container = "iCloud.org.test.New"
            #expect(try await third.lookup("n1").code == "NOT_FOUND")
            #expect(try await kit.store.containers().map(\.name) == ["iCloud.org.test.New", CloudKitFixture.container])
        }
    }

    @Test func requestsThatOnlyReadBeginNoContainer() async throws {
        try await withCloudKit { kit async throws in
            var (_, client) = try await kit.device()
            client.container = "iCloud.org.test.New"
            #expect(try await client.lookup("n1").code == "NOT_FOUND")
            #expect(try await client.call("records/query", ["query": ["recordType": "Note"]])["records"] == [])
            let zones = try await client.call("zones/list")["zones"]?.arrayValue ?? []
            let zone = try #require(zones.first?["zoneID"])
            #expect(zones.count == 1 && zone["zoneName"] == "_defaultZone")
            let changes = try await client.call("records/changes", ["zoneID": zone])
            #expect(changes["records"] == [] && changes["moreComing"] == false)
            #expect(try await client.call("subscriptions/list")["subscriptions"] == [])
            #expect(try await kit.store.containers().map(\.name) == [CloudKitFixture.container])
            try await client.modify(operation("create", "n1", ["text": "Milk"]))
            #expect(try await client.call("records/changes", ["zoneID": zone])["records"]?.arrayValue?.count == 1)
            #expect(try await kit.store.containers().count == 2)
        }
    }

    @Test func aDeviceSharesTheDatabaseWithTheLoginsOfItsPerson() async throws {
        try await withCloudKit { kit async throws in
            let (_, device) = try await kit.device()
            var web = try await kit.login()
            web.environment = "production"
            try await web.modify(operation("create", "n1", ["text": "Milk"]))
            let user = try await web.using("public").call("users/current")["userRecordName"]
            #expect(try await device.lookup("n1")["created"]?["userRecordName"] == user)
            #expect(try await device.using("public").call("users/current")["userRecordName"] == user)
        }
    }

    @Test func everyDeviceOfThePersonGetsAnEventInTheCommitOfTheRecords() async throws {
        try await withCloudKit { kit async throws in
            let (laptop, app) = try await kit.device(process: "org.test.Notes")
            let (phone, _) = try await kit.device()
            let (other, _) = try await kit.device("ben")
            try await subscribe(app)
            let batch = [operation("create", "n1", ["text": "Milk"]), operation("forceUpdate", "n1", ["text": "Tea"])]
            try await app.modify(batch)
            #expect(try await kit.fixture.events(other).isEmpty)
            for device in [laptop, phone] {
                let events = try await kit.fixture.events(device)
                #expect(events.map(\.content.kind) == ["record", "record"])
                let bodies = try await kit.fixture.bodies(device)
                #expect(bodies.allSatisfy { !$0.jsonText.contains("\n") })
                #expect(bodies.first?["container"] == .string(CloudKitFixture.container))
                #expect(bodies.first?["environment"] == "production")
                let origin: JSONValue = [
                    "device": .string(laptop.device.id.text), "process": "org.test.Notes",
                ]
                #expect(bodies.allSatisfy { $0["origin"] == origin })
                #expect(bodies.map { $0["notification"]?["ck"]?["qry"]?["fo"] } == [1, 2])
                #expect(bodies.first?["notification"]?["aps"] == ["content-available": 1])
            }
        }
    }

    @Test func changesOfAWebClientHaveNoOriginAndThoseOfDevelopmentReachNoDevice() async throws {
        try await withCloudKit { kit async throws in
            let (laptop, app) = try await kit.device()
            try await subscribe(app)
            var web = try await kit.login()
            try await subscribe(web)
            try await web.modify(operation("create", "n1", [:]))
            #expect(try await kit.fixture.events(laptop).isEmpty)
            web.environment = "production"
            try await web.modify(operation("create", "n1", [:]))
            let bodies = try await kit.fixture.bodies(laptop)
            #expect(bodies.count == 1)
            #expect(bodies.first?["origin"] == nil)
        }
    }

    @Test func nothingIsSentForABatchThatFailed() async throws {
        try await withCloudKit { kit async throws in
            let (laptop, app) = try await kit.device()
            try await subscribe(app)
            let zone: JSONValue = ["zoneID": ["zoneName": "today"]]
            try await app.call("zones/modify", ["operations": [["operationType": "create", "zone": zone]]])
            let answers = try await app.modify(
                [operation("create", "n1", [:]), operation("delete", "n2")],
                zone: "today"
            )
            #expect(answers.map(\.code) == ["ATOMIC_ERROR", "NOT_FOUND"])
            #expect(try await kit.fixture.events(laptop).isEmpty)
        }
    }

    @Test func whatADeviceMayNotDo() async throws {
        try await withCloudKit(requestRate: 1_000) { kit async throws in
            let (laptop, device) = try await kit.device()
            #expect(try await device.using("public").send("zones/list").status == 403)
            var development = device
            development.environment = "development"
            #expect(try await development.send("zones/list").json.code == "ACCESS_DENIED")
            var badName = device
            badName.container = "a%2Fb"
            #expect(try await badName.send("zones/list").status == 400)
            let nameless = kit.client.bearer(laptop.token)
            let path = device.path("zones/list")
            #expect(try await nameless.send(.get, path).status == 400)
            let long = String(repeating: "a", count: 256)
            #expect(try await nameless.with(["X-Today-Process": long]).send(.get, path).status == 400)
            let wrong = try await kit.client.bearer("wrong").with(["X-Today-Process": "a"]).send(.get, path)
            #expect(wrong.status == 401)
            #expect(wrong.json.code == "AUTHENTICATION_FAILED")
            let token = try await device.send("tokens/create", ["apnsEnvironment": "production"])
            #expect(token.json.code == "ACCESS_DENIED")
            _ = try await kit.store.removeDevice(laptop.device.id)
            #expect(try await device.send("zones/list").status == 401)
            for _ in 0..<40 { _ = try await kit.client.bearer("wrong").send(.get, path) }
            #expect(try await kit.client.bearer("wrong").send(.get, path).status == 429)
        }
    }
}
