import CloudCore
import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import Testing

@Suite struct ChannelRouteTests {
    @Test func anSDKMakesAChannelThatSendersSee() async throws {
        try await withAirship { airship async throws in
            let made = try await airship.anybody.send(
                .post,
                "/api/channels",
                [
                    "channel": [
                        "device_type": "ios", "opt_in": true, "push_address": "abcdef", "timezone": "Europe/Berlin",
                        "tags": ["a", "b"], "set_tags": true, "locale_language": "de", "ios": ["badge": 3],
                    ],
                    "identity_hints": ["user_id": "u"],
                ],
                headers: airship.signature()
            )
            #expect(made.status == 201)
            let id = try #require(made.json["channel_id"]?.stringValue)
            let answer = try await airship.sender.send(.get, "/api/channels/\(id)")
            let channel = try #require(answer.json["channel"])
            #expect(channel["device_type"] == "ios")
            #expect(channel["push_address"] == "abcdef")
            #expect(channel["tags"] == ["a", "b"])
            #expect(channel["created"] == "2026-11-21T08:00:00")
            #expect(channel["ios"] == ["badge": 3])
            #expect(channel["installed"] == true)
        }
    }

    @Test func whatIsNotKnownOfADeviceIsPassedOver() async throws {
        try await withAirship { airship async throws in
            let body: JSONValue = [
                "channel": [
                    "device_type": "android", "opt_in": true, "android_api_version": 34, "alias": "old",
                    "colour": ["red"], "device_model": "Pixel", "push_address": .null,
                ],
                "identity_hints": ["user_id": "u", "accengage_device_id": "a"], "more": 1,
            ]
            let made = try await airship.anybody.send(.post, "/api/channels", body, headers: airship.signature())
            #expect(made.status == 201)
            let id = try #require(made.json["channel_id"]?.stringValue)
            let token = try await airship.anybody.send(
                .get,
                "/api/auth/device",
                headers: airship.signature(channel: id)
            ).json["token"]?.stringValue
            let phone = airship.anybody.bearer(try #require(token))
            #expect(try await phone.send(.put, "/api/channels/\(id)", body).status == 200)
            let channel = try await airship.sender.send(.get, "/api/channels/\(id)").json["channel"]
            #expect(channel?["device_attributes"]?["ua_device_model"] == "Pixel")
        }
    }

    @Test(arguments: [
        (#"{}"#, "channel"), (#"{"channel": {"opt_in": true}}"#, "channel.device_type"),
        (#"{"channel": {"device_type": "fridge"}}"#, "channel.device_type"),
        (#"{"channel": {"device_type": "open"}}"#, "channel.device_type"),
        (#"{"channel": {"device_type": "ios", "opt_in": "yes"}}"#, "channel.opt_in"),
        (#"{"channel": {"device_type": "ios", "timezone": "Mars/Base"}}"#, "channel.timezone"),
        (#"{"channel": {"device_type": "ios", "set_tags": true, "tags": [1]}}"#, "channel.tags[0]"),
    ])
    func aMistakeInARegistrationIsNamed(body: String, path: String) async throws {
        try await withAirship { airship async throws in
            let answer = try await airship.anybody.send(
                .post,
                "/api/channels",
                text: body,
                headers: airship.signature()
            )
            #expect(answer.status == 400)
            #expect(answer.json["details"]?["path"]?.stringValue == path)
        }
    }

    @Test func channelsArePagedToTheirEnd() async throws {
        try await withAirship { airship async throws in
            var made: [String] = []
            for _ in 0..<5 { made.append(try await airship.phone().channel) }
            var found: [String] = []
            var path: String? = "/api/channels/?limit=2"
            while let next = path {
                let answer = try await airship.sender.send(.get, next)
                found += answer.json["channels"]?.arrayValue?.compactMap { $0["channel_id"]?.stringValue } ?? []
                path = answer.json["next_page"]?.stringValue.map { String($0.dropFirst(TestClient.address.count)) }
            }
            #expect(found == made)
            for limit in ["0", "1001", "x"] {
                #expect(try await airship.sender.send(.get, "/api/channels?limit=\(limit)").status == 400)
            }
            for list in ["channels", "schedules", "segments"] {
                for start in ["x", "-1", "1.5", "9999999999999999999999", ""] {
                    let answer = try await airship.sender.send(.get, "/api/\(list)?start=\(start)")
                    #expect(answer.status == 400, "\(list) \(start)")
                    #expect(answer.json["details"]?["path"] == "start")
                }
            }
        }
    }

    @Test func openChannelsAreMadeTaggedAndUninstalled() async throws {
        try await withAirship { airship async throws in
            let body: JSONValue = [
                "channel": [
                    "type": "open", "address": "lamp-1", "opt_in": true, "tags": ["hall"],
                    "open": ["open_platform_name": "lamp", "identifiers": ["room": "hall"]],
                ]
            ]
            let made = try await airship.sender.send(.post, "/api/channels/open/", body)
            #expect(made.status == 200)
            let id = try #require(made.json["channel_id"]?.stringValue)
            #expect(
                try await airship.sender.send(.post, "/api/channels/open/", body).json["channel_id"]?.stringValue == id
            )
            let shown = try await airship.sender.send(.get, "/api/channels/\(id)").json["channel"]
            #expect(shown?["device_type"] == "open")
            #expect(shown?["address"] == "lamp-1")
            #expect(shown?["open"] == ["open_platform_name": "lamp", "identifiers": ["room": "hall"]])
            let tags: JSONValue = [
                "audience": ["address": "lamp-1", "open_platform_name": "lamp"], "add": ["g": ["x"]],
            ]
            #expect(try await airship.sender.send(.post, "/api/channels/open/tags/", tags).status == 200)
            let tagged = try await airship.sender.send(.get, "/api/channels/\(id)").json["channel"]
            #expect(tagged?["tag_groups"] == ["g": ["x"]])
            let gone: JSONValue = ["address": "lamp-1", "open_platform_name": "lamp"]
            #expect(try await airship.sender.send(.post, "/api/channels/open/uninstall/", gone).status == 200)
            #expect(try await airship.sender.send(.post, "/api/channels/open/uninstall/", gone).status == 404)
            #expect(try await airship.sender.send(.get, "/api/channels/\(id)").status == 404)
        }
    }

    @Test func sendersCannotMakeOrRemoveHostsByAddress() async throws {
        try await withAirship { airship async throws in
            let host = try await airship.fixture.join("ada")
            let address = JSONValue.string(host.device.id.text)
            let body: JSONValue = [
                "channel": [
                    "type": "open", "address": address, "opt_in": false, "open": ["open_platform_name": "today"],
                ]
            ]
            #expect(try await airship.sender.send(.post, "/api/channels/open/", body).status == 400)
            let gone: JSONValue = ["address": address, "open_platform_name": "today"]
            #expect(try await airship.sender.send(.post, "/api/channels/open/uninstall/", gone).status == 400)
        }
    }

    @Test func aDeviceChangesTagsListsAndAttributesTogether() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let other = try await airship.phone()
            let path = "/api/channels/sdk/batch/\(phone.channel)?platform=ios"
            let body: JSONValue = [
                "tags": ["add": ["g": ["x", "y"]], "set": ["device": ["a"]]],
                "subscription_lists": [
                    ["action": "subscribe", "list_id": "news", "timestamp": "2026-11-21T08:00:00"],
                    ["action": "unsubscribe", "list_id": "weather"],
                ],
                "attributes": [
                    ["action": "set", "key": "team", "value": "red", "timestamp": "2026-11-21T08:00:00"],
                    ["action": "set", "key": "age", "value": 20, "timestamp": "2026-11-21T08:00:00"],
                ],
                "live_activities": [["name": "x"]],
            ]
            #expect(try await phone.client.send(.put, path, body).json == ["ok": true])
            let channel = try await airship.sender.send(.get, "/api/channels/\(phone.channel)").json["channel"]
            #expect(channel?["tags"] == ["a"])
            #expect(channel?["tag_groups"] == ["g": ["x", "y"]])
            #expect(channel?["subscription_lists"] == ["news"])
            #expect(channel?["attributes"] == ["team": "red", "age": 20])
            #expect(try await phone.client.send(.put, path, [:]).status == 200)
            #expect(try await other.client.send(.put, path, body).status == 403)
            #expect(try await airship.sender.send(.put, path, body).status == 401)
            let wrong = try await phone.client.send(.put, path, ["attributes": [["action": "set", "key": "ua_x"]]])
            #expect(wrong.json["details"]?["path"] == "attributes[0].key")
        }
    }

    @Test func uninstallingTakesBothForms() async throws {
        try await withAirship { airship async throws in
            let one = try await airship.phone().channel
            let two = try await airship.phone().channel
            let body: JSONValue = [.string(one), ["channel_id": .string(two), "device_type": "ios"]]
            #expect(try await airship.sender.send(.post, "/api/channels/uninstall/", body).status == 202)
            #expect(try await airship.sender.send(.get, "/api/channels/").json["channels"] == [])
            #expect(try await airship.sender.send(.post, "/api/channels/uninstall/", ["a": 1]).status == 400)
            #expect(try await airship.sender.send(.post, "/api/channels/uninstall/", [1]).status == 400)
        }
    }

    @Test func tagsAndSubscriptionsChange() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let audience: JSONValue = ["ios_channel": [.string(phone.channel), "unknown"]]
            let tags: JSONValue = ["audience": audience, "add": ["device": ["a"], "g": ["x"]]]
            let answer = try await airship.sender.send(.post, "/api/channels/tags/", tags)
            #expect(answer.status == 200)
            #expect(answer.json["warnings"]?.arrayValue?.count == 1)
            let lists: JSONValue = [
                "audience": ["channel": .string(phone.channel)],
                "subscription_lists": [["action": "subscribe", "list_id": "news"]],
            ]
            #expect(try await airship.sender.send(.post, "/api/channels/subscription_lists/", lists).status == 200)
            // The Python client sends a single object.
            let more: JSONValue = [
                "audience": ["channel": .string(phone.channel)],
                "subscription_lists": ["action": "subscribe", "list_id": "weather"],
            ]
            #expect(try await airship.sender.send(.post, "/api/channels/subscription_lists/", more).status == 200)
            let channel = try await airship.sender.send(.get, "/api/channels/\(phone.channel)").json["channel"]
            #expect(channel?["tags"] == ["a"])
            #expect(channel?["tag_groups"] == ["g": ["x"]])
            #expect(channel?["subscription_lists"] == ["news", "weather"])
            _ = try await airship.sendMessage("for subscribers", audience: ["subscription_list": "news"])
            #expect(try await phone.messages().count == 1)
            for body in [
                ["audience": audience], ["audience": audience, "set": ["g": ["x"]], "add": ["g": ["y"]]],
                ["add": ["g": ["x"]]], ["audience": [:], "add": ["g": ["x"]]],
                ["audience": audience, "add": ["g": [1]]],
            ] as [JSONValue] {
                #expect(try await airship.sender.send(.post, "/api/channels/tags/", body).status == 400)
            }
        }
    }

    @Test func namedUsersAreKept() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let body: JSONValue = ["named_user_id": "ada", "channel_id": .string(phone.channel), "device_type": "ios"]
            #expect(try await airship.sender.send(.post, "/api/named_users/associate/", body).status == 200)
            let tags: JSONValue = ["audience": ["named_user_id": ["ada", "eve"]], "add": ["crm": ["vip"]]]
            let tagged = try await airship.sender.send(.post, "/api/named_users/tags/", tags)
            #expect(tagged.json["tag_warnings"]?.arrayValue?.count == 1)
            let user = try await airship.sender.send(.get, "/api/named_users/?id=ada").json["named_user"]
            #expect(user?["named_user_id"] == "ada")
            #expect(user?["tags"] == ["crm": ["vip"]])
            #expect(user?["channels"]?.arrayValue?.first?["channel_id"]?.stringValue == phone.channel)
            #expect(try await airship.sender.send(.get, "/api/named_users/?id=eve").status == 404)

            let all: JSONValue = ["disassociate": [["channel_id": .string(phone.channel), "device_type": "ios"]]]
            #expect(try await airship.sender.send(.post, "/api/named_users/ada", all).status == 200)
            #expect(
                try await airship.sender.send(.post, "/api/named_users/b%C3%B6b", ["tags": ["set": ["g": ["x"]]]])
                    .status == 200
            )
            let page = try await airship.sender.send(.get, "/api/named_users/?limit=1")
            #expect(page.json["named_users"]?.arrayValue?.first?["channels"] == [])
            let next = try #require(page.json["next_page"]?.stringValue)
            let rest = try await airship.sender.send(.get, String(next.dropFirst(TestClient.address.count)))
            #expect(rest.json["named_users"]?.arrayValue?.first?["named_user_id"] == "böb")
            #expect(
                try await airship.sender.send(.post, "/api/named_users/uninstall/", ["named_user_id": ["ada", "böb"]])
                    .status == 202
            )
            #expect(try await airship.sender.send(.get, "/api/named_users/").json["named_users"] == [])
        }
    }

    @Test func aNamedUserChangesWhollyOrNotAtAll() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let host = try await airship.fixture.join("bob").channel.channel
            let own: JSONValue = .string(phone.channel)
            for (refused, status) in [(JSONValue.string("unknown"), 400), (.string(host.text), 403)] {
                let change: JSONValue = [
                    "associate": [own, refused], "tags": ["set": ["crm": ["vip"]]],
                    "attributes": [["action": "set", "key": "team", "value": "red"]],
                ]
                #expect(try await airship.sender.send(.post, "/api/named_users/ada", change).status == status)
                #expect(try await airship.sender.send(.get, "/api/named_users/?id=ada").status == 404)
                let channel = try await airship.sender.send(.get, "/api/channels/\(phone.channel)").json["channel"]
                #expect(channel?["channel_id"] == own)
                #expect(channel?["named_user_id"]?.stringValue == nil)
            }
            let change: JSONValue = [
                "associate": [["channel_id": own, "device_type": "ios"]], "tags": ["set": ["crm": ["vip"]]],
                "attributes": [["action": "set", "key": "team", "value": "red"]],
            ]
            #expect(try await airship.sender.send(.post, "/api/named_users/ada", change).status == 200)
            // A disassociated channel stays with its user if another part of the change is refused.
            let exchange: JSONValue = ["disassociate": [own], "associate": ["unknown"]]
            #expect(try await airship.sender.send(.post, "/api/named_users/ada", exchange).status == 400)
            let user = try await airship.sender.send(.get, "/api/named_users/?id=ada").json["named_user"]
            #expect(user?["channels"]?.arrayValue?.map { $0["channel_id"] } == [own])
            #expect(user?["tags"] == ["crm": ["vip"]])
            #expect(user?["attributes"] == ["team": "red"])
        }
    }

    @Test func aHostsChannelBelongsToItsPerson() async throws {
        try await withAirship { airship async throws in
            let host = try await airship.fixture.join("ada").channel.channel
            for (route, name) in [("associate", "eve"), ("disassociate", "ada")] {
                let body: JSONValue = ["named_user_id": .string(name), "channel_id": .string(host.text)]
                #expect(try await airship.sender.send(.post, "/api/named_users/\(route)/", body).status == 403)
            }
            let unknown: JSONValue = ["named_user_id": "eve", "channel_id": "unknown"]
            #expect(try await airship.sender.send(.post, "/api/named_users/associate", unknown).status == 400)
        }
    }

    @Test func remoteDataNamesThisServer() async throws {
        try await withAirship { airship async throws in
            let path = "/api/remote-data/app/\(airship.fixture.keys.key)/ios?sdk_version=18"
            let answer = try await airship.anybody.send(.get, path)
            let data = answer.json["payloads"]?.arrayValue?.first?["data"]?["airship_config"]
            #expect(data?["device_api_url"]?.stringValue == TestClient.address)
            #expect(try await airship.anybody.send(.get, "/api/remote-data/app/unknown/ios").status == 404)
        }
    }
}
