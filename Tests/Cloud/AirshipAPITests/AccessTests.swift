import CloudCore
import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite struct AccessTests {
    /// Every route that needs the master secret.
    static let serverRoutes: [(HTTPRequest.Method, String)] = [
        (.post, "push"), (.post, "push/validate"), (.post, "schedules"), (.get, "schedules"), (.get, "schedules/x"),
        (.put, "schedules/x"), (.delete, "schedules/x"), (.post, "schedules/x/pause"), (.post, "schedules/x/resume"),
        (.get, "channels"), (.get, "channels/x"), (.post, "channels/uninstall"), (.post, "channels/tags"),
        (.post, "channels/subscription_lists"), (.post, "channels/open"), (.post, "channels/open/uninstall"),
        (.post, "channels/open/tags"), (.post, "channels/attributes"), (.post, "named_users/ada/attributes"),
        (.get, "named_users"), (.post, "named_users/associate"),
        (.post, "named_users/disassociate"), (.post, "named_users/tags"), (.post, "named_users/uninstall"),
        (.post, "named_users/ada"), (.delete, "user/messages/x"), (.post, "user/messages/batch-delete"),
    ]

    @Test(arguments: serverRoutes) func onlyTheMasterSecretSends(method: HTTPRequest.Method, path: String) async throws
    {
        try await withAirship { airship async throws in
            let keys = airship.fixture.keys
            for path in ["/api/\(path)", "/api/\(path)/"] {
                let app = try await airship.anybody.basic(keys.key, keys.secret).send(method, path, [:])
                #expect(app.status == 403)
                #expect(app.json["error_code"] == 40_300)
                let wrong = [
                    airship.anybody, airship.anybody.basic(keys.key, "wrong"),
                    airship.anybody.bearer(keys.masterSecret),
                    airship.anybody.basic("wrong", keys.masterSecret),
                    airship.anybody.with(["Authorization": "Basic ???"]),
                ]
                for client in wrong {
                    let answer = try await client.send(method, path, [:])
                    #expect(answer.status == 401)
                    #expect(answer.json["ok"] == false)
                }
                // With the secret it responds, and never redirects.
                let answer = try await airship.sender.send(method, path, text: "not JSON")
                #expect(![401, 403, 405, 406].contains(answer.status))
                #expect(!(300..<400).contains(answer.status))
            }
        }
    }

    @Test func whoeverHasTheAppSecretDoesNotHoldUpTheSender() async throws {
        var configuration = CloudConfiguration()
        configuration.requestRate = 1
        configuration.isBehindProxy = true
        try await withAirship(configuration) { airship async throws in
            let keys = airship.fixture.keys
            let app = airship.anybody.basic(keys.key, keys.secret).with(["X-Forwarded-For": "192.0.2.1"])
            let sender = airship.sender.with(["X-Forwarded-For": "192.0.2.2"])
            var statuses: [Int] = []
            for _ in 0..<30 { statuses.append(try await app.send(.get, "/api/channels").status) }
            #expect(statuses.first == 403)
            #expect(statuses.last == 429)
            for _ in 0..<10 { #expect(try await sender.send(.get, "/api/channels").status == 200) }
        }
    }

    @Test func wrongSecretsDoNotKeepOutTheRightOnes() async throws {
        var configuration = CloudConfiguration()
        configuration.requestRate = 1
        try await withAirship(configuration) { airship async throws in
            let keys = airship.fixture.keys
            let guesser = airship.anybody.basic(keys.key, "wrong")
            var statuses: [Int] = []
            for _ in 0..<200 { statuses.append(try await guesser.send(.get, "/api/channels").status) }
            #expect(statuses.first == 401)
            #expect(statuses.last == 429)
            let app = airship.anybody.basic(keys.key, keys.secret)
            for _ in 0..<10 {
                #expect(try await airship.sender.send(.get, "/api/channels").status == 200)
                #expect(try await app.send(.get, "/api/channels").status == 403, "the app may not list, and is told so")
            }
        }
    }

    @Test func anAddressThatAsksTooOftenIsToldInAirshipsWords() async throws {
        var configuration = CloudConfiguration()
        configuration.requestRate = 1
        try await withAirship(configuration) { airship async throws in
            for _ in 0..<10 { #expect(try await airship.anybody.send(.get, "/api/channels").status == 401) }
            let answer = try await airship.anybody.send(.get, "/api/channels")
            #expect(answer.status == 429)
            #expect(answer.json["ok"] == false)
            #expect(answer.json["error_code"] == 42_900)
            #expect(answer.json["error"] == "Too many requests from this address.")
            #expect(answer.headers[.retryAfter] == "1")
        }
    }

    @Test func anotherVersionIsRefused() async throws {
        try await withAirship { airship async throws in
            for (accept, status) in [
                ("application/vnd.urbanairship+json", 406), ("application/vnd.urbanairship+json; version=2;", 406),
                ("application/vnd.urbanairship+json;version=3", 200), ("*/*", 200),
            ] {
                let answer = try await airship.sender.send(.get, "/api/channels/", headers: ["Accept": accept])
                #expect(answer.status == status)
            }
        }
    }

    @Test func oneAppNeverSeesAnothers() async throws {
        try await withAirship { airship async throws in
            let ring = KeyRing(folder: airship.fixture.folder, store: airship.fixture.store)
            let keys = try await ring.add(app: "org.test.Other")
            let stranger = airship.anybody.basic(keys.key, keys.masterSecret)
            let phone = try await airship.phone()
            let message = try await airship.sendMessage("secret")
            #expect(try await stranger.send(.get, "/api/channels/\(phone.channel)").status == 404)
            #expect(try await stranger.send(.get, "/api/channels/").json["channels"] == [])
            #expect(try await stranger.send(.delete, "/api/user/messages/\(message)").status == 404)
            #expect(try await stranger.send(.post, "/api/channels/uninstall/", [.string(phone.channel)]).status == 202)
            #expect(try await airship.sender.send(.get, "/api/channels/\(phone.channel)").status == 200)
            let push: JSONValue = [
                "audience": ["channel": .string(phone.channel)], "device_types": "all",
                "message": ["title": "spam", "body": "spam"],
            ]
            #expect(try await stranger.send(.post, "/api/push/", push).status == 202)
            try await airship.fixture.deliver()
            #expect(try await phone.messages().count == 1)
        }
    }

    // MARK: - Signed tokens

    @Test func aSignedRequestIsAcceptedOnce() async throws {
        try await withAirship { airship async throws in
            let headers = airship.signature(nonce: "n-1")
            let body: JSONValue = ["channel": ["device_type": "ios", "opt_in": true]]
            #expect(try await airship.anybody.send(.post, "/api/channels/", body, headers: headers).status == 201)
            let replay = try await airship.anybody.send(.post, "/api/channels/", body, headers: headers)
            #expect(replay.status == 401)
            #expect(try await airship.sender.send(.get, "/api/channels/").json["channels"]?.arrayValue?.count == 1)
        }
    }

    @Test(arguments: [
        "2026-11-21 07:49:59", "2026-11-21 08:10:01", "2025-11-21 08:00:00", "yesterday", "", "2026-11-21",
    ])
    func aSignatureOfAnotherTimeIsRefused(timestamp: String) async throws {
        try await withAirship { airship async throws in
            let answer = try await airship.anybody.send(
                .post,
                "/api/channels",
                ["channel": ["device_type": "ios"]],
                headers: airship.signature(timestamp: timestamp)
            )
            #expect(answer.status == 401)
        }
    }

    @Test func aSignatureCoversEveryPart() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let other = try await airship.phone()
            let valid = airship.signature(channel: phone.channel)
            let changes = [
                ["X-UA-Channel-ID": other.channel], ["X-UA-Nonce": "other"], ["X-UA-Timestamp": "2026-11-21 08:00:01"],
                ["X-UA-Appkey": "unknown"], ["Authorization": "Bearer AAAA"], ["Authorization": "Basic AAAA"],
            ]
            for change in changes {
                let headers = valid.merging(change) { $1 }
                #expect(try await airship.anybody.send(.get, "/api/auth/device", headers: headers).status == 401)
            }
            let forged = airship.signature(channel: phone.channel, secret: airship.fixture.keys.key)
            #expect(try await airship.anybody.send(.get, "/api/auth/device", headers: forged).status == 401)
            let app = airship.signature()
            let asChannel = app.merging(["X-UA-Channel-ID": phone.channel]) { $1 }
            #expect(try await airship.anybody.send(.get, "/api/auth/device", headers: asChannel).status == 401)
            #expect(try await airship.anybody.send(.get, "/api/auth/device", headers: valid).status == 200)
        }
    }

    @Test func aChannelsTokenSpeaksForThatChannelUntilItEnds() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let other = try await airship.phone()
            let body: JSONValue = ["channel": ["device_type": "ios", "opt_in": false, "set_tags": true, "tags": ["a"]]]
            #expect(try await phone.client.send(.put, "/api/channels/\(phone.channel)", body).status == 200)
            #expect(try await phone.client.send(.put, "/api/channels/\(other.channel)", body).status == 403)
            #expect(
                try await airship.anybody.bearer("x").send(.put, "/api/channels/\(phone.channel)", body).status == 401
            )
            let channel = try await airship.sender.send(.get, "/api/channels/\(phone.channel)").json["channel"]
            #expect(channel?["opt_in"] == false)
            #expect(channel?["background"] == true)
            #expect(channel?["tags"] == ["a"])
            airship.fixture.date.advance(by: 3600)
            #expect(try await phone.client.send(.put, "/api/channels/\(phone.channel)", body).status == 401)
        }
    }

    @Test func aDeviceIsToldThatItsChannelIsGone() async throws {
        try await withAirship { airship async throws in
            let phone = try await airship.phone()
            let path = "/api/channels/\(phone.channel)"
            let body: JSONValue = ["channel": ["opt_in": false]]
            let gone: JSONValue = [.string(phone.channel)]
            #expect(try await airship.sender.send(.post, "/api/channels/uninstall", gone).status == 202)
            #expect(try await phone.client.send(.put, path, body).status == 409)
            // A device that was offline meanwhile requests another token first.
            let headers = airship.signature(channel: phone.channel)
            let token = try await airship.anybody.send(.get, "/api/auth/device", headers: headers).json["token"]
            let later = airship.anybody.bearer(token?.stringValue ?? "")
            #expect(try await later.send(.put, path, body).status == 409)
            #expect(try await later.send(.post, "/api/user", ["ios_channels": gone]).status == 409)
            airship.fixture.date.advance(by: 3600)
            #expect(try await later.send(.put, path, body).status == 401)
        }
    }
}
