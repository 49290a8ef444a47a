import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import HTTPTypes
import HummingbirdCore
import JSON
import NIOCore
import Synchronization
import Testing
import TodayTestSupport

@Suite struct SubscriptionTests {
    private func subscription(
        _ id: String = "s1",
        firesOn: JSONValue = ["create"],
        filter: JSONValue = [],
        info: JSONValue = ["shouldSendContentAvailable": true],
        more: [String: JSONValue] = [:]
    ) -> JSONValue {
        .object(
            [
                "subscriptionID": .string(id), "subscriptionType": "query", "firesOn": firesOn,
                "query": ["recordType": "Note", "filterBy": filter], "notificationInfo": info,
            ].merging(more) { $1 }
        )
    }

    private func change(_ client: RecordClient, _ kind: String, _ subscription: JSONValue) async throws -> JSONValue {
        let body: JSONValue = ["operations": [["operationType": .string(kind), "subscription": subscription]]]
        return try await client.call("subscriptions/modify", body)["subscriptions"]?.arrayValue?.first ?? .null
    }

    @Test func subscriptionsAreMadeOnceReplacedAndDeleted() async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let made = try await change(ada, "create", subscription())
            #expect(made["subscriptionID"] == "s1")
            #expect(made["firesOn"] == ["create"])
            #expect(made["firesOnce"] == false)
            #expect(made["zoneWide"] == true)
            #expect(made["notificationInfo"] == ["shouldSendContentAvailable": true])
            // The same id returns the existing one.
            #expect(try await change(ada, "create", subscription(firesOn: ["delete"])) == made)
            let other = try await change(ada, "create", subscription("s2", firesOn: ["delete", "create"]))
            #expect(other["subscriptionID"] == "s2")
            #expect(other["firesOn"] == ["create", "delete"])
            #expect(try await ada.call("subscriptions/list")["subscriptions"] == [made, other])
            #expect(try await kit.login("ben").call("subscriptions/list")["subscriptions"] == [])
            let replaced = try await change(ada, "update", subscription(firesOn: ["update"]))
            #expect(replaced["firesOn"] == ["update"])
            let wanted: JSONValue = ["subscriptions": [["subscriptionID": "s1"], ["subscriptionID": "s9"]]]
            let found = try await ada.call("subscriptions/lookup", wanted)["subscriptions"]?.arrayValue ?? []
            #expect(found.first == replaced)
            #expect(found.last?.code == "NOT_FOUND")
            #expect(try await change(ada, "delete", ["subscriptionID": "s1"])["deleted"] == true)
            for kind in ["delete", "update"] {
                #expect(try await change(ada, kind, subscription()).code == "NOT_FOUND")
            }
        }
    }

    /// As in CloudKit: type, filters and the set of `firesOn` make a subscription, whatever its notifications say.
    @Test func aSecondQueryForTheSameChangesIsRefused() async throws {
        try await withCloudKit { kit async throws in
            let (ada, large) = (try await kit.login(), filter("count", "GREATER_THAN", 5))
            _ = try await change(ada, "create", subscription(firesOn: ["create", "update"]))
            for more: [String: JSONValue] in [[:], ["firesOnce": true], ["notificationInfo": ["alertBody": "New"]]] {
                let refused = try await change(
                    ada,
                    "create",
                    subscription("s2", firesOn: ["update", "create"], more: more)
                )
                #expect(refused.code == "INTERNAL_ERROR" && refused["subscriptionID"] == "s2")
                #expect(refused["reason"] == "could not find subscription we just created")
            }
            for (id, firesOn) in [("s3", ["create"]), ("s4", ["create", "update", "delete"])] as [(String, JSONValue)] {
                #expect(try await change(ada, "create", subscription(id, firesOn: firesOn)).code == nil)
            }
            let others = [
                subscription("s5", firesOn: ["create", "update"], filter: [large]),
                subscription("s6", firesOn: ["create", "update"], more: ["zoneID": ["zoneName": "_defaultZone"]]),
            ]
            for other in others { #expect(try await change(ada, "create", other).code == nil) }
            let ben = try await kit.login("ben")
            #expect(try await change(ben, "create", subscription("s2", firesOn: ["create", "update"])).code == nil)
            // Once the first one is gone, the second takes its place.
            _ = try await change(ada, "delete", ["subscriptionID": "s1"])
            #expect(try await change(ada, "create", subscription("s2", firesOn: ["create", "update"])).code == nil)
        }
    }

    @Test(
        arguments: [
            ["subscriptionType": "record"], ["firesOn": []], ["firesOn": ["sometimes"]], ["firesOn": "create"],
            ["query": ["recordType": "a b"]], ["query": .null], ["notificationInfo": 5],
            ["notificationInfo": ["alertBody": 5]], ["notificationInfo": ["alertLocalizationArgs": [1]]],
            ["zoneID": ["zoneName": 5]], ["subscriptionID": "a\u{7}"],
        ] as [[String: JSONValue]]
    )
    func subscriptionsThatMakeNoSenseAreRefused(more: [String: JSONValue]) async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let body: JSONValue = [
                "operations": [["operationType": "create", "subscription": subscription(more: more)]]
            ]
            let answer = try await ada.send("subscriptions/modify", body)
            let code = answer.json.code ?? answer.json["subscriptions"]?.arrayValue?.first?.code
            #expect(code == "BAD_REQUEST")
            let zone = subscription(more: ["zoneID": ["zoneName": "nowhere"]])
            #expect(try await change(ada, "create", zone).code == "ZONE_NOT_FOUND")
        }
    }

    // MARK: - Notifications

    @Test func aChangeReachesTheOtherLoginsOfThePersonThroughTheirCouriers() async throws {
        try await withCloudKit { kit async throws in
            let (writer, reader, ben) = (try await kit.login(), try await kit.login(), try await kit.login("ben"))
            _ = try await change(reader, "create", subscription(firesOn: ["create", "update", "delete"]))
            let (own, others, foreign) = (
                try await Courier(kit, writer), try await Courier(kit, reader), try await Courier(kit, ben)
            )
            try await writer.modify(operation("create", "n1", ["text": "Milk"]))
            try await writer.modify(operation("forceUpdate", "n1", ["text": "Tea"]))
            try await writer.modify(operation("delete", "n1"))
            let user = try await reader.using("public").call("users/current")["userRecordName"] ?? .null
            for reason in 1...3 {
                let frame = try await others.next()
                #expect(frame["aps"] == ["content-available": 1])
                #expect(frame["ck"]?["ce"] == 2)
                #expect(frame["ck"]?["ckuserid"] == user)
                #expect(frame["ck"]?["cid"] == .string(CloudKitFixture.container))
                #expect(frame["ck"]?["nid"]?.stringValue?.count == 36)
                #expect(
                    frame["ck"]?["qry"] == [
                        "sid": "s1", "rid": "n1", "zid": "_defaultZone", "zoid": user, "dbs": 1, "fo": .integer(reason),
                    ]
                )
            }
            for courier in [own, others, foreign] { #expect(try await courier.isEmpty(kit)) }
        }
    }

    @Test func fieldsOfTheRecordReplaceTheArgumentsOfAnAlert() async throws {
        try await withCloudKit { kit async throws in
            let (writer, reader) = (try await kit.login(), try await kit.login())
            let info: JSONValue = [
                "alertLocalizationKey": "NOTE",
                "alertLocalizationArgs": ["text", "count", "weight", "missing", "place"],
            ]
            _ = try await change(reader, "create", subscription(info: info))
            let courier = try await Courier(kit, reader)
            let place: JSONValue = ["value": ["latitude": 1, "longitude": 2]]
            let fields: JSONValue = ["text": "Milk", "count": 3, "weight": 1.5, "place": place]
            try await writer.modify(operation("create", "n1", fields))
            let alert = try await courier.next()["aps"]?["alert"]
            #expect(alert == ["loc-key": "NOTE", "loc-args": ["Milk", "3", "1.5", "", ""]])
        }
    }

    @Test func onlyMatchingChangesFireAndAllMatchingSubscriptionsShareTheID() async throws {
        try await withCloudKit { kit async throws in
            let (writer, reader) = (try await kit.login(), try await kit.login())
            let large = filter("count", "GREATER_THAN", 5)
            _ = try await change(reader, "create", subscription("s1", filter: [large], info: ["alertBody": "Large"]))
            _ = try await change(
                reader,
                "create",
                subscription("s2", info: ["alertBody": "", "additionalFields": ["count"]], more: ["firesOnce": true])
            )
            let courier = try await Courier(kit, reader)
            try await writer.modify(operation("create", "n1", ["count": 9]))
            let (first, second) = (try await courier.next(), try await courier.next())
            #expect(first["aps"] == ["alert": "Large"])
            #expect(second["aps"] == nil)
            #expect(second["ck"]?["qry"]?["af"] == ["count": 9])
            #expect(first["ck"]?["nid"] == second["ck"]?["nid"])
            #expect(first["ck"]?["qry"]?["sid"] == "s1" && second["ck"]?["qry"]?["sid"] == "s2")
            // s2 fired its once; n2 is too small for s1.
            try await writer.modify([operation("create", "n2", ["count": 1]), operation("create", "n3", ["count": 7])])
            #expect(try await courier.next()["ck"]?["qry"]?["rid"] == "n3")
            #expect(try await courier.isEmpty(kit))
            #expect(try await reader.call("subscriptions/list")["subscriptions"]?.arrayValue?.count == 1)
        }
    }

    @Test func aZoneSubscriptionIsNotifiedOncePerBatch() async throws {
        try await withCloudKit { kit async throws in
            let (writer, reader) = (try await kit.login(), try await kit.login())
            let id: JSONValue = ["zoneID": ["zoneName": "today"]]
            try await writer.call("zones/modify", ["operations": [["operationType": "create", "zone": id]]])
            let zone: JSONValue = [
                "subscriptionID": "z1", "subscriptionType": "zone", "zoneID": ["zoneName": "today"],
                "notificationInfo": ["alertLocalizationKey": "K", "alertLocalizationArgs": ["a"], "soundName": "ping"],
            ]
            #expect(try await change(reader, "create", zone)["subscriptionID"] == "z1")
            let courier = try await Courier(kit, reader)
            try await writer.modify(operation("create", "n0", [:]))
            try await writer.modify((1...3).map { operation("create", "n\($0)", [:]) }, zone: "today")
            let frame = try await courier.next()
            #expect(frame["aps"] == ["alert": ["loc-key": "K", "loc-args": [""]], "sound": "ping"])
            let about = frame["ck"]?["fet"]
            #expect(about?["sid"] == "z1" && about?["zid"] == "today" && about?["dbs"] == 1)
            #expect(frame["ck"]?["qry"] == nil)
            #expect(try await courier.isEmpty(kit))
        }
    }

    @Test func theNewestHundredNotificationsWaitForADay() async throws {
        try await withCloudKit { kit async throws in
            let (writer, reader) = (try await kit.login(), try await kit.login())
            _ = try await change(reader, "create", subscription())
            let courier = try await Courier(kit, reader)
            try await writer.modify((0..<120).map { operation("create", "n\($0)", [:]) })
            #expect(try await courier.next()["ck"]?["qry"]?["rid"] == "n20")
            for _ in 0..<98 { _ = try await courier.next() }
            #expect(try await courier.next()["ck"]?["qry"]?["rid"] == "n119")
            try await writer.modify(operation("create", "late", [:]))
            kit.fixture.date.advance(by: CloudRecordLimits.frameLifetime + 1)
            #expect(try await courier.isEmpty(kit))
        }
    }

    @Test func aPollHangsUntilANotificationComes() async throws {
        try await withCloudKit { kit async throws in
            let (writer, reader) = (try await kit.login(), try await kit.login())
            _ = try await change(reader, "create", subscription())
            let courier = try await Courier(kit, reader)
            async let frame = courier.next()
            await kit.clock.waitUntilSleeping()
            try await writer.modify(operation("create", "n1", [:]))
            #expect(try await frame["ck"]?["qry"]?["rid"] == "n1")
            #expect(kit.fixture.cloud.courierHub.count == 0)
        }
    }

    @Test func aNotificationWhoseAnswerWasLostIsGivenAgain() async throws {
        try await withCloudKit { kit async throws in
            let (writer, reader) = (try await kit.login(), try await kit.login())
            _ = try await change(reader, "create", subscription())
            let courier = try await Courier(kit, reader)
            try await writer.modify([operation("create", "n1", [:]), operation("create", "n2", [:])])
            try await courier.loseAnswer()
            #expect(try await courier.next()["ck"]?["qry"]?["rid"] == "n1")
            #expect(try await courier.next()["ck"]?["qry"]?["rid"] == "n2")
            #expect(try await courier.isEmpty(kit))
        }
    }

    @Test func aClientThatPollsAgainAtTheLastByteGetsTheNextNotification() async throws {
        try await withCloudKit { kit async throws in
            let (writer, reader) = (try await kit.login(), try await kit.login())
            _ = try await change(reader, "create", subscription())
            let courier = try await Courier(kit, reader)
            try await writer.modify([operation("create", "n1", [:]), operation("create", "n2", [:])])
            let client = ImpatientClient(courier)
            try await courier.next(writingTo: client)
            #expect(client.notifications.map { $0["ck"]?["qry"]?["rid"] } == ["n1", "n2"])
        }
    }

    @Test func aPollEndsTheEarlierOne() async throws {
        try await withCloudKit { kit async throws in
            let (writer, reader) = (try await kit.login(), try await kit.login())
            _ = try await change(reader, "create", subscription())
            let courier = try await Courier(kit, reader)
            async let first = courier.next()
            await kit.clock.waitUntilSleeping()
            async let second = courier.next()
            #expect(try await first == .null)
            try await writer.modify(operation("create", "n1", [:]))
            #expect(try await second["ck"]?["qry"]?["rid"] == "n1")
        }
    }

    @Test(arguments: ["/device/1/C/development/", "/database/1/C/development/", "/database/1/C/development/private/"])
    func tokensAreMadeAndRegisteredOnEveryPath(path: String) async throws {
        try await withCloudKit { kit async throws in
            let ada = try await kit.login()
            let base = path.replacing("/C/", with: "/\(CloudKitFixture.container)/")
            let send = { (operation: String, body: JSONValue) in
                try await kit.client.send(.post, base + operation + "?" + ada.query, body)
            }
            let made = try await send("tokens/create", ["apnsEnvironment": "development", "clientId": "c"])
            #expect(made.json["apnsEnvironment"] == "development")
            let token = try #require(made.json["apnsToken"]?.stringValue)
            #expect(token.count == 64 && token.allSatisfy(\.isHexDigit))
            let register: JSONValue = ["apnsEnvironment": "development", "apnsToken": .string(token)]
            #expect(try await send("tokens/register", register).status == 200)
            for body in [[:], ["apnsToken": .string(token)], ["apnsEnvironment": "development"]] as [JSONValue] {
                #expect(try await send("tokens/register", body).status == 400)
            }
            #expect(try await send("tokens/create", ["apnsEnvironment": "moon"]).status == 400)
            let unknown: JSONValue = ["apnsEnvironment": "development", "apnsToken": "00ff"]
            #expect(try await send("tokens/register", unknown).status == 404)
            let anonymous = try await kit.client.send(
                .post,
                base + "tokens/create?" + kit.anonymous.query,
                ["apnsEnvironment": "development"]
            )
            #expect(anonymous.status == 421)
        }
    }

    @Test func anUnknownCourierIsRefused() async throws {
        try await withCloudKit { kit async throws in
            let answer = try await kit.client.send(.get, "/device/1/courier/wrong")
            #expect(answer.status == 404)
            #expect(answer.json.code == "NOT_FOUND")
        }
    }
}

