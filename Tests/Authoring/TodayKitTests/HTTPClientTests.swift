import FoundationEssentials
import JSON
import JSONRPC
import Testing
import TodayKit
import TodayProtocol

@Suite(.timeLimit(.minutes(10))) struct HTTPClientTests {
    @Test func anAnswerOfTheServerIsHandedOver() async throws {
        let widget = TestWidget(update: { context in
            let response = try await context.http.fetch("https://example.org/a", maximumAge: .seconds(90))
            #expect(response.status == 404)
            #expect(!response.isSuccess)
            #expect(response.headers == ["content-type": "application/json"])
            #expect(response.age == .seconds(12.5))
            #expect(try response.json() == ["a": 1])
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            let fetch = try await host.next(HTTPFetchRequest.self)
            #expect(fetch.request.url == "https://example.org/a")
            #expect(fetch.request.maximumAge == 90)
            #expect(fetch.request.method == nil)
            #expect(fetch.request.headers == nil)
            fetch.incoming.reply(
                HTTPFetchRequest.Reply(
                    status: 404,
                    headers: ["content-type": "application/json"],
                    body: Data(#"{"a":1}"#.utf8),
                    age: 12.5
                )
            )
            _ = try await reply
        }
    }

    @Test func aBodyIsSent() async throws {
        let widget = TestWidget(update: { context in
            _ = try await context.http.fetch(
                "https://example.org",
                method: .post,
                headers: ["accept": "x"],
                body: Data([1])
            )
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            let fetch = try await host.next(HTTPFetchRequest.self)
            #expect(fetch.request.method == "POST")
            #expect(fetch.request.headers == ["accept": "x"])
            #expect(fetch.request.body == Data([1]))
            #expect(fetch.request.maximumAge == nil)
            fetch.incoming.reply(HTTPFetchRequest.Reply(status: 200, headers: [:], body: Data(), age: 0))
            _ = try await reply
        }
    }

    @Test(arguments: [
        (RPCError.Code.fetchNotAllowed, FetchError.Code.notAllowed), (.notEntitled, .notAllowed),
        (.fetchFailed, .failed), (.fetchTimedOut, .timedOut), (.fetchTooLarge, .tooLarge), (.limitExceeded, .tooLarge),
        (.invalidParams, .invalid), (.internalError, .failed),
    ])
    func aFailureIsNamed(code: RPCError.Code, expected: FetchError.Code) async throws {
        let widget = TestWidget(update: { context in
            let error = await #expect(throws: FetchError.self) {
                try await context.http.fetch("https://example.org")
            }
            #expect(error == FetchError(expected, "A sentence."))
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            try await host.next(HTTPFetchRequest.self).incoming.fail(RPCError(code, "A sentence."))
            _ = try await reply
        }
    }

    @Test(arguments: [
        (RPCError.Code.fetchNotAllowed, "x.org:81" as String?), (.notEntitled, nil), (.fetchFailed, nil),
    ])
    func aServerThatIsNotAllowedIsNamed(code: RPCError.Code, expected: String?) async throws {
        let widget = TestWidget(update: { context in
            let error = await #expect(throws: FetchError.self) { try await context.http.fetch("https://example.org") }
            #expect(error?.server == expected)
            return nil
        })
        try await withHost(of: widget) { host in
            _ = try await host.initialize()
            async let reply = host.update()
            let data: JSONValue? = code == .notEntitled ? nil : ["server": "x.org:81"]
            try await host.next(HTTPFetchRequest.self).incoming.fail(RPCError(code, "A sentence.", data: data))
            _ = try await reply
        }
    }
}
