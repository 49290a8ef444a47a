import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct SubscribeTests {
    @Test func aPollGivesWhatIsKeptInItsOrder() async throws {
        try await withNtfy { ntfy async throws in
            for index in 0..<250 { try await ntfy.publish("\(index)") }
            #expect(try await ntfy.texts() == (0..<250).map(String.init))
            #expect(try await ntfy.client.send(.get, "/empty/json?poll=1").text == "")
        }
    }

    @Test func sinceSaysFromWhereOn() async throws {
        try await withNtfy { ntfy async throws in
            var ids: [String] = []
            for index in 0..<4 {
                ids.append(try await ntfy.publish("\(index)")["id"]?.stringValue ?? "")
                ntfy.fixture.date.advance(by: 60)
            }
            #expect(try await ntfy.texts("home", "&since=all") == ["0", "1", "2", "3"])
            #expect(try await ntfy.texts("home", "&since=none") == [])
            #expect(try await ntfy.texts("home", "&since=latest") == ["3"])
            #expect(try await ntfy.texts("home", "&since=\(ids[1])") == ["2", "3"])
            #expect(try await ntfy.texts("home", "&since=aaaaaaaaaaaa") == ["0", "1", "2", "3"])
            #expect(try await ntfy.texts("home", "&since=1795248120") == ["2", "3"])
            #expect(try await ntfy.texts("home", "&since=2m") == ["2", "3"])
            #expect(try await ntfy.texts("home", "&si=1h") == ["0", "1", "2", "3"])
            for wrong in ["x", "-1", "1.5.5m", "10", "99999999999999999999"].dropFirst(0) where wrong != "10" {
                let answer = try await ntfy.client.send(.get, "/home/json?poll=1&since=\(wrong)")
                #expect(answer.json["code"] == 40_008, "\(wrong)")
            }
        }
    }

    @Test func severalTopicsAreOneStream() async throws {
        try await withNtfy { ntfy async throws in
            try await ntfy.publish("1", to: "a")
            try await ntfy.publish("2", to: "b")
            try await ntfy.publish("3", to: "c")
            try await ntfy.publish("4", to: "a")
            #expect(try await ntfy.texts("a,b") == ["1", "2", "4"])
            #expect(try await ntfy.texts("a%2Cb,a") == ["1", "2", "4"])
            #expect(try await ntfy.texts("b,a", "&since=latest") == ["2", "4"])
            for wrong in ["a,,b", "a,docs", ",", "a,b c"] {
                let path = wrong.replacingOccurrences(of: " ", with: "%20")
                #expect(try await ntfy.client.send(.get, "/\(path)/json?poll=1").status == 400)
            }
        }
    }

    @Test func filtersMustAllFit() async throws {
        try await withNtfy { ntfy async throws in
            let first = try await ntfy.publish("a", headers: ["Title": "x", "Priority": "5", "Tags": "one,two"])
            try await ntfy.publish("b", headers: ["Tags": "one"])
            try await ntfy.publish("a", headers: ["Priority": "1"])
            let delete = try await ntfy.client.send(.delete, "/home/s").json
            let wanted: [(String, [String])] = [
                ("&message=a", ["a", "a"]), ("&title=x", ["a"]), ("&priority=high", []),
                ("&priority=5,min", ["a", "a"]),
                ("&p=3", ["b"]), ("&tags=one", ["a", "b"]), ("&tags=one,two", ["a"]), ("&tags=two,three", []),
                ("&id=\(first["id"]?.stringValue ?? "")", ["a"]), ("&message=a&priority=1", ["a"]),
            ]
            for (query, texts) in wanted {
                let found = try await ntfy.poll("home", query)
                #expect(found.compactMap { $0["message"]?.stringValue } == texts, "\(query)")
                #expect(found.last == delete)
            }
            #expect(try await ntfy.client.send(.get, "/home/json?poll=1&priority=loud").json["code"] == 40_007)
        }
    }

    @Test func theFormatsWriteTheSameMessages() async throws {
        try await withNtfy { ntfy async throws in
            let message = try await ntfy.publish("a\nb")
            let delete = try await ntfy.client.send(.delete, "/home/s").json
            let json = try await ntfy.client.send(.get, "/home/json?poll=1")
            #expect(json.headers[.contentType] == "application/x-ndjson; charset=utf-8")
            #expect(json.headers[.accessControlAllowOrigin] == "*")
            let sse = try await ntfy.client.send(.get, "/home/sse?poll=1")
            #expect(sse.headers[.contentType] == "text/event-stream; charset=utf-8")
            let events = sse.text.components(separatedBy: "\n\n")
            #expect(events.count == 3)
            #expect(try JSONValue(parsing: String(events[0].dropFirst("data: ".count))) == message)
            #expect(events[1].hasPrefix("event: message_delete\ndata: {"))
            let raw = try await ntfy.client.send(.get, "/home/raw?poll=1")
            #expect(raw.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(raw.text == "a b\n\n")
            #expect(try await ntfy.poll() == [message, delete])
        }
    }

    @Test func aWebSocketNeedsAHandshake() async throws {
        try await withNtfy { ntfy async throws in
            let upgrade = [
                "Connection": "keep-alive, Upgrade", "Upgrade": "WebSocket", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            ]
            let message = try await ntfy.publish("x")
            let answer = try await ntfy.client.send(.get, "/home/ws?poll=1", headers: upgrade)
            #expect(answer.status == 101)
            // The example of RFC 6455, section 1.3.
            let accept = try #require(HTTPField.Name("Sec-WebSocket-Accept"))
            #expect(answer.headers[accept] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
            #expect(answer.json == message)
            for (name, value) in [
                ("Upgrade", "h2c"), ("Connection", "close"), ("Sec-WebSocket-Version", "8"), ("Sec-WebSocket-Key", "x"),
            ] {
                let wrong = upgrade.merging([name: value]) { $1 }
                #expect(try await ntfy.client.send(.get, "/home/ws?poll=1", headers: wrong).json["code"] == 40_016)
            }
        }
    }
}
