import AsyncHTTPClient
import AsyncPrimitives
import Fetching
import HostStorage
import NetworkAddresses
import OutgoingHTTP
import Synchronization
import Testing
import TodayProtocol
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct FetcherTests {
    @Test func anAnswerComesWithStatusHeadersAndBody() async throws {
        try await ScriptedServer.run { _, write in
            try await write(
                reply(
                    "404 Not Found",
                    ["Content-Type: application/json", "Set-Cookie: a=b", "X-RateLimit-Remaining: 5", "X-Other: 1"],
                    body: "{}"
                )
            )
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                let answer = try await fixture.get(
                    server.origin + "/a?b=c",
                    headers: ["X-API-Key": "k", "Accept": "text/plain"]
                )
                #expect(answer.status == 404)
                #expect(answer.headers == ["content-type": "application/json", "x-ratelimit-remaining": "5"])
                #expect(answer.body == Array("{}".utf8))
                #expect(answer.age == 0)
                #expect(!answer.isFromCache)
                let request = try #require(server.requests.first)
                #expect(request.line == "GET /a?b=c HTTP/1.1")
                #expect(request.headers["host"] == "127.0.0.1:\(server.port)")
                #expect(request.headers["x-api-key"] == "k")
                #expect(request.headers["accept"] == "text/plain")
                #expect(request.headers["cookie"] == nil)
            }
        }
    }

    @Test func theHostIsKeptWhileTheCheckedAddressIsConnectedTo() async throws {
        try await ScriptedServer.run { _, write in
            try await write(reply(body: "here"))
        } _: { server in
            // Nothing listens at the first address.
            try await FetchFixture.run(names: ["api.test": ["127.0.0.2", "127.0.0.1"]]) { fixture async throws in
                let answer = try await fixture.get("http://api.test:\(server.port)/")
                #expect(answer.body == Array("here".utf8))
                #expect(server.requests.first?.headers["host"] == "api.test:\(server.port)")
            }
        }
    }

    /// The order of a name's addresses changes from lookup to lookup, and each has connections of its own.
    @Test func anAddressThatWasReachedIsTriedFirst() async throws {
        try await ScriptedServer.run { _, write in
            try await write(reply(body: "here"))
        } _: { server in
            let other = try ListeningPort(on: "127.0.0.2", port: server.port)
            let addresses = Mutex(["127.0.0.1"])
            let client = OutgoingClient(
                HTTPClient.Configuration(),
                resolver: AddressResolver { _ throws(CancellationError) in
                    addresses.withLock(\.self).compactMap { NetworkAddress($0) }
                }
            )
            for _ in 0..<2 {
                let request = HTTPClientRequest(url: "http://api.test:\(server.port)/")
                try await client.send(request, to: .anywhere, within: .seconds(600)) { _ in }
                addresses.withLock { $0 = ["127.0.0.2", "127.0.0.1"] }
            }
            try await client.shutdown()
            #expect(server.requests.count == 2)
            #expect(!other.hasConnection)
        }
    }

    @Test(arguments: ["127.0.0.1", "10.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254"])
    func aDeclaredHostThatPointsInwardsIsNotConnectedTo(address: String) async throws {
        try await FetchFixture.run(names: ["rebind.test": [address]]) { fixture async throws in
            let policy = FetchPolicy(appName: "Weather", declaredHosts: ["rebind.test"], allowedHosts: [])
            let error = await failure {
                _ = try await fixture.fetcher.fetch(
                    FetchRequest(url: "https://rebind.test/"),
                    for: AppID("com.a"),
                    policy: policy
                )
            }
            #expect(error?.code == .notAllowed)
            #expect(error?.message.contains("today allow Weather rebind.test") == true)
        }
    }

    @Test func aServerThatDoesNotAnswerTimesOut() async throws {
        let arrived = OneTimeSignal()
        try await ScriptedServer.run { _, _ in
            arrived.raise()
            await OneTimeSignal().wait()
        } _: { server in
            try await FetchFixture.run(timer: { _ in await arrived.wait() }) { fixture async throws in
                let error = await failure { _ = try await fixture.get(server.origin) }
                #expect(error?.code == .timedOut)
                #expect(error?.message == "127.0.0.1:\(server.port) did not answer in 600 s.")
            }
        }
    }

    @Test func aBodyThatNeverEndsIsCutOff() async throws {
        let gone = OneTimeSignal()
        try await ScriptedServer.run { _, write in
            defer { gone.raise() }
            try await write(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x78, count: 0x10000) + Array("\r\n".utf8)
            while true { try await write(chunk) }
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                let error = await failure { _ = try await fixture.get(server.origin) }
                #expect(error?.code == .tooLarge)
                #expect(error?.message.contains("2097152") == true)
                // The connection is closed, so that the server can stop too.
                await gone.wait()
            }
        }
    }

    @Test func aBodyThatIsAnnouncedTooLargeIsRefusedAtOnce() async throws {
        try await ScriptedServer.run { _, write in
            try await write(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n".utf8))
            await OneTimeSignal().wait()
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                #expect(await failure { _ = try await fixture.get(server.origin) }?.code == .tooLarge)
            }
        }
    }

    @Test func aRequestMayAskForLess() async throws {
        try await ScriptedServer.run { _, write in
            try await write(reply("200 OK", ["Cache-Control: max-age=60"], body: "0123456789"))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                #expect(try await fixture.get(server.origin, maximumBytes: 10).body.count == 10)
                // Also where the answer is kept already.
                #expect(
                    await failure { _ = try await fixture.get(server.origin, maximumBytes: 9) }?.code == .tooLarge
                )
            }
        }
    }

    @Test func packedBodiesAreUnpacked() async throws {
        let text = Array(String(repeating: "weather ", count: 100).utf8)
        try await ScriptedServer.run { _, write in
            try await write(reply("200 OK", ["Content-Encoding: gzip"], bytes: Gzip.stored(text)))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                #expect(try await fixture.get(server.origin).body == text)
                #expect(server.requests.first?.headers["accept-encoding"] == "gzip, deflate")
            }
        }
    }

    @Test func aSmallFileThatUnpacksToMuchIsCutOff() async throws {
        let bomb = Gzip.bomb(matches: 400_000)
        #expect(bomb.count < 1 << 20)
        try await ScriptedServer.run { _, write in
            try await write(reply("200 OK", ["Content-Encoding: gzip"], bytes: bomb))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                #expect(await failure { _ = try await fixture.get(server.origin) }?.code == .tooLarge)
            }
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello", FetchFailure.Code.badAnswer),
        ("SSH-2.0-OpenSSH_9.2\r\n\r\n", .badAnswer), ("HTTP/1.1 abc\r\n\r\n", .badAnswer),
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort", .unreachable), ("", .unreachable),
    ])
    func brokenAnswersAreErrorsThatNameTheServer(bytes: String, code: FetchFailure.Code) async throws {
        try await ScriptedServer.run { _, write in
            try await write(Array(bytes.utf8))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                let error = await failure { _ = try await fixture.get(server.origin) }
                #expect(error?.code == code)
                #expect(error?.message.contains("127.0.0.1:\(server.port)") == true)
            }
        }
    }

    /// Beyond Today's limit, and beyond that of the reader for one header and for all.
    @Test(arguments: [(1000, 40), (100_000, 1), (70_000, 40)])
    func tooManyHeadersAreRefused(size: Int, count: Int) async throws {
        try await ScriptedServer.run { _, write in
            let field = "X-Filler: " + String(repeating: "x", count: size)
            try await write(reply("200 OK", Array(repeating: field, count: count)))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                let error = await failure { _ = try await fixture.get(server.origin) }
                #expect(error?.code == .tooLarge)
                #expect(error?.message.hasSuffix(" bytes of headers.") == true, "\(error?.message ?? "no error")")
            }
        }
    }

    @Test func aServerThatIsNotThereIsNamed() async throws {
        // A port that was free a moment ago.
        let port = try await ScriptedServer.run { _, _ in
        } _: {
            $0.port
        }
        try await FetchFixture.run(names: ["empty.test": []]) { fixture async throws in
            let refused = await failure { _ = try await fixture.get("http://127.0.0.1:\(port)/") }
            #expect(refused?.code == .unreachable)
            #expect(refused?.message == "127.0.0.1:\(port) cannot be reached.")
            let unknown = await failure { _ = try await fixture.get("http://empty.test/") }
            #expect(unknown?.code == .unreachable)
            #expect(unknown?.message.contains("empty.test cannot be found") == true)
        }
    }

    @Test(arguments: [
        ["Host": "x"], ["Cookie": "a=b"], ["Content-Length": "5"], ["Transfer-Encoding": "chunked"],
        ["Connection": "upgrade"], ["If-None-Match": "x"], ["Range": "bytes=0-1"], ["X-Forwarded-For": "1.1.1.1"],
        ["Accept": "a\r\nX: y"], ["X-": "a"], ["X-A B": "a"], ["Accept": "a", "accept": "b"],
        ["X-Long": String(repeating: "a", count: 9000)],
        Dictionary(uniqueKeysWithValues: (0..<33).map { ("X-\($0)", "a") }),
    ])
    func headersThatBelongToTheHostAreRefused(headers: [String: String]) async throws {
        try await FetchFixture.run { fixture async throws in
            let error = await failure { _ = try await fixture.get("http://127.0.0.1:9/", headers: headers) }
            #expect(error?.code == .badRequest)
        }
    }

    @Test func postSendsItsBodyAndIsNeitherKeptNorShared() async throws {
        try await ScriptedServer.run { request, write in
            try await write(reply("200 OK", ["Cache-Control: max-age=60"], bytes: request.body))
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                for _ in 0..<2 {
                    let answer = try await fixture.post(
                        server.origin,
                        body: "{\"a\":1}",
                        headers: ["Content-Type": "application/json"]
                    )
                    #expect(answer.body == Array("{\"a\":1}".utf8))
                    #expect(!answer.isFromCache)
                }
                #expect(server.requests.map(\.line) == ["POST / HTTP/1.1", "POST / HTTP/1.1"])
                let large = String(repeating: "x", count: FetchRequest.bodyLimit + 1)
                #expect(await failure { _ = try await fixture.post(server.origin, body: large) }?.code == .tooLarge)
            }
        }
    }

    @Test func closingEndsWhatIsUnderWayAndRefusesTheRest() async throws {
        let arrived = OneTimeSignal()
        try await ScriptedServer.run { _, _ in
            arrived.raise()
            await OneTimeSignal().wait()
        } _: { server in
            try await FetchFixture.run { fixture async throws in
                async let error = failure { _ = try await fixture.get(server.origin) }
                await arrived.wait()
                await fixture.fetcher.close()
                #expect(await error?.code == .cancelled)
                #expect(await failure { _ = try await fixture.get(server.origin) }?.code == .cancelled)
            }
        }
    }
}
