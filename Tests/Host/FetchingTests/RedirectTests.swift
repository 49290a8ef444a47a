import Fetching
import Testing

@Suite(.timeLimit(.minutes(10))) struct RedirectTests {
    @Test func redirectsAreFollowedAlsoRelativeOnes() async throws {
        try await ScriptedServer.run { request, write in
            switch request.path {
            case "/a/start": try await write(reply("302 Found", ["Location: next?x=1"]))
            case "/a/next?x=1": try await write(reply("301 Moved Permanently", ["Location: /end"]))
            default: try await write(reply(body: request.path))
            }
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                #expect(try await fixture.get(server.origin + "/a/start").body == Array("/end".utf8))
            }
        }
    }

    @Test func aLoopEndsAfterFiveRedirects() async throws {
        try await ScriptedServer.run { _, write in
            try await write(reply("302 Found", ["Location: /again"]))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                let error = await failure { _ = try await fixture.get(server.origin) }
                #expect(error?.code == .tooManyRedirects)
                #expect(server.requests.count == 6)
            }
        }
    }

    @Test func everyHopIsCheckedAgainstThePolicy() async throws {
        try await ScriptedServer.run { _, write in
            try await write(reply(body: "secret"))
        } _: { inner in
            let target = "http://127.0.0.1:\(inner.port)/"
            try await ScriptedServer.run { _, write in
                try await write(reply("307 Temporary Redirect", ["Location: \(target)"]))
            } _: { outer in
                try await FetchFixture.run { fixture async throws in
                    let error = await failure { _ = try await fixture.get(outer.origin) }
                    #expect(error?.code == .notAllowed)
                    #expect(error?.message.contains("127.0.0.1:\(inner.port)") == true)
                    #expect(inner.requests.isEmpty)
                    let both = ["127.0.0.1:\(outer.port)", "127.0.0.1:\(inner.port)"]
                    let answer = try await fixture.get(outer.origin, allowing: both)
                    #expect(answer.body == Array("secret".utf8))
                }
            }
        }
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://a.com/", "http://user:pw@127.0.0.1/", "http://"])
    func redirectsToWhatIsNoWebAddressAreRefused(location: String) async throws {
        try await ScriptedServer.run { _, write in
            try await write(reply("302 Found", ["Location: \(location)"]))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                #expect(await failure { _ = try await fixture.get(server.origin) }?.code == .badAddress)
            }
        }
    }

    @Test func anotherServerDoesNotGetTheKey() async throws {
        try await ScriptedServer.run { _, write in
            try await write(reply())
        } _: { other in
            try await ScriptedServer.run { request, write in
                let location = request.path == "/" ? "/same" : other.origin + "/other"
                try await write(reply("302 Found", ["Location: \(location)"]))
            } _: { server in
                try await FetchFixture.run { fixture async throws in
                    let hosts = ["127.0.0.1:\(server.port)", "127.0.0.1:\(other.port)"]
                    _ = try await fixture.get(
                        server.origin,
                        allowing: hosts,
                        headers: ["Authorization": "Bearer t", "Accept": "a/b"]
                    )
                    #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer t", "Bearer t"])
                    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
                    #expect(other.requests.map { $0.headers["accept"] } == ["a/b"])
                }
            }
        }
    }

    @Test(arguments: [("303 See Other", "GET", 0), ("302 Found", "GET", 0), ("308 Permanent Redirect", "POST", 4)])
    func aPostIsSentOnAsItsStatusSays(status: String, method: String, count: Int) async throws {
        try await ScriptedServer.run { request, write in
            try await write(request.path == "/" ? reply(status, ["Location: /next"]) : reply())
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                _ = try await fixture.post(server.origin, body: "body", headers: ["Content-Type": "text/plain"])
                let last = try #require(server.requests.last)
                #expect(last.line == "\(method) /next HTTP/1.1")
                #expect(last.body.count == count)
                #expect((last.headers["content-type"] == nil) == (count == 0))
            }
        }
    }
}
