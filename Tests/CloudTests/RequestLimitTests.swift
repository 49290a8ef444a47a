import Cloud
import CloudTestSupport
import HTTPTypes
import Testing

/// How often an address and a key may ask; the clock stands still.
@Suite(.timeLimit(.minutes(1))) struct RequestLimitTests {
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
        }
    }
}
