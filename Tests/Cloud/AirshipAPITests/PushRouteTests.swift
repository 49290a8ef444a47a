import CloudCore
import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite struct PushRouteTests {
    private let push: JSONValue = [
        "audience": ["tag": "kitchen"], "device_types": ["ios"],
        "notification": [
            "alert": "Dinner in 10 min",
            "ios": [
                "alert": ["title": "Dinner", "body": "in 10 min"], "badge": "+1", "sound": ["name": "bell"],
                "content-available": 1, "category": "meal", "thread_id": "home", "interruption_level": "time-sensitive",
                "collapse_id": "dinner", "mutable_content": true, "extra": ["deep": "today://meal"],
                "interactive": [
                    "type": "ua_yes_no_foreground",
                    "button_actions": ["yes": ["add_tag": "coming"]],
                ],
            ],
        ],
        "message": ["title": "Dinner", "body": "<p>Soup</p>", "expiry": 7200],
        "options": ["expiry": 3600],
    ]

    @Test func openChannelsGetWhatIsMeantForTheirPlatform() async throws {
        try await withAirship { airship async throws in
            let store = airship.fixture.store
            let webhook = Webhook(url: "https://h.example/push", secret: WebhookKey.makeSecret())
            let keys = ["open::lamp", "open::door"].map { OutboxAccount.Key(app: airship.fixture.app.number, type: $0) }
            for key in keys {
                #expect(try await store.setWebhook(webhook, for: key))
                let channel = NewChannel(id: ChannelID(key.type), type: key.type, address: "a", optIn: true)
                try await store.addChannel(channel, to: key.app)
            }
            func send(_ notification: JSONValue, at date: String? = nil) async throws -> [JSONValue?] {
                var push: JSONValue = ["audience": "all", "device_types": "all", "notification": notification]
                if let date { push = ["schedule": ["scheduled_time": .string(date)], "push": push] }
                let path = date == nil ? "/api/push" : "/api/schedules"
                #expect((200...299).contains(try await airship.sender.send(.post, path, push).status))
                if date != nil {
                    airship.fixture.date.advance(by: 7200)
                    _ = try await airship.fixture.cloud.scheduler.step()
                }
                try await airship.fixture.deliver()
                var payloads: [JSONValue?] = []
                for key in keys {
                    let due = try await store.dueDeliveries(for: key, at: airship.fixture.date.value, limit: 9)
                    payloads.append(try due.last.map { try JSONValue(parsing: $0.body) })
                    let account = try await store.outboxAccounts().first { $0.key == key }
                    try await store.finish(due.map { ($0, .accepted) }, with: try #require(account), failure: nil)
                }
                return payloads
            }
            let notification: JSONValue = [
                "alert": "Dinner", "interactive": ["type": "ua_yes_no_foreground"], "ios": ["title": "Phones"],
                "open::lamp": ["alert": "Lamp", "fields": ["color": "red"]], "open::today": ["alert": "Hosts"],
            ]
            let lamp: JSONValue = [
                "alert": "Lamp", "fields": ["color": "red"], "interactive": ["type": "ua_yes_no_foreground"],
            ]
            let door: JSONValue = ["alert": "Dinner", "interactive": ["type": "ua_yes_no_foreground"]]
            #expect(try await send(notification) == [lamp, door])
            #expect(try await send(notification, at: "2026-11-21T09:00:00") == [lamp, door])
            #expect(try await send(["open::lamp": ["title": "Lamp"]]) == [["title": "Lamp"], nil])
            #expect(try await send(["ios": ["alert": "Phones"]]) == [nil, nil])
        }
    }

    @Test func whatIOSIsToldReachesAHost() async throws {
        try await withAirship { airship async throws in
            let device = try await airship.fixture.join("ada")
            let change = TagChange(add: ["device": ["kitchen"]])
            _ = try await airship.fixture.store.changeTags(
                change,
                ofNamedUsers: ["ada"],
                of: airship.fixture.app.number
            )
            let answer = try await airship.sender.send(.post, "/api/push/", push)
            #expect(answer.status == 202)
            #expect(answer.json["ok"] == true)
            #expect(answer.json["push_ids"]?.arrayValue?.count == 1)
            let message = try #require(answer.json["message_ids"]?.arrayValue?.first)
            #expect(message.stringValue?.count == 22)
            try await airship.fixture.deliver()
            let body = try #require(try await airship.fixture.bodies(device).first)
            #expect(body["alert"] == ["title": "Dinner", "body": "in 10 min"])
            #expect(body["badge"] == "+1")
            #expect(body["sound"] == "bell")
            #expect(body["content_available"] == true)
            #expect(body["category"] == "ua_yes_no_foreground")
            #expect(
                body["buttons"] == [
                    ["id": "yes", "title": "Yes", "foreground": true],
                    ["id": "no", "title": "No", "foreground": false],
                ]
            )
            #expect(body["button_actions"] == ["yes": ["add_tag": "coming"]])
            #expect(body["thread_id"] == "home")
            #expect(body["interruption_level"] == "time-sensitive")
            #expect(body["collapse_id"] == "dinner")
            #expect(body["extra"] == ["deep": "today://meal"])
            #expect(body["message_id"] == message)
            #expect(body["expires"] == "2026-11-21T09:00:00.000Z")
        }
    }

    @Test func overridesForHostsWin() async throws {
        try await withAirship { airship async throws in
            let device = try await airship.fixture.join("ada")
            let push: JSONValue = [
                "audience": "all", "device_types": ["open::today"],
                "notification": [
                    "alert": "general", "ios": ["title": "for iOS", "badge": 1],
                    "open::today": ["alert": "for hosts", "extra": ["a": "b"]], "web": ["require_interaction": true],
                ],
            ]
            #expect(try await airship.sender.send(.post, "/api/push", push).status == 202)
            try await airship.fixture.deliver()
            let body = try #require(try await airship.fixture.bodies(device).first)
            #expect(body["alert"] == ["title": "for iOS", "body": "for hosts"])
            #expect(body["badge"] == 1)
            #expect(body["extra"] == ["a": "b"])
        }
    }

    @Test func nullCountsAsMissing() async throws {
        try await withAirship { airship async throws in
            let device = try await airship.fixture.join("ada")
            let push: JSONValue = [
                "audience": ["tag": "a", "group": .null], "device_types": "all", "campaigns": .null,
                "notification": [
                    "alert": "general", "actions": .null, "android": .null,
                    "open::lamp": ["alert": .null, "title": "T"],
                    "ios": ["badge": .null, "sound": .null, "alert": .null, "extra": .null],
                    "open::today": ["alert": .null, "media_attachment": "https://h.example/p.jpg"],
                ],
                "message": ["title": "T", "body": "B", "extra": .null, "expiry": .null, "content_type": .null],
            ]
            _ = try await airship.fixture.store.changeTags(
                TagChange(add: ["device": ["a"]]),
                ofChannels: [device.channel.channel],
                of: airship.fixture.app.number
            )
            #expect(try await airship.sender.send(.post, "/api/push", push).status == 202)
            try await airship.fixture.deliver()
            let body = try #require(try await airship.fixture.bodies(device).first)
            #expect(body["alert"] == ["body": "general"])
            #expect(body["badge"] == nil)
            #expect(body["media_attachment"] == ["url": "https://h.example/p.jpg"])
        }
    }

    @Test func severalPushesAreAcceptedTogetherOrNotAtAll() async throws {
        try await withAirship { airship async throws in
            let device = try await airship.fixture.join("ada")
            let good: JSONValue = ["audience": "all", "device_types": "all", "notification": ["alert": "a"]]
            let several = try await airship.sender.send(.post, "/api/push/", [good, good])
            #expect(several.json["push_ids"]?.arrayValue?.count == 2)
            let bad: JSONValue = ["audience": "all", "device_types": "all", "notification": ["alart": "a"]]
            let mixed = try await airship.sender.send(.post, "/api/push/", [good, bad])
            #expect(mixed.status == 400)
            #expect(mixed.json["details"]?["path"] == "[1].notification.alart")
            let many = JSONValue.array(Array(repeating: good, count: 101))
            #expect(try await airship.sender.send(.post, "/api/push/", many).status == 400)
            try await airship.fixture.deliver()
            #expect(try await airship.fixture.events(device).count == 2)
        }
    }

    @Test func validatingSendsNothing() async throws {
        try await withAirship { airship async throws in
            _ = try await airship.fixture.join("ada")
            for path in ["/api/push/validate", "/api/push/validate/"] {
                let answer = try await airship.sender.send(.post, path, push)
                #expect(answer.status == 200)
                #expect(answer.json == ["ok": true])
            }
            #expect(try await airship.fixture.store.pendingPushes(limit: 1).isEmpty)
            #expect(try await airship.sender.send(.post, "/api/push/validate", ["audience": "all"]).status == 400)
        }
    }

    @Test(arguments: [
        (#"{"audience":"all","device_types":"all"}"#, "notification"),
        (#"{"device_types":"all","notification":{"alert":"a"}}"#, "audience"),
        (#"{"audience":"all","notification":{"alert":"a"}}"#, "device_types"),
        (#"{"audience":{"tagg":"a"},"device_types":"all","notification":{"alert":"a"}}"#, "audience.tagg"),
        (#"{"audience":{"tag":1},"device_types":"all","notification":{"alert":"a"}}"#, "audience.tag"),
        (#"{"audience":{"alias":"a"},"device_types":"all","notification":{"alert":"a"}}"#, "audience.alias"),
        (#"{"audience":{"apid":5},"device_types":"all","notification":{"alert":"a"}}"#, "audience.apid"),
        (#"{"audience":{"tag":[]},"device_types":"all","notification":{"alert":"a"}}"#, "audience.tag"),
        (
            #"{"audience":{"and":[{"tag":"a"},{"or":[]}]},"device_types":"all","notification":{"alert":"a"}}"#,
            "audience.and[1].or"
        ),
        (#"{"audience":{"segment":"x"},"device_types":"all","notification":{"alert":"a"}}"#, "audience.segment"),
        (#"{"audience":{},"device_types":"all","notification":{"alert":"a"}}"#, "audience"),
        (#"{"audience":"all","device_types":["tv"],"notification":{"alert":"a"}}"#, "device_types[0]"),
        (#"{"audience":"all","device_types":[],"notification":{"alert":"a"}}"#, "device_types"),
        (#"{"audience":"all","device_types":"all","notification":{}}"#, "notification"),
        (#"{"audience":"all","device_types":"all","notification":{"alert":5}}"#, "notification.alert"),
        (#"{"audience":"all","device_types":"all","notification":{"ios":{"badge":"two"}}}"#, "notification.ios.badge"),
        (#"{"audience":"all","device_types":"all","notification":{"ios":{"bagde":1}}}"#, "notification.ios.bagde"),
        (
            #"{"audience":"all","device_types":"all","notification":{"ios":{"extra":{"aps":{}}}}}"#,
            "notification.ios.extra.aps"
        ),
        (
            #"{"audience":"all","device_types":"all","notification":{"ios":{"priority":7}}}"#,
            "notification.ios.priority"
        ),
        (
            #"{"audience":"all","device_types":"all","notification":{"interactive":{}}}"#,
            "notification.interactive.type"
        ),
        (
            #"{"audience":"all","device_types":"all","notification":{"web":{"time_to_live":-1}}}"#,
            "notification.web.time_to_live"
        ),
        (#"{"audience":"all","device_types":"all","message":{"body":"b"}}"#, "message.title"),
        (#"{"audience":"all","device_types":"all","message":{"title":"t"}}"#, "message.body"),
        (
            #"{"audience":"all","device_types":"all","message":{"title":"t","body":"!","content_encoding":"base64"}}"#,
            "message.body"
        ),
        (
            #"{"audience":"all","device_types":"all","message":{"title":"t","body":"b","extra":{"a":1}}}"#,
            "message.extra.a"
        ),
        (
            #"{"audience":"all","device_types":"all","message":{"title":"t","body":"b","icons":{"big":"x"}}}"#,
            "message.icons.big"
        ),
        (
            #"{"audience":"all","device_types":"all","message":{"title":"t","body":"b","expiry":"soon"}}"#,
            "message.expiry"
        ),
        (
            #"{"audience":"all","device_types":"all","notification":{"alert":"a"},"options":{"expiry":-1}}"#,
            "options.expiry"
        ),
        (
            #"{"audience":"all","device_types":"all","notification":{"alert":"a"},"options":{"expiry":"2020-01-01T00:00:00"}}"#,
            "options.expiry"
        ),
        (
            #"{"audience":"all","device_types":"all","notification":{"ios":{"alert":"a","expiry":"2026-11-21 08:00:00"}}}"#,
            "notification.ios.expiry"
        ),
        (#"{"audience":"all","device_types":"all","notification":{"alert":"a"},"hello":1}"#, "hello"),
    ])
    func aMistakeIsNamedByItsPath(body: String, path: String) async throws {
        try await withAirship { airship async throws in
            let answer = try await airship.sender.send(.post, "/api/push/", text: body)
            #expect(answer.status == 400)
            #expect(answer.json["ok"] == false)
            #expect(answer.json["error_code"] == 40_001)
            #expect(answer.json["details"]?["path"]?.stringValue == path)
            #expect(answer.json["details"]?["error"]?.stringValue?.isEmpty == false)
            #expect(try await airship.fixture.store.pendingPushes(limit: 1).isEmpty)
        }
    }

    @Test func whatIsNoJSONIsNamedByItsPlace() async throws {
        try await withAirship { airship async throws in
            let answer = try await airship.sender.send(.post, "/api/push/", text: "{\n \"audience\": all}")
            #expect(answer.status == 400)
            #expect(answer.json["error_code"] == 40_000)
            #expect(answer.json["details"]?["location"] == ["line": 2, "column": 14])
            for text in ["", "{", "[", "nul", String(repeating: "[", count: 1000)] {
                #expect(try await airship.sender.send(.post, "/api/push/", text: text).status == 400)
            }
        }
    }

    @Test func anAudienceHasLimits() async throws {
        try await withAirship { airship async throws in
            func send(_ audience: JSONValue) async throws -> Int {
                try await airship.sender.send(
                    .post,
                    "/api/push/validate/",
                    ["audience": audience, "device_types": "all", "notification": ["alert": "a"]]
                ).status
            }
            let many = (0..<1000).map { JSONValue.string("t\($0)") }
            #expect(try await send(["tag": .array(many)]) == 200)
            #expect(try await send(["tag": .array(many + ["more"])]) == 400)
            #expect(try await send(["OR": [["tag": .array(many)], ["NOT": ["named_user": "a"]]]]) == 400)
            var deep: JSONValue = "all"
            for _ in 0..<31 { deep = ["not": deep] }
            #expect(try await send(deep) == 200)
            for _ in 0..<5 { deep = ["not": deep] }
            #expect(try await send(deep) == 400)
        }
    }

    @Test func aBodyHasALimit() async throws {
        try await withAirship { airship async throws in
            let text = "\"" + String(repeating: "x", count: 6 * 1024 * 1024) + "\""
            let answer = try await airship.sender.send(.post, "/api/push/", text: text)
            #expect(answer.status == 413)
            #expect(answer.json["error_code"] == 41_300)
        }
    }

    @Test func selectorsInEitherCaseReachTheRightDevices() async throws {
        try await withAirship { airship async throws in
            let ada = try await airship.fixture.join("ada")
            let bob = try await airship.fixture.join("bob")
            let store = airship.fixture.store
            _ = try await store.changeTags(
                TagChange(add: ["device": ["a"], "g": ["x"]]),
                ofChannels: [ada.channel.channel],
                of: airship.fixture.app.number
            )
            let table: [(JSONValue, Int, Int)] = [
                (["tag": "a"], 1, 0), (["tag": "x", "group": "g"], 1, 0), (["tag": ["a", "b"]], 1, 0),
                (["NOT": ["tag": "a"]], 0, 1), (["not": ["tag": "a"]], 0, 1),
                (["AND": [["tag": "a"], ["named_user": ["ada", "bob"]]]], 1, 0),
                (["or": [["tag": "a"], ["named_user": "bob"]]], 1, 1),
                (["open_channel": .string(bob.channel.channel.text)], 0, 1),
                (["ios_channel": .string(bob.channel.channel.text)], 0, 1),
                (["android_channel": .string(bob.channel.channel.text)], 0, 0),
                (["channel": [.string(bob.channel.channel.text), .string(ada.channel.channel.text)]], 1, 1),
                (["subscription_lists": "news"], 0, 0), ("ALL", 1, 1), (["device_token": "AB12"], 0, 0),
                (["apid": ["a", "b"]], 0, 0), (["wns": "a"], 0, 0), (["not": ["wns": "a"]], 1, 1),
                (["and": [["tag": "a"], ["apid": "a"]]], 0, 0), (["or": [["tag": "a"], ["apid": "a"]]], 1, 0),
            ]
            var expected = (0, 0)
            for (audience, toAda, toBob) in table {
                let push: JSONValue = ["audience": audience, "device_types": ["all"], "notification": ["alert": "a"]]
                #expect(try await airship.sender.send(.post, "/api/push/", push).status == 202)
                try await airship.fixture.deliver()
                expected = (expected.0 + toAda, expected.1 + toBob)
                #expect(try await airship.fixture.events(ada).count == expected.0, "\(audience)")
                #expect(try await airship.fixture.events(bob).count == expected.1, "\(audience)")
            }
        }
    }
}
