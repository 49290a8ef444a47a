import CloudCore
import CloudTestSupport
import HTTPTypes
import JSON
import Testing

/// The rate limits of addresses and keys; the clock stands still.
@Suite(.timeLimit(.minutes(10))) struct RequestLimitTests {
    @Test func whoHasProvedWhoItIsSharesNoLimitWithOthersAtItsAddress() async throws {
        var configuration = CloudConfiguration()
        configuration.requestRate = 1
        try await withCloud(configuration) { fixture async throws in
            let client = TestClient(fixture.cloud)
            for person in ["ada", "bob", "cem", "dee"] {
                let host = client.bearer(try await fixture.join(person).token)
                for _ in 0..<10 { #expect(try await host.send(.get, "/api/today/device").status == 200) }
            }
        }
    }

    @Test func aHostThatAsksTooOftenIsRefusedAndAnotherIsNot() async throws {
        var configuration = CloudConfiguration()
        configuration.requestRate = 1
        try await withCloud(configuration) { fixture async throws in
            let client = TestClient(fixture.cloud)
            let (ada, bob) = (try await fixture.join("ada").token, try await fixture.join("bob").token)
            var statuses: [Int] = []
            for _ in 0..<15 {
                statuses.append(try await client.bearer(ada).send(.get, "/api/today/device").status)
            }
            #expect(statuses.last == 429)
            #expect(try await client.bearer(bob).send(.get, "/api/today/device").status == 200)
        }
    }

    @Test func anAddressThatAsksTooOftenIsRefused() async throws {
        var configuration = CloudConfiguration()
        configuration.requestRate = 1
        try await withCloud(configuration) { fixture async throws in
            let client = TestClient(fixture.cloud)
            var answers: [TestClient.Answer] = []
            for _ in 0..<30 { answers.append(try await client.send(.get, "/nowhere")) }
            #expect(answers.first?.status == 404)
            #expect(answers.last?.status == 429)
            #expect(answers.last?.headers[.retryAfter] == "1")
            #expect(answers.last?.text == "")
            let answer = try await client.send(.get, "/api/today/device")
            #expect(answer.status == 429)
            #expect(answer.json["code"] == "tooMany")
            #expect(answer.json["message"] == "Too many requests from this address.")
            #expect(answer.headers[.retryAfter] == "1")
        }
    }

    @Test func strangersDoNotHoldUpWhoHasAKey() async throws {
        var configuration = CloudConfiguration()
        configuration.requestRate = 1
        try await withCloud(configuration) { fixture async throws in
            let client = TestClient(fixture.cloud)
            let host = client.bearer(try await fixture.join("ada").token)
            for _ in 0..<30 { _ = try await client.send(.get, "/nowhere") }
            for _ in 0..<10 { #expect(try await host.send(.get, "/api/today/device").status == 200) }
            #expect(try await client.send(.get, "/nowhere").status == 429)
            // A wrong secret is refused like what has none.
            #expect(try await client.bearer("x").send(.get, "/api/today/device").status == 429)
        }
    }

    @Test func wrongSecretsDoNotKeepOutTheRightOne() async throws {
        var configuration = CloudConfiguration()
        configuration.requestRate = 1
        try await withCloud(configuration) { fixture async throws in
            let client = TestClient(fixture.cloud)
            let host = client.bearer(try await fixture.join("ada").token)
            var statuses: [Int] = []
            for _ in 0..<200 { statuses.append(try await client.bearer("x").send(.get, "/api/today/device").status) }
            #expect(statuses.first == 401)
            #expect(statuses.last == 429)
            for _ in 0..<10 { #expect(try await host.send(.get, "/api/today/device").status == 200) }
            #expect(try await client.bearer("x").send(.get, "/api/today/device").status == 429)
        }
    }

    @Test func theAddressThatAProxyTellsCountsIfItIsTrusted() async throws {
        var configuration = CloudConfiguration()
        configuration.requestRate = 1
        configuration.isBehindProxy = true
        try await withCloud(configuration) { fixture async throws in
            let client = TestClient(fixture.cloud)
            func ask(_ forwarded: String) async throws -> Int {
                try await client.send(.get, "/nowhere", headers: ["X-Forwarded-For": forwarded]).status
            }
            for _ in 0..<30 { _ = try await ask("192.0.2.1, 192.0.2.2") }
            #expect(try await ask("192.0.2.2") == 429)
            #expect(try await ask("192.0.2.3,192.0.2.2 ") == 429)
            #expect(try await ask("192.0.2.2, 192.0.2.1") == 404)
            #expect(try await ask("2001:db8:0::1") == 404)
            for _ in 0..<30 { _ = try await client.send(.get, "/nowhere") }
            for nonsense in ["", ",", "unknown", "192.0.2.300", "192.0.2.9:80", "_a"] {
                #expect(try await ask(nonsense) == 429, "\(nonsense)")
            }
        }
    }

    @Test func whatAClientSaysOfItsAddressIsNotBelievedOtherwise() async throws {
        var configuration = CloudConfiguration()
        configuration.requestRate = 1
        try await withCloud(configuration) { fixture async throws in
            let client = TestClient(fixture.cloud)
            var statuses: [Int] = []
            for index in 0..<30 {
                let headers = ["X-Forwarded-For": "192.0.2.\(index)"]
                statuses.append(try await client.send(.get, "/nowhere", headers: headers).status)
            }
            #expect(statuses.last == 429)
        }
    }
}
