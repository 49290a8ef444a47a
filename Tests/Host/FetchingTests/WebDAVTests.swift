import Fetching
import HostStorage
import Testing
import TodayProtocol

/// `PROPFIND` and `REPORT`, which a process sends to servers of calendars.
@Suite(.timeLimit(.minutes(10))) struct WebDAVTests {
    private static func query(
        _ method: FetchRequest.Method,
        _ url: String,
        headers: [String: String] = ["Depth": "1", "Authorization": "Basic a"]
    ) -> FetchRequest {
        FetchRequest(url: url, method: method, headers: headers, body: Array("<propfind/>".utf8))
    }

    private static func policy(_ servers: ScriptedServer...) throws -> FetchPolicy {
        let hosts = try servers.map { try AllowedServer("127.0.0.1:\($0.port)") }
        return FetchPolicy(appName: "Calendar", declaredHosts: [], allowedHosts: hosts)
    }

    @Test(arguments: [FetchRequest.Method.propfind, .report])
    func aQueryIsSentWithItsBodyAndNeverCached(method: FetchRequest.Method) async throws {
        try await ScriptedServer.run { _, write in
            try await write(reply("207 Multi-Status", ["Cache-Control: max-age=600"], body: "<multistatus/>"))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                for _ in 0..<2 {
                    let answer = try await fixture.fetcher.fetch(
                        Self.query(method, server.origin + "/dav/"),
                        for: AppID("com.a"),
                        policy: try Self.policy(server)
                    )
                    #expect(answer.status == 207)
                    #expect(answer.body == Array("<multistatus/>".utf8))
                }
                #expect(server.requests.map(\.line) == Array(repeating: "\(method.rawValue) /dav/ HTTP/1.1", count: 2))
                #expect(server.requests.map { $0.headers["depth"] } == ["1", "1"])
                #expect(server.requests.map(\.body.count) == [11, 11])
            }
        }
    }

    /// The well-known address of CalDAV is a redirect (RFC 6764), at which a query must stay one.
    @Test(arguments: ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"])
    func aQueryStaysOneAtARedirect(status: String) async throws {
        try await ScriptedServer.run { request, write in
            try await write(request.path == "/" ? reply(status, ["Location: /dav/"]) : reply())
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                _ = try await fixture.fetcher.fetch(
                    Self.query(.propfind, server.origin),
                    for: AppID("com.a"),
                    policy: try Self.policy(server)
                )
                let last = try #require(server.requests.last)
                #expect(last.line == "PROPFIND /dav/ HTTP/1.1")
                #expect(last.headers["depth"] == "1")
                #expect(last.headers["authorization"] == "Basic a")
                #expect(last.body.count == 11)
            }
        }
    }

    @Test func aQueryIsNotSentOnToAnotherServer() async throws {
        try await ScriptedServer.run { _, write in
            try await write(reply())
        } _: { other in
            try await ScriptedServer.run { _, write in
                try await write(reply("301 Moved Permanently", ["Location: \(other.origin)/"]))
            } _: { server in
                try await FetchFixture.run { fixture async throws in
                    let error = await failure {
                        _ = try await fixture.fetcher.fetch(
                            Self.query(.propfind, server.origin),
                            for: AppID("com.a"),
                            policy: try Self.policy(server, other)
                        )
                    }
                    #expect(error?.code == .notAllowed)
                    #expect(other.requests.isEmpty)
                }
            }
        }
    }

    @Test(arguments: [
        (FetchRequest.Method.propfind, "infinity"), (.propfind, "2"), (.report, ""), (.get, "0"), (.post, "1"),
    ])
    func aDepthThatIsNoneIsRefused(method: FetchRequest.Method, depth: String) async throws {
        try await ScriptedServer.run { _, write in
            try await write(reply())
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                let error = await failure {
                    var request = Self.query(method, server.origin, headers: ["Depth": depth])
                    request.body = []
                    _ = try await fixture.fetcher.fetch(request, for: AppID("com.a"), policy: try Self.policy(server))
                }
                #expect(error?.code == .badRequest)
                #expect(server.requests.isEmpty)
            }
        }
    }
}
