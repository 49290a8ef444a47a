import CloudCore
import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite struct SegmentRouteTests {
    private func push(_ audience: JSONValue) -> JSONValue {
        ["audience": audience, "device_types": "all", "notification": ["alert": "a"]]
    }

    private func add(_ criteria: JSONValue, _ airship: AirshipFixture) async throws -> String {
        let body: JSONValue = ["display_name": "A segment", "criteria": criteria]
        return try await airship.sender.send(.post, "/api/segments/", body).json["segment_id"]?.stringValue ?? ""
    }

    @Test(arguments: ["", "/"]) func aSegmentIsMadeShownChangedAndRemoved(slash: String) async throws {
        try await withAirship { airship async throws in
            let sender = airship.sender
            let criteria: JSONValue = ["AND": [["tag": "a"], ["NOT": ["named_user": ["b", "c"]]]]]
            let body: JSONValue = ["display_name": "News", "criteria": criteria]
            let made = try await sender.send(.post, "/api/segments\(slash)", body)
            #expect(made.status == 201)
            #expect(made.json["ok"] == true)
            let id = try #require(made.json["segment_id"]?.stringValue)
            let path = "/api/segments/\(id)\(slash)"
            #expect(made.headers[.location] == "\(TestClient.address)/api/segments/\(id)")
            let shown = try await sender.send(.get, path).json
            #expect(shown["display_name"] == "News")
            #expect(shown["criteria"] == criteria)
            #expect(shown["creation_date"] == 1_795_248_000_000)
            airship.fixture.date.advance(by: 1)
            let other: JSONValue = ["display_name": "Other", "criteria": "all"]
            #expect(try await sender.send(.put, path, other).json == ["ok": true])
            let list = try await sender.send(.get, "/api/segments\(slash)").json["segments"]?.arrayValue
            #expect(
                list == [
                    [
                        "id": .string(id), "display_name": "Other", "creation_date": 1_795_248_000_000,
                        "modification_date": 1_795_248_001_000,
                    ]
                ]
            )
            #expect(try await sender.send(.delete, path).status == 204)
            for method in [HTTPRequest.Method.get, .put, .delete] {
                #expect(try await sender.send(method, path, other).status == 404)
            }
        }
    }

    @Test(arguments: [
        (#"{"criteria":"all"}"#, "display_name"), (#"{"display_name":"a"}"#, "criteria"),
        (#"{"display_name":"","criteria":"all"}"#, "display_name"),
        (#"{"display_name":1,"criteria":"all"}"#, "display_name"),
        (#"{"display_name":"a","criteria":"some"}"#, "criteria"),
        (#"{"display_name":"a","criteria":"all","x":1}"#, "x"),
        (#"{"display_name":"a","criteria":{"and":[{"tagg":"b"}]}}"#, "criteria.and[0].tagg"),
        (#"{"display_name":"a","criteria":{"not":{"segment":"b"}}}"#, "criteria.not.segment"),
        (#"{"display_name":"a","criteria":{"or":["all",{"segment":["b"]}]}}"#, "criteria.or[1].segment[0]"),
        (#"{"display_name":"a","criteria":{"static_list":"none"}}"#, "criteria.static_list"), ("[]", ""),
    ])
    func aMistakeIsNamedByItsPath(body: String, path: String) async throws {
        try await withAirship { airship async throws in
            let answer = try await airship.sender.send(.post, "/api/segments/", text: body)
            #expect(answer.status == 400)
            #expect(answer.json["details"]?["path"]?.stringValue == path)
            #expect(try await airship.sender.send(.get, "/api/segments/").json["segments"] == [])
        }
    }

    @Test func theListIsPagedToItsEnd() async throws {
        try await withAirship { airship async throws in
            var ids: [String] = []
            for _ in 0..<5 { ids.append(try await add("all", airship)) }
            var found: [String] = []
            var path: String? = "/api/segments/?limit=2"
            while let next = path {
                let answer = try await airship.sender.send(.get, next)
                found += answer.json["segments"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
                path = answer.json["next_page"]?.stringValue.map { String($0.dropFirst(TestClient.address.count)) }
            }
            #expect(found == ids)
        }
    }

    @Test func selectorsByListAndSegmentReachTheRightDevices() async throws {
        try await withAirship { airship async throws in
            let ada = try await airship.fixture.join("ada")
            let bob = try await airship.fixture.join("bob")
            _ = try await airship.sender.send(.post, "/api/lists/", ["name": "vip"])
            _ = try await airship.sender.send(.put, "/api/lists/vip/csv", text: "named_user,ada")
            let users = JSONValue.string(try await add(["named_user": "bob"], airship))
            let reds: JSONValue = [
                "audience": ["named_user_id": "ada"], "attributes": [["action": "set", "key": "team", "value": "red"]],
            ]
            #expect(try await airship.sender.send(.post, "/api/channels/attributes/", reds).status == 200)
            let isRed: JSONValue = ["attribute": "team", "operator": "equals", "value": "red"]
            let red = JSONValue.string(try await add(isRed, airship))
            let listed = JSONValue.string(try await add(["or": [["static_list": "vip"], ["tag": "x"]]], airship))
            let table: [(JSONValue, Int, Int)] = [
                (["static_list": "vip"], 1, 0), (["NOT": ["static_list": "vip"]], 0, 1), (["segment": users], 0, 1),
                (["segment": red], 1, 0), (["NOT": ["segment": red]], 0, 1),
                (["or": [["segment": users], isRed]], 1, 1), (["segment": listed], 1, 0),
                (["AND": [["segment": users], ["segment": listed]]], 0, 0),
                (["or": [["segment": users], ["static_list": ["vip"]]]], 1, 1),
                (["and": ["all", ["not": ["segment": users]]]], 1, 0), (["segment": [users, listed]], 1, 1),
            ]
            var expected = (0, 0)
            for (audience, toAda, toBob) in table {
                #expect(try await airship.sender.send(.post, "/api/push/", push(audience)).status == 202, "\(audience)")
                try await airship.fixture.deliver()
                expected = (expected.0 + toAda, expected.1 + toBob)
                #expect(try await airship.fixture.events(ada).count == expected.0, "\(audience)")
                #expect(try await airship.fixture.events(bob).count == expected.1, "\(audience)")
            }
        }
    }

    @Test func whatIsNotThereIsNamedByItsPath() async throws {
        try await withAirship { airship async throws in
            let other = try await airship.otherSender()
            let id = JSONValue.string(try await add("all", airship))
            _ = try await airship.sender.send(.post, "/api/lists/", ["name": "vip"])
            let broken = JSONValue.string(try await add(["static_list": "vip"], airship))
            let table: [(TestClient, JSONValue, String)] = [
                (airship.sender, ["segment": "none"], "audience.segment"),
                (airship.sender, ["or": ["all", ["static_list": ["vip", "none"]]]], "audience.or[1].static_list[1]"),
                (other, ["NOT": ["segment": id]], "audience.NOT.segment"),
                (other, ["static_list": "vip"], "audience.static_list"),
                (airship.sender, ["segment": 1], "audience.segment"),
                (airship.sender, ["static_list": []], "audience.static_list"),
            ]
            let schedule: JSONValue = ["scheduled_time": "2026-12-01T00:00:00"]
            for (sender, audience, path) in table {
                for route in ["/api/push/", "/api/push/validate"] {
                    let answer = try await sender.send(.post, route, push(audience))
                    #expect(answer.status == 400)
                    #expect(answer.json["details"]?["path"]?.stringValue == path)
                }
                let later = JSONValue.array([["schedule": schedule, "push": push(audience)]])
                let answer = try await sender.send(.post, "/api/schedules/", later)
                #expect(answer.json["details"]?["path"]?.stringValue == "[0].push.\(path)")
            }
            _ = try await airship.sender.send(.delete, "/api/lists/vip")
            let answer = try await airship.sender.send(.post, "/api/push/", push(["segment": broken]))
            #expect(answer.json["details"]?["error"] == "the segment names a static list that is gone")
        }
    }

    @Test func theTermsOfSegmentsCountToo() async throws {
        try await withAirship { airship async throws in
            let tags = JSONValue.array((0..<600).map { .string("t\($0)") })
            let id = JSONValue.string(try await add(["tag": tags], airship))
            #expect(try await airship.sender.send(.post, "/api/push/", push(["segment": id])).status == 202)
            let twice = try await airship.sender.send(.post, "/api/push/", push(["segment": [id, id]]))
            #expect(twice.status == 400)
            #expect(twice.json["details"]?["path"] == "audience")
        }
    }

    @Test func theTermsOfOneRequestCountTogether() async throws {
        try await withAirship { airship async throws in
            let tags = JSONValue.array((0..<1000).map { .string("t\($0)") })
            let push = push(["segment": .string(try await add(["tag": tags], airship))])
            let schedule: JSONValue = ["schedule": ["scheduled_time": "2026-12-01T00:00:00"], "push": push]
            let table: [(String, JSONValue, String, Int)] = [
                ("/api/push/", push, "[10].audience", 202), ("/api/push/validate", push, "[10].audience", 200),
                ("/api/schedules/", schedule, "[10].push.audience", 201),
            ]
            for (route, element, path, status) in table {
                let ten = JSONValue.array(Array(repeating: element, count: 10))
                #expect(try await airship.sender.send(.post, route, ten).status == status)
                let eleven = JSONValue.array(Array(repeating: element, count: 11))
                let answer = try await airship.sender.send(.post, route, eleven)
                #expect(answer.status == 400)
                #expect(answer.json["details"]?["path"]?.stringValue == path)
            }
            #expect(try await airship.fixture.store.pendingPushes(limit: 100).count <= 10)
        }
    }

    @Test func anAppSeesItsOwnSegmentsAloneAndTheAppSecretSeesNone() async throws {
        try await withAirship { airship async throws in
            let other = try await airship.otherSender()
            let path = "/api/segments/\(try await add("all", airship))"
            let body: JSONValue = ["display_name": "x", "criteria": "all"]
            let low = airship.anybody.basic(airship.fixture.keys.key, airship.fixture.keys.secret)
            for method in [HTTPRequest.Method.get, .put, .delete] {
                #expect(try await other.send(method, path, body).status == 404)
                #expect(try await low.send(method, path, body).status == 403)
                #expect(try await airship.anybody.send(method, path, body).status == 401)
            }
            #expect(try await other.send(.get, "/api/segments").json["segments"] == [])
            #expect(try await low.send(.post, "/api/segments", body).status == 403)
            #expect(try await airship.sender.send(.get, path).json["display_name"] == "A segment")
        }
    }
}
