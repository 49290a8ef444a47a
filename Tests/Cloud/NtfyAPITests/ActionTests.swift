import CloudTestSupport
import JSON
import Testing

@Suite struct ActionTests {
    private static let forms: [(text: String, actions: String?)] = [
        (
            "view, Open, https://h.example, clear=true",
            #"[{"action": "view", "label": "Open", "url": "https://h.example", "clear": true}]"#
        ),
        (
            "view, Open, https://h.example; http, Done, https://h.example/d, method=PUT, headers.X-A=1, body='{\"a\":1}'",
            #"""
            [{"action": "view", "label": "Open", "url": "https://h.example", "clear": false},
            {"action": "http", "label": "Done", "url": "https://h.example/d", "method": "PUT", "headers": {"X-A": "1"},
            "body": "{\"a\":1}", "clear": false}]
            """#
        ),
        (
            "action='http', label='L, \\'x\\'; y', url='https://h.example', headers.A='b', clear=0",
            #"""
            [{"action": "http", "label": "L, 'x'; y", "url": "https://h.example", "headers": {"A": "b"}, "clear": false}]
            """#
        ),
        (
            "broadcast, Take, intent=a.b, extras.cmd=pic, clear=yes;",
            #"""
            [{"action": "broadcast", "label": "Take", "intent": "a.b", "extras": {"cmd": "pic"}, "clear": true}]
            """#
        ),
        ("copy, Copy, 1234", #"[{"action": "copy", "label": "Copy", "value": "1234", "clear": false}]"#),
        (
            #"[{"action":"VIEW","label":"a","url":"https://h.example","clear":null}]"#,
            #"[{"action": "view", "label": "a", "url": "https://h.example", "clear": false}]"#
        ),
        ("", "[]"), ("[]", "[]"), (" ; ", nil),
    ]

    @Test(arguments: forms)
    func bothFormsAreRead(text: String, wanted: String?) async throws {
        try await withNtfy { ntfy async throws in
            let message = try await ntfy.publish("x", headers: ["Actions": text])
            guard let wanted else {
                #expect(message["code"] == 40_018)
                return
            }
            let actions = (message["actions"]?.arrayValue ?? []).map { action in
                JSONValue.object((action.objectValue ?? [:]).filter { $0.key != "id" })
            }
            #expect(JSONValue.array(actions) == (try JSONValue(parsing: wanted)))
        }
    }

    @Test(arguments: [
        "view", "view, Open", "view, , https://h.example", "jump, Open, https://h.example", "view, Open, u, v",
        "view, Open, u, colour=red", "view, Open, u, clear=maybe", "http, a, u, method=GET, body=x",
        "http, a, u, method=G T", "view, \"Open, u", "view, 'Open' x, u", "copy, Copy", "headers.=1",
        "view,a,u;view,a,u;view,a,u;view,a,u", "[1]", "[{}]", "[[]]", "{\"action\":\"view\"}", "[{\"action\":1}]",
        #"[{"action":"http","label":"a","url":"u","headers":{"a":1}}]"#,
        #"[{"action":"view","label":"a","url":"u","clear":"yes"}]"#,
        String(repeating: "[", count: 500), String(repeating: "view,a,u;", count: 900),
    ])
    func whatIsNoActionIsRefused(text: String) async throws {
        try await withNtfy { ntfy async throws in
            #expect(try await ntfy.publish("x", headers: ["Actions": text])["code"] == 40_018)
        }
    }
}
