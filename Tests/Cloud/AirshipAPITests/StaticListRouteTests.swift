import CloudCore
import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite struct StaticListRouteTests {
    private func upload(_ text: String, _ sender: TestClient) async throws -> TestClient.Answer {
        try await sender.send(.put, "/api/lists/vip/csv/", text: text)
    }

    @Test(arguments: ["", "/"]) func aListIsMadeDescribedFilledAndRemoved(slash: String) async throws {
        try await withAirship { airship async throws in
            let ada = try await airship.fixture.join("ada")
            let phone = try await airship.phone()
            let sender = airship.sender
            let new: JSONValue = ["name": "vip", "description": "the best", "extra": ["k": "v"]]
            let made = try await sender.send(.post, "/api/lists\(slash)", new)
            #expect(made.status == 201)
            #expect(made.json == ["ok": true])
            #expect(made.headers[.location] == "\(TestClient.address)/api/lists/vip")
            airship.fixture.date.advance(by: 60)
            let changed = try await sender.send(.put, "/api/lists/vip\(slash)", ["name": "vip", "extra": ["k": "w"]])
            #expect(changed.status == 200)
            let csv = "named_user,ada\nios_channel,\(phone.channel)\r\n"
            let filled = try await sender.send(.put, "/api/lists/vip/csv\(slash)", text: csv)
            #expect(filled.status == 202)
            #expect(filled.json == ["ok": true])
            let found = try await sender.send(.get, "/api/lists/vip\(slash)")
            let shown: JSONValue = [
                "name": "vip", "description": "the best", "extra": ["k": "w"], "created": "2026-11-21T08:00:00",
                "last_updated": "2026-11-21T08:01:00", "channel_count": 2, "status": "ready",
            ]
            #expect(found.json.objectValue?.filter { $0.key != "ok" } == shown.objectValue)
            #expect(try await sender.send(.get, "/api/lists\(slash)").json["lists"] == [shown])
            let file = try await sender.send(.get, "/api/lists/vip/csv\(slash)")
            #expect(file.text == "ios_channel,\(phone.channel)\r\nopen_channel,\(ada.channel.channel)\r\n")
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(try await sender.send(.delete, "/api/lists/vip\(slash)").status == 204)
            for method in [HTTPRequest.Method.get, .put, .delete] {
                #expect(try await sender.send(method, "/api/lists/vip\(slash)", ["extra": [:]]).status == 404)
            }
            #expect(try await sender.send(.get, "/api/lists/vip/csv\(slash)").status == 404)
            #expect(try await upload("", sender).status == 404)
        }
    }

    @Test func aNewListHasNoMembers() async throws {
        try await withAirship { airship async throws in
            _ = try await airship.sender.send(.post, "/api/lists/", ["name": "vip"])
            #expect(try await airship.sender.send(.get, "/api/lists/vip/csv/").text == "")
            let list = try await airship.sender.send(.get, "/api/lists/vip").json
            #expect(list["channel_count"] == 0)
            #expect(list["last_updated"] == list["created"])
        }
    }

    @Test func aFileMayBePackedAndMayBeTooLarge() async throws {
        try await withAirship { airship async throws in
            _ = try await airship.fixture.join("ada")
            _ = try await airship.sender.send(.post, "/api/lists/", ["name": "vip"])
            let packed = airship.sender.with(["Content-Encoding": "gzip"])
            let path = "/api/lists/vip/csv/"
            let good = Gzip.stored(Array("named_user,ada\n".utf8))
            #expect(try await packed.send(.put, path, bytes: good).status == 202)
            #expect(try await packed.send(.put, path, bytes: Array(good.dropLast(3))).status == 400)
            #expect(try await packed.send(.put, path, bytes: Gzip.bomb(matches: 20_000)).status == 413)
            let large = String(repeating: "x", count: 16 * 1024 * 1024 + 1)
            #expect(try await airship.sender.send(.put, path, text: large).status == 413)
            #expect(try await airship.sender.send(.get, "/api/lists/vip").json["channel_count"] == 1)
        }
    }

    @Test(arguments: [
        ("named_user,ada\nnamed_user,\"gates,bill\"", 2),
        ("\u{FEFF}identifier_type,identifier\r\nnamed_user,ada\r\n", 1),
        ("\n\r\nnamed_user,\"a\"\"b\"\n\n", 1), ("named_user,ada\nnamed_user,ada\n", 1), ("", 0),
        ("\"named_user\",\"ada\"", 1), ("named_user,ü\rnamed_user,two\nlines", -1), ("named_user,\"two\nlines\"\n", 1),
    ])
    func aFileIsReadAsRFC4180HasIt(text: String, count: Int) async throws {
        try await withAirship { airship async throws in
            for (user, index) in zip(["ada", "gates,bill", "a\"b", "two\nlines"], 0...) {
                let id = ChannelID("c\(index)")
                try await airship.fixture.store.addChannel(
                    NewChannel(id: id, type: "ios"),
                    to: airship.fixture.app.number
                )
                _ = try await airship.fixture.store.associate(id, with: user, of: airship.fixture.app.number)
            }
            _ = try await airship.sender.send(.post, "/api/lists/", ["name": "vip"])
            let answer = try await upload(text, airship.sender)
            #expect(answer.status == (count < 0 ? 400 : 202))
            let list = try await airship.sender.send(.get, "/api/lists/vip").json
            #expect(list["channel_count"] == .integer(max(0, count)))
        }
    }

    @Test(arguments: [
        ("named_user,ada\nnamed_user", 2, 40_003), ("a,b,c", 1, 40_003), ("\n\nnamed_user,a,b", 3, 40_003),
        ("alias,ada", 1, 40_004), ("named_user,a\n\nemail_channel,x", 3, 40_004), (" named_user,a", 1, 40_004),
        ("ios_channel,abc", 1, 40_005), ("named_user,", 1, 40_005), ("named_user,\"a\nb\"\nx,y", 3, 40_004),
        ("named_user,\"ada", 1, 40_001), ("named_user,\"a\"b", 1, 40_001), ("named_user,a\"b", 1, 40_001),
        (String(repeating: ",", count: 50), 1, 40_003), ("named_user,ada\nnamed_user,adm\0zzz", 2, 40_001),
        ("named_user,\"adm\0zzz\"", 1, 40_001),
    ])
    func aMistakeIsNamedByItsLineAndChangesNothing(text: String, line: Int, code: Int) async throws {
        try await withAirship { airship async throws in
            _ = try await airship.fixture.join("ada")
            _ = try await airship.sender.send(.post, "/api/lists/", ["name": "vip"])
            _ = try await upload("named_user,ada", airship.sender)
            let answer = try await upload(text, airship.sender)
            #expect(answer.status == 400)
            #expect(answer.json["error_code"] == .integer(code))
            #expect(answer.json["details"]?["location"]?["line"] == .integer(line))
            #expect(answer.json["error"]?.stringValue?.hasPrefix("Line \(line) of the file") == true)
            #expect(try await airship.sender.send(.get, "/api/lists/vip").json["channel_count"] == 1)
        }
    }

    @Test func aFileHasALimitOfRowsAndMustBeUTF8() async throws {
        try await withAirship { airship async throws in
            _ = try await airship.sender.send(.post, "/api/lists/", ["name": "vip"])
            let rows = String(repeating: "named_user,a\n", count: Cloud.listMemberLimit)
            #expect(try await upload(rows, airship.sender).status == 202)
            let answer = try await upload(rows + "named_user,b", airship.sender)
            #expect(answer.status == 400)
            #expect(answer.json["error_code"] == 40_002)
            let wrong = Array("named_user,".utf8) + [0xFF]
            let refused = try await airship.sender.send(.put, "/api/lists/vip/csv", bytes: wrong)
            #expect(refused.json["error_code"] == 40_001)
        }
    }

    @Test(arguments: [
        (#"{}"#, "name"), (#"{"name":""}"#, "name"), (#"{"name":1}"#, "name"), (#"{"name":"a b"}"#, "name"),
        (#"{"name":"a/b"}"#, "name"), (#"{"name":"ü"}"#, "name"), (#"{"name":".."}"#, "name"),
        (#"{"name":"ua_app_open_last_7_days"}"#, "name"), (#"{"name":"Airship_x"}"#, "name"),
        (#"{"name":"a","more":1}"#, "more"), (#"{"name":"a","description":1}"#, "description"),
        (#"{"name":"a","description":"x\u0000y"}"#, "description"),
        (#"{"name":"a","extra":"x"}"#, "extra"), (#"{"name":"a","extra":{"k":1}}"#, "extra.k"),
    ])
    func aMistakeIsNamedByItsPath(body: String, path: String) async throws {
        try await withAirship { airship async throws in
            let answer = try await airship.sender.send(.post, "/api/lists/", text: body)
            #expect(answer.status == 400)
            #expect(answer.json["details"]?["path"]?.stringValue == path)
            #expect(try await airship.sender.send(.get, "/api/lists/").json["lists"] == [])
        }
    }

    @Test func namesHaveALimitAreTakenOnceAndStay() async throws {
        try await withAirship { airship async throws in
            let longest = String(repeating: "n", count: 64)
            let sender = airship.sender
            #expect(try await sender.send(.post, "/api/lists/", ["name": .string(longest)]).status == 201)
            #expect(try await sender.send(.post, "/api/lists/", ["name": .string(longest)]).status == 409)
            #expect(try await sender.send(.post, "/api/lists/", ["name": .string(longest + "n")]).status == 400)
            let renamed = try await sender.send(.put, "/api/lists/\(longest)", ["name": "other"])
            #expect(renamed.json["error_code"] == 40_001)
        }
    }

    @Test func anotherUploadIsToComeLaterAndItsBodyIsNotRead() async throws {
        try await withAirship { airship async throws in
            _ = try await airship.sender.send(.post, "/api/lists/", ["name": "vip"])
            let uploads = airship.fixture.cloud.listUploads
            let mistaken = "this is no member"
            let same = try await uploads.run(of: airship.fixture.app.number) {
                try await upload(mistaken, airship.sender)
            }
            #expect(same.status == 429)
            #expect(same.headers[.retryAfter] != nil)
            #expect(same.json["error_code"] == 42_900)
            let full = try await uploads.run(of: AppNumber(1001)) {
                try await uploads.run(of: AppNumber(1002)) { try await upload(mistaken, airship.sender) }
            }
            #expect(full.status == 503)
            #expect(full.headers[.retryAfter] != nil)
            #expect(full.json["ok"] == false)
            #expect(try await upload("", airship.sender).status == 202)
        }
    }

    @Test(arguments: ["/api/named_users/ada%00x", "/api/lists/vip%00x"]) func aNameInAPathIsNotCut(
        path: String
    ) async throws {
        try await withAirship { airship async throws in
            _ = try await airship.fixture.join("ada")
            _ = try await airship.sender.send(.post, "/api/lists/", ["name": "vip"])
            #expect(try await airship.sender.send(.get, path).status >= 400)
            #expect(try await airship.sender.send(.delete, path).status >= 400)
            #expect(try await airship.sender.send(.get, "/api/lists/vip").status == 200)
            #expect(try await airship.sender.send(.get, "/api/named_users?id=ada%00x").status == 404)
        }
    }

    @Test func theListIsPagedToItsEnd() async throws {
        try await withAirship { airship async throws in
            for index in 0..<5 {
                _ = try await airship.sender.send(.post, "/api/lists", ["name": .string("l.\(index)")])
            }
            var names: [String] = []
            var path: String? = "/api/lists/?limit=2"
            while let next = path {
                let answer = try await airship.sender.send(.get, next)
                names += answer.json["lists"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
                path = answer.json["next_page"]?.stringValue.map { String($0.dropFirst(TestClient.address.count)) }
            }
            #expect(names == ["l.0", "l.1", "l.2", "l.3", "l.4"])
        }
    }

    @Test func anAppSeesItsOwnListsAloneAndTheAppSecretSeesNone() async throws {
        try await withAirship { airship async throws in
            let ada = try await airship.fixture.join("ada")
            let other = try await airship.otherSender()
            let channel = ada.channel.channel.text
            _ = try await airship.sender.send(.post, "/api/lists/", ["name": "vip"])
            _ = try await upload("named_user,ada\nchannel,\(channel)", airship.sender)
            let low = airship.anybody.basic(airship.fixture.keys.key, airship.fixture.keys.secret)
            let calls: [(HTTPRequest.Method, String)] = [
                (.get, "/api/lists/vip"), (.put, "/api/lists/vip"), (.delete, "/api/lists/vip/"),
                (.get, "/api/lists/vip/csv"), (.put, "/api/lists/vip/csv/"),
            ]
            for (method, path) in calls {
                #expect(try await other.send(method, path, ["extra": [:]]).status == 404)
                #expect(try await low.send(method, path, ["extra": [:]]).status == 403)
                #expect(try await airship.anybody.send(method, path).status == 401)
            }
            #expect(try await other.send(.get, "/api/lists/").json["lists"] == [])
            #expect(try await low.send(.post, "/api/lists/", ["name": "x"]).status == 403)
            #expect(try await airship.anybody.send(.get, "/api/lists/").status == 401)
            // The same name in another app is another list, and channels of other apps are not in it.
            _ = try await other.send(.post, "/api/lists/", ["name": "vip"])
            _ = try await upload("named_user,ada\nchannel,\(channel)", other)
            #expect(try await other.send(.get, "/api/lists/vip").json["channel_count"] == 0)
            #expect(try await airship.sender.send(.get, "/api/lists/vip").json["channel_count"] == 1)
        }
    }
}
