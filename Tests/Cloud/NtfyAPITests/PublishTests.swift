import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct PublishTests {
    @Test func aTextIsAnsweredWithTheMessageAndKeptForTwelveHours() async throws {
        try await withNtfy { ntfy async throws in
            let answer = try await ntfy.client.send(.post, "/home", text: "  Soup \n")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
            #expect(answer.headers[.accessControlAllowOrigin] == "*")
            let message = answer.json
            #expect(message["message"] == "Soup")
            #expect(message["event"] == "message")
            #expect(message["topic"] == "home")
            #expect(message["time"] == 1_795_248_000)
            #expect(message["expires"] == 1_795_291_200)
            #expect(message["id"]?.stringValue?.count == 12)
            #expect(message["sequence_id"] == nil)
            #expect(message["priority"] == nil)
            #expect(try await ntfy.poll() == [message])
            ntfy.fixture.date.advance(by: 43_201)
            #expect(try await ntfy.poll() == [])
        }
    }

    @Test(arguments: [
        "/home/publish?message=Hi+there%21", "/home/send?m=Hi%20there!", "/home/trigger/?message=Hi there!",
    ])
    func aWebhookPublishesWithGET(path: String) async throws {
        try await withNtfy { ntfy async throws in
            let path = path.replacingOccurrences(of: "Hi there!", with: "Hi+there!")
            #expect(try await ntfy.client.send(.get, path).json["message"] == "Hi there!")
        }
    }

    @Test func withoutATextAMessageSaysThatItWasTriggered() async throws {
        try await withNtfy { ntfy async throws in
            #expect(try await ntfy.publish("")["message"] == "triggered")
            #expect(try await ntfy.client.send(.post, "/", ["topic": "home"]).json["message"] == "triggered")
        }
    }

    @Test(arguments: [
        (["Title": "T", "Priority": "high", "Tags": "a, b", "Click": "https://h.example"], ""),
        (["X-Title": "T", "X-Priority": "4", "X-Tags": "a,b", "X-Click": "https://h.example"], ""),
        (["t": "T", "prio": "4", "ta": "a,,b"], "?click=https%3A%2F%2Fh.example&title=other"),
        ([:], "?title=T&p=4&tag=a,b&x-click=https://h.example"),
        (["Title": "=?UTF-8?B?VA==?=", "p": "4", "Tag": "a,b", "Click": "=?utf-8?q?https:=2F/h.example?="], ""),
    ])
    func parametersStandInHeadersAndInTheQuery(headers: [String: String], query: String) async throws {
        try await withNtfy { ntfy async throws in
            let message = try await ntfy.client.send(.put, "/home\(query)", text: "Soup", headers: headers).json
            #expect(message["title"] == "T")
            #expect(message["priority"] == 4)
            #expect(message["tags"] == ["a", "b"])
            #expect(message["click"] == "https://h.example")
        }
    }

    @Test func headersAndJSONCombineAndTheJSONWins() async throws {
        try await withNtfy { ntfy async throws in
            let message = try await ntfy.client.send(
                .post,
                "/",
                ["topic": "home", "title": "T", "message": "Soup", "tags": [], "actions": .null, "icon": ""],
                headers: [
                    "X-Title": "other", "X-Priority": "urgent", "X-Tags": "a", "X-Icon": "https://h.example/i.png",
                ]
            ).json
            #expect(message["title"] == "T")
            #expect(message["priority"] == 5)
            #expect(message["tags"] == ["a"])
            #expect(message["icon"] == "https://h.example/i.png")
        }
    }

    @Test func everyMemberOfTheJSONCounts() async throws {
        try await withNtfy { ntfy async throws in
            let message = try await ntfy.client.send(
                .post,
                "/",
                [
                    "topic": "home", "title": "T", "message": "*Soup*", "priority": 2, "tags": ["a", "b"],
                    "markdown": true, "click": "https://h.example", "attach": "https://h.example/pics/p.jpg?x=1",
                    "sequence_id": "dinner", "email": .null, "call": .null, "delay": .null,
                    "actions": [
                        [
                            "action": "http", "label": "Yes", "url": "https://h.example/y", "method": "put",
                            "headers": ["A": "b"], "body": "ok", "clear": true, "intent": .null, "value": .null,
                        ]
                    ],
                ]
            ).json
            #expect(message["content_type"] == "text/markdown")
            #expect(message["sequence_id"] == "dinner")
            #expect(message["attachment"] == ["name": "p.jpg", "url": "https://h.example/pics/p.jpg?x=1"])
            var action = try #require(message["actions"]?.arrayValue?.first?.objectValue)
            #expect(action.removeValue(forKey: "id")?.stringValue?.count == 10)
            #expect(
                JSONValue.object(action) == [
                    "action": "http", "label": "Yes", "url": "https://h.example/y", "method": "PUT",
                    "headers": ["A": "b"], "body": "ok", "clear": true,
                ]
            )
        }
    }

    @Test func namesInTheJSONStandInAnyCase() async throws {
        try await withNtfy { ntfy async throws in
            let message = try await ntfy.client.send(
                .post,
                "/",
                [
                    "Topic": "home", "Title": "T", "MESSAGE": "Soup", "Priority": 4, "Tags": ["a"],
                    "Click": "https://h.example", "FileName": "p.jpg", "Attach": "https://h.example/x",
                    "Actions": [
                        ["Action": "http", "LABEL": "Yes", "URL": "https://h.example/y", "Headers": ["X-A": "b"]]
                    ],
                ]
            ).json
            #expect(message["topic"] == "home")
            #expect(message["title"] == "T")
            #expect(message["message"] == "Soup")
            #expect(message["priority"] == 4)
            #expect(message["tags"] == ["a"])
            #expect(message["click"] == "https://h.example")
            #expect(message["attachment"]?["name"] == "p.jpg")
            let action = message["actions"]?.arrayValue?.first
            #expect(action?["label"] == "Yes")
            #expect(action?["url"] == "https://h.example/y")
            #expect(action?["headers"] == ["X-A": "b"])
        }
    }

    @Test func theNameInLowerCaseCountsFirst() async throws {
        try await withNtfy { ntfy async throws in
            let message = try await ntfy.client.send(
                .post,
                "/",
                ["TOPIC": "other", "topic": "home", "Message": "first", "message": .null, "Title": "T", "TITLE": 5]
            )
            #expect(message.json["code"] == 40_017)
            let good = try await ntfy.client.send(
                .post,
                "/",
                ["TOPIC": "other", "topic": "home", "Message": "first", "message": .null]
            ).json
            #expect(good["topic"] == "home")
            #expect(good["message"] == "first")
        }
    }

    @Test func markdownIsAFlagOrTheBodysType() async throws {
        try await withNtfy { ntfy async throws in
            for headers in [["Markdown": "yes"], ["md": "1"], ["Content-Type": "text/markdown; charset=utf-8"]] {
                #expect(try await ntfy.publish("*a*", headers: headers)["content_type"] == "text/markdown")
            }
            #expect(try await ntfy.publish("*a*", headers: ["Markdown": "no"])["content_type"] == nil)
        }
    }

    @Test func anEscapedLineEndInAHeaderIsOne() async throws {
        try await withNtfy { ntfy async throws in
            #expect(try await ntfy.publish("", headers: ["Message": "a\\nb"])["message"] == "a\nb")
        }
    }

    @Test func whatIsNotKeptReachesOnlyThoseWhoAreThere() async throws {
        try await withNtfy { ntfy async throws in
            #expect(try await ntfy.publish("x", headers: ["Cache": "no"])["expires"] == nil)
            #expect(try await ntfy.poll() == [])
            #expect(try await ntfy.publish("x", headers: ["Cache": "no", "In": "1h"])["code"] == 40_002)
        }
    }

    @Test func pushesOfUnifiedPushStayAsTheyAre() async throws {
        try await withNtfy { ntfy async throws in
            #expect(try await ntfy.client.send(.get, "/home?up=1").json == ["unifiedpush": ["version": 1]])
            #expect(try await ntfy.client.send(.post, "/home?up=1", text: " a ").json["message"] == " a ")
            #expect(try await ntfy.client.send(.get, "/home").json["code"] == 40_401)
        }
    }

    @Test func aBrowsersOwnPriorityHeaderSaysNothing() async throws {
        try await withNtfy { ntfy async throws in
            #expect(try await ntfy.publish("x", headers: ["Priority": "u=1, i"])["priority"] == nil)
        }
    }

    @Test(arguments: [
        (["Priority": "6"], 40_007), (["Priority": "loud"], 40_007), (["Delay": "soon"], 40_004),
        (["Delay": "9s"], 40_005), (["Delay": "4 days"], 40_006), (["Delay": "1"], 40_005),
        (["Icon": "ftp://h.example/i.png"], 40_021), (["Icon": "https://"], 40_021), (["Attach": "h.example"], 40_013),
        (["Actions": "view"], 40_018), (["Actions": "[{]"], 40_018), (["Email": "a@b.example"], 40_001),
        (["Call": "yes"], 40_032), (["Sequence-ID": "a/b"], 40_049), (["X-Template": "yes"], 40_000),
        (["X-Poll-ID": "abc"], 40_000),
    ])
    func aMistakeIsToldWithNtfysNumber(headers: [String: String], code: Int) async throws {
        try await withNtfy { ntfy async throws in
            let answer = try await ntfy.client.send(.post, "/home", text: "x", headers: headers)
            #expect(answer.status == code / 100)
            #expect(answer.json["code"] == .integer(code))
            #expect(answer.json["http"] == .integer(code / 100))
            #expect(answer.json["error"]?.stringValue?.isEmpty == false)
            let names = Set(answer.json.objectValue?.keys.map { $0 } ?? [])
            #expect(names.isSubset(of: ["code", "http", "error", "link"]))
            #expect(answer.headers[.accessControlAllowOrigin] == "*")
            #expect(try await ntfy.poll() == [])
        }
    }

    @Test(arguments: [
        ("", 40_017), ("{", 40_017), ("[]", 40_017), ("7", 40_017), ("{}", 40_009), (#"{"topic":7}"#, 40_017),
        (#"{"topic":""}"#, 40_009), (#"{"topic":"a b"}"#, 40_009), (#"{"topic":"docs"}"#, 40_010),
        (#"{"topic":"home","title":7}"#, 40_017), (#"{"topic":"home","priority":"high"}"#, 40_017),
        (#"{"topic":"home","priority":9}"#, 40_007), (#"{"topic":"home","tags":"a"}"#, 40_017),
        (#"{"topic":"home","tags":[1]}"#, 40_017), (#"{"topic":"home","markdown":"yes"}"#, 40_017),
        (#"{"topic":"home","actions":{}}"#, 40_018), (#"{"topic":"home","actions":[1]}"#, 40_018),
        (#"{"topic":"home","actions":[{"action":"view","label":"a","url":1}]}"#, 40_018),
        (#"{"topic":"home","delay":5}"#, 40_017), (#"{"topic":"home","message":["a"]}"#, 40_017),
    ])
    func JSONThatIsNoMessageIsRefused(body: String, code: Int) async throws {
        try await withNtfy { ntfy async throws in
            #expect(try await ntfy.client.send(.post, "/", text: body).json["code"] == .integer(code))
        }
    }

    @Test(arguments: [
        (#"{"topic":"home","message":"Soup"} and more"#, "Soup"),
        (#"{"topic":"home","message":"a\ud83d"}"#, "a\u{FFFD}"),
        (#"{"topic":"home","message":"\uDE00\ud83d\ude00\uD83Dx"}"#, "\u{FFFD}😀\u{FFFD}x"),
        (#"{"topic":"home","message":"\\ud83d"}"#, #"\ud83d"#), (#"{"topic":"home","message":"\u00e9"}{"#, "é"),
    ])
    func JSONIsReadAsLooselyAsNtfyDoes(body: String, message: String) async throws {
        try await withNtfy { ntfy async throws in
            #expect(try await ntfy.client.send(.post, "/", text: body).json["message"] == .string(message))
        }
    }

    @Test func bytesThatAreNoTextAreReplacedInJSON() async throws {
        try await withNtfy { ntfy async throws in
            let bytes = Array(#"{"topic":"home","message":"a"#.utf8) + [0xFF] + Array(#"b"}"#.utf8)
            #expect(try await ntfy.client.send(.post, "/", bytes: bytes).json["message"] == "a\u{FFFD}b")
        }
    }

    @Test func theSchemeOfAnAddressIsInAnyCase() async throws {
        try await withNtfy { ntfy async throws in
            let message = try await ntfy.publish("x", headers: ["Attach": "HTTPS://h.example/p.jpg"])
            #expect(message["attachment"] == ["name": "p.jpg", "url": "HTTPS://h.example/p.jpg"])
        }
    }

    @Test func aTextBesideAnotherServersFileIsCut() async throws {
        try await withNtfy { ntfy async throws in
            let text = String(repeating: "x", count: 4095) + "ä" + String(repeating: "y", count: 9000)
            let message = try await ntfy.publish(text, headers: ["Attach": "https://h.example/p.jpg"])
            #expect(message["message"] == .string(String(repeating: "x", count: 4095)))
            #expect(message["attachment"]?["url"] == "https://h.example/p.jpg")
            #expect(message["attachment"]?["size"] == nil)
        }
    }

    @Test func JSONThatIsTooLargeIsRefused() async throws {
        try await withNtfy { ntfy async throws in
            let text = String(repeating: "a", count: 9000)
            let answer = try await ntfy.client.send(.post, "/", ["topic": "home", "message": .string(text)])
            #expect(answer.json["code"] == 41_303)
            let deep = String(repeating: "[", count: 3000)
            #expect(try await ntfy.client.send(.post, "/", text: deep).json["code"] == 40_017)
        }
    }

    @Test(arguments: ["/a b", "/a%20b", "/ä", "/" + String(repeating: "a", count: 65), "/a.b"])
    func aTopicHasLettersDigitsHyphensAndUnderscores(path: String) async throws {
        try await withNtfy { ntfy async throws in
            let path = path.replacingOccurrences(of: "ä", with: "%C3%A4").replacingOccurrences(of: " ", with: "%20")
            #expect(try await ntfy.client.send(.post, path, text: "x").json["code"] == 40_009)
        }
    }

    @Test(arguments: ["docs", "static", "file", "app", "account", "settings", "signup", "login", "v1", "metrics"])
    func namesThatMeanSomethingElseAreNoTopics(name: String) async throws {
        try await withNtfy { ntfy async throws in
            #expect(try await ntfy.client.send(.post, "/\(name)", text: "x").json["code"] == 40_010)
            #expect(try await ntfy.client.send(.post, "/", ["topic": .string(name)]).json["code"] == 40_010)
        }
    }
}