/// A web client that polls for its notifications.
struct Courier: Sendable {
    private let kit: CloudKitFixture
    private let path: String

    init(_ kit: CloudKitFixture, _ client: RecordClient) async throws {
        self.kit = kit
        let answer = try await kit.client.send(
            .post,
            "/device/1/\(client.container)/\(client.environment)/tokens/create?\(client.query)",
            ["apnsEnvironment": "development"]
        )
        let address = try #require(answer.json["webcourierURL"]?.stringValue)
        path = String(address.dropFirst(TestClient.address.count))
    }

    /// Polls once, and returns the notification.
    func next() async throws -> JSONValue {
        let answer = try await kit.client.send(.get, path)
        #expect(answer.status == 200)
        #expect(answer.headers[.accessControlAllowOrigin] == "*")
        return answer.json
    }

    /// Polls once, and writes the answer where the test says.
    func next(writingTo writer: some ResponseBodyWriter & Sendable) async throws {
        try await kit.client.send(.get, path, writingTo: writer)
    }

    /// Polls once, and closes the connection before the answer has come.
    func loseAnswer() async throws { try await kit.client.sendAndDisconnect(.get, path) }

    /// Whether a poll ends as a keepalive, with an empty body, when its time is over.
    func isEmpty(_ kit: CloudKitFixture) async throws -> Bool {
        async let answer = kit.client.send(.get, path)
        await kit.clock.advanceWhenSleeping(by: .seconds(45))
        let result = try await answer
        return result.status == 200 && result.text.isEmpty
    }
}

/// A web client that polls again as soon as it has the last byte of a notification, before the cloud does anything else.
final class ImpatientClient: ResponseBodyWriter, Sendable {
    private let courier: Courier
    private let state = Mutex((text: "", notifications: [JSONValue]()))

    init(_ courier: Courier) { self.courier = courier }

    /// What it received.
    var notifications: [JSONValue] { state.withLock { $0.notifications } }

    func write(_ buffer: ByteBuffer) async throws {
        let complete = state.withLock { state in
            state.text += String(buffer: buffer)
            return try? JSONValue(parsing: state.text)
        }
        guard let complete else { return }
        let next = try await courier.next()
        state.withLock { $0.notifications = [complete, next] }
    }

    func finish(_ trailingHeaders: HTTPFields?) {}
}
