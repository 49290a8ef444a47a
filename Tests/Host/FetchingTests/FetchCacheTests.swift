import Fetching
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct FetchCacheTests {
    /// Fetches twice with some seconds between, and counts what reached the server.
    private func requests(
        headers: [String],
        after seconds: Double,
        maximumAge: Double? = nil,
        status: String = "200 OK"
    ) async throws -> Int {
        try await ScriptedServer.run { _, write in
            try await write(reply(status, headers, body: "x"))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                let first = try await fixture.get(server.origin, maximumAge: maximumAge)
                #expect(!first.isFromCache)
                fixture.date.advance(by: seconds)
                let second = try await fixture.get(server.origin, maximumAge: maximumAge)
                #expect(second.body == first.body)
                #expect(second.isFromCache == (server.requests.count == 1))
                if second.isFromCache { #expect(second.age == first.age + seconds) }
                return server.requests.count
            }
        }
    }

    @Test(
        arguments: [
            (["Cache-Control: max-age=60"], 59.0, nil, 1), (["Cache-Control: max-age=60"], 60, nil, 2),
            (["Cache-Control: public, MAX-AGE=60"], 59, nil, 1), (["Cache-Control: max-age=60, no-store"], 1, nil, 2),
            (["Cache-Control: no-cache"], 1, nil, 2), (["Cache-Control: max-age=60", "Age: 50"], 9, nil, 1),
            (["Cache-Control: max-age=60", "Age: 50"], 10, nil, 2), (["Cache-Control: max-age=oops"], 1, nil, 2),
            (["Cache-Control: max-age=99999999999999999999"], 1000, nil, 1),
            (["Cache-Control: max-age=60", "Vary: *"], 1, nil, 2),
            (["Date: Sun, 06 Nov 1994 08:49:37 GMT", "Expires: Sun, 06 Nov 1994 08:50:37 GMT"], 59, nil, 1),
            (["Date: Sun, 06 Nov 1994 08:49:37 GMT", "Expires: Sun, 06 Nov 1994 08:50:37 GMT"], 61, nil, 2),
            (["Expires: 0"], 1, nil, 2), ([], 1, nil, 2),
            // What the process asks for shortens, and lengthens only where the server says nothing.
            (["Cache-Control: max-age=60"], 30, 20.0, 2), (["Cache-Control: max-age=60"], 10, 20, 1),
            (["Cache-Control: max-age=60"], 0, 0, 2), (["Cache-Control: max-age=60"], 70, 100, 2), ([], 90, 100, 1),
            ([], 100, 100, 2), ([], 0, 0, 2), (["Cache-Control: no-store"], 1, 100, 2),
            // The clock was set back.
            (["Cache-Control: max-age=60"], -10, nil, 2),
        ] as [([String], Double, Double?, Int)]
    )
    func anAnswerIsKeptAsLongAsItMayBe(
        headers: [String],
        seconds: Double,
        maximumAge: Double?,
        expected: Int
    ) async throws {
        #expect(try await requests(headers: headers, after: seconds, maximumAge: maximumAge) == expected)
    }

    @Test(arguments: [("404 Not Found", 1), ("500 Internal Server Error", 2), ("206 Partial Content", 2)])
    func onlyWholeAnswersAreKept(status: String, expected: Int) async throws {
        let headers = ["Cache-Control: max-age=60"]
        #expect(try await requests(headers: headers, after: 1, status: status) == expected)
    }

    @Test func aStaleAnswerIsConfirmedByItsServer() async throws {
        try await ScriptedServer.run { request, write in
            let headers = ["ETag: \"v1\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Cache-Control: max-age=60"]
            if request.headers["if-none-match"] == "\"v1\"" {
                try await write(Array("HTTP/1.1 304 Not Modified\r\nCache-Control: max-age=600\r\n\r\n".utf8))
            } else {
                try await write(reply("200 OK", headers, body: "content"))
            }
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                _ = try await fixture.get(server.origin)
                fixture.date.advance(by: 100)
                let confirmed = try await fixture.get(server.origin)
                #expect(confirmed.status == 200)
                #expect(confirmed.body == Array("content".utf8))
                #expect(confirmed.isFromCache)
                #expect(confirmed.age == 0)
                #expect(
                    server.requests.last?.headers["if-modified-since"] == "Sun, 06 Nov 1994 08:49:37 GMT"
                )
                // The confirmation's own lifetime counts from now on.
                fixture.date.advance(by: 500)
                #expect(try await fixture.get(server.origin).age == 500)
                #expect(server.requests.count == 2)
            }
        }
    }

    @Test func newContentReplacesTheOld() async throws {
        let counter = Counter()
        try await ScriptedServer.run { _, write in
            counter.begin()
            let headers = ["ETag: \"\(counter.value)\"", "Cache-Control: max-age=60"]
            try await write(reply("200 OK", headers, body: "\(counter.value)"))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                _ = try await fixture.get(server.origin)
                fixture.date.advance(by: 100)
                #expect(try await fixture.get(server.origin).body == Array("2".utf8))
                #expect(try await fixture.get(server.origin).body == Array("2".utf8))
            }
        }
    }

    @Test func appsAndHeadersDoNotShareAnswers() async throws {
        try await ScriptedServer.run { _, write in
            try await write(reply("200 OK", ["Cache-Control: max-age=60"]))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                for _ in 0..<2 {
                    _ = try await fixture.get(server.origin, app: "com.a")
                    _ = try await fixture.get(server.origin, app: "com.b")
                    _ = try await fixture.get(server.origin, app: "com.a", headers: ["Accept-Language": "de"])
                }
                #expect(server.requests.count == 3)
            }
        }
    }

    @Test func aKeptAnswerNeedsPermissionToo() async throws {
        try await ScriptedServer.run { _, write in
            try await write(reply("200 OK", ["Cache-Control: max-age=60"]))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                _ = try await fixture.get(server.origin)
                let error = await failure { _ = try await fixture.get(server.origin, allowing: []) }
                #expect(error?.code == .notAllowed)
            }
        }
    }
}
