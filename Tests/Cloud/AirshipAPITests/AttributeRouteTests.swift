import CloudCore
import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import Testing

@Suite(.timeLimit(.minutes(10))) struct AttributeRouteTests {
    private func attributes(_ airship: AirshipFixture, _ channel: String) async throws -> JSONValue? {
        try await airship.sender.send(.get, "/api/channels/\(channel)").json["channel"]?["attributes"]
    }

    private func set(_ key: String, _ value: JSONValue) -> JSONValue {
        ["action": "set", "key": .string(key), "value": value]
    }

    @Test func channelsGetAndLoseAttributes() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let body: JSONValue = [
                "audience": ["ios_channel": [.string(phone.channel)]],
                "attributes": [
                    set("team", "red"), set("age", 42), set("price", 2.5), set("digits", "7"),
                    set("birth", "2020-07-20T12:35:42+08:00"), set("day", "2020-07-20"),
                    set("spaced", "2020-07-20 12:00:00Z"),
                ],
            ]
            let answer = try await airship.sender.send(.post, "/api/channels/attributes/", body)
            #expect(answer.status == 200)
            #expect(answer.json == ["ok": true])
            #expect(
                try await attributes(airship, phone.channel) == [
                    "team": "red", "age": 42, "price": 2.5, "digits": "7", "birth": "2020-07-20T04:35:42",
                    "day": "2020-07-20T00:00:00", "spaced": "2020-07-20T12:00:00",
                ]
            )
            let less: JSONValue = [
                "audience": ["channel": .string(phone.channel)],
                "attributes": [["action": "remove", "key": "day"], set("team", "blue"), set("team", "green")],
            ]
            #expect(try await airship.sender.send(.post, "/api/channels/attributes", less).status == 200)
            let listed = try await airship.sender.send(.get, "/api/channels/").json["channels"]?.arrayValue?.first
            #expect(listed?["attributes"]?["team"] == "green")
            #expect(listed?["attributes"]?["day"] == nil)
        }
    }

    @Test func namedUsersGetAttributes() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let one: JSONValue = ["attributes": [set("team", "red")]]
            #expect(try await airship.sender.send(.post, "/api/named_users/ad%C3%A4/attributes", one).status == 404)
            let made: JSONValue = ["associate": [.string(phone.channel)], "attributes": [set("age", 42)]]
            let update = try await airship.sender.send(.post, "/api/named_users/ad%C3%A4", made)
            #expect(update.json == ["ok": true])
            for path in ["/api/named_users/ad%C3%A4/attributes", "/api/named_users/ad%C3%A4/attributes/"] {
                #expect(try await airship.sender.send(.post, path, one).json == ["ok": true])
            }
            let both: JSONValue = [
                "audience": ["named_user_id": ["adä", "eve"]], "attributes": [set("size", 3)],
            ]
            let answer = try await airship.sender.send(.post, "/api/channels/attributes/", both)
            #expect(answer.json == ["ok": true, "warning": "There is no named user eve."])
            let user = try await airship.sender.send(.get, "/api/named_users/?id=ad%C3%A4").json["named_user"]
            #expect(user?["attributes"] == ["team": "red", "age": 42, "size": 3])
            // They belong to the user, and the channel has none.
            #expect(try await attributes(airship, phone.channel) == [:])
        }
    }

    @Test func whatADeviceToldIsShownAndCannotBeSet() async throws {
        try await withAirship { airship async throws in
            let channel: JSONValue = [
                "device_type": "ios", "opt_in": true, "timezone": "Europe/Berlin", "locale_language": "de",
                "locale_country": "DE", "app_version": "1.2",
            ]
            let made = try await airship.anybody.send(
                .post,
                "/api/channels",
                ["channel": channel],
                headers: airship.signature()
            )
            let id = try #require(made.json["channel_id"]?.stringValue)
            let shown = try await airship.sender.send(.get, "/api/channels/\(id)").json["channel"]
            #expect(
                shown?["device_attributes"] == [
                    "ua_local_tz": "Europe/Berlin", "ua_language": "de", "ua_country": "DE", "ua_app_version": "1.2",
                ]
            )
            _ = try await airship.sender.send(.post, "/api/named_users/ada", ["associate": [.string(id)]])
            let user = try await airship.sender.send(.get, "/api/named_users/?id=ada").json["named_user"]
            #expect(
                user?["user_attributes"] == ["ua_local_tz": "Europe/Berlin", "ua_language": "de", "ua_country": "DE"]
            )
            let body: JSONValue = ["audience": ["channel": .string(id)], "attributes": [set("ua_language", "en")]]
            let answer = try await airship.sender.send(.post, "/api/channels/attributes/", body)
            #expect(answer.status == 400)
            #expect(answer.json["details"]?["path"] == "attributes[0].key")
        }
    }

    @Test func olderTimestampsChangeNothing() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            for (value, time, kept) in [
                ("a", "2026-11-20T08:00:00", "a"), ("b", "2026-11-19T08:00:00Z", "a"),
                ("c", "2026-11-20T09:00:00+02:00", "a"), ("d", "2026-11-20T08:00:01", "d"),
            ] {
                let body: JSONValue = [
                    "audience": ["channel": .string(phone.channel)],
                    "attributes": [
                        ["action": "set", "key": "k", "value": .string(value), "timestamp": .string(time)]
                    ],
                ]
                #expect(try await airship.sender.send(.post, "/api/channels/attributes/", body).json == ["ok": true])
                #expect(try await attributes(airship, phone.channel) == ["k": .string(kept)])
            }
        }
    }

    @Test func channelsOfOthersAreUnknown() async throws {
        try await withAirship { airship async throws in
            let ring = KeyRing(folder: airship.fixture.folder, store: airship.fixture.store)
            let keys = try await ring.add(app: "org.test.Other")
            let stranger = airship.anybody.basic(keys.key, keys.masterSecret)
            let phone = try await airship.phone()
            _ = try await airship.sender.send(.post, "/api/named_users/ada", ["associate": [.string(phone.channel)]])
            let changes: JSONValue = [set("team", "red")]
            let channel: JSONValue = ["audience": ["channel": .string(phone.channel)], "attributes": changes]
            let answer = try await stranger.send(.post, "/api/channels/attributes/", channel)
            #expect(answer.status == 200)
            #expect(answer.json["warning"]?.stringValue == "There is no channel \(phone.channel).")
            let user: JSONValue = ["audience": ["named_user_id": ["ada"]], "attributes": changes]
            #expect(try await stranger.send(.post, "/api/channels/attributes/", user).json["warning"] != nil)
            let direct = try await stranger.send(.post, "/api/named_users/ada/attributes", ["attributes": changes])
            #expect(direct.status == 404)
            #expect(try await attributes(airship, phone.channel) == [:])
            let shown = try await airship.sender.send(.get, "/api/named_users/?id=ada").json["named_user"]
            #expect(shown?["attributes"] == [:])
        }
    }
}
