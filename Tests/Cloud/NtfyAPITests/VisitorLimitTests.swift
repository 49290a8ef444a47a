import CloudCore
import CloudTestSupport
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct VisitorLimitTests {
    @Test func sixtyRequestsMayComeAtOnce() async throws {
        try await withNtfy(requestRate: 100) { ntfy async throws in
            for _ in 0..<60 { #expect(try await ntfy.client.send(.post, "/home", text: "x").status == 200) }
            let answer = try await ntfy.client.send(.post, "/home", text: "x")
            #expect(answer.status == 429)
            #expect(answer.json["code"] == 42_901)
            #expect(answer.json["http"] == 429)
            #expect(answer.headers[.retryAfter] == "5")
            #expect(try await ntfy.client.send(.get, "/v1/health").status == 200)
            ntfy.fixture.date.advance(by: 5)
            #expect(try await ntfy.client.send(.post, "/home", text: "x").status == 200)
            #expect(try await ntfy.client.send(.post, "/home", text: "x").status == 429)
        }
    }

    @Test func strangersAtAnAddressUseUpOnlyTheirOwnLimits() async throws {
        // The first limit is that of topics, the second one that of all requests of an address.
        for rate in [100, 1] {
            try await withNtfy(requestRate: rate) { ntfy async throws in
                let page = ntfy.client.with(["Origin": "https://evil.example"])
                var statuses: [Int] = []
                for _ in 0..<70 { statuses.append(try await page.send(.get, "/home/json?poll=1").status) }
                #expect(statuses.first == 403)
                #expect(statuses.last == 429)
                for _ in 0..<10 { #expect(try await ntfy.client.send(.post, "/home", text: "x").status == 200) }
            }
        }
    }

    @Test func wrongTokensDoNotKeepOutTheRightOne() async throws {
        try await withNtfy(requestRate: 1) { ntfy async throws in
            let ada = try await ntfy.named("ada")
            var statuses: [Int] = []
            for _ in 0..<200 { statuses.append(try await ntfy.client.bearer("x").send(.get, "/home/auth").status) }
            #expect(statuses.first == 401)
            #expect(statuses.last == 429)
            for _ in 0..<10 { #expect(try await ada.send(.get, "/home/auth").status == 200) }
        }
    }

    @Test func anAddressThatAsksTooOftenIsToldInNtfysWords() async throws {
        try await withNtfy(requestRate: 1) { ntfy async throws in
            for _ in 0..<10 { _ = try await ntfy.client.send(.get, "/v1/health") }
            for path in ["/home", "/home/json", "/v1/health", "/"] {
                let answer = try await ntfy.client.send(.get, path)
                #expect(answer.status == 429)
                #expect(answer.json["code"] == 42_901)
                #expect(answer.json["http"] == 429)
                #expect(answer.json["error"] == "limit reached: too many requests")
                #expect(answer.headers[.retryAfter] == "1")
                #expect(answer.headers[.accessControlAllowOrigin] == "*")
            }
            // A path of a protocol that this cloud does not serve.
            let other = try await ntfy.client.send(.get, "/api/nowhere")
            #expect(other.status == 429)
            #expect(other.text == "")
        }
    }

    @Test func aFileMustNotBeTooLarge() async throws {
        try await withNtfy { ntfy async throws in
            let large = String(repeating: "a", count: 15 * 1024 * 1024 + 1)
            let answer = try await ntfy.client.send(.put, "/home", text: large)
            #expect(answer.status == 413)
            #expect(answer.json["code"] == 41_301)
            let told = try await ntfy.client.send(
                .put,
                "/home",
                text: "x",
                headers: ["Filename": "a", "Content-Length": "999999999"]
            )
            #expect(told.json["code"] == 41_301)
            #expect(try await ntfy.poll() == [])
        }
    }

    @Test func filesOfOneAddressHaveALimitTogether() async throws {
        try await withNtfy { ntfy async throws in
            let large = String(repeating: "a", count: 15 * 1024 * 1024)
            for _ in 0..<6 { #expect(try await ntfy.client.send(.put, "/home", text: large).status == 200) }
            #expect(try await ntfy.client.send(.put, "/home", text: large).json["code"] == 41_301)
            ntfy.fixture.date.advance(by: 10_801)
            var position = ""
            try await ntfy.fixture.cloud.topicFileSweeper.step(from: &position)
            #expect(try await ntfy.client.send(.put, "/home", text: large).status == 200)
        }
    }

    @Test func bytesOfFilesHaveALimitEachDay() async throws {
        try await withNtfy(requestRate: 100) { ntfy async throws in
            let large = String(repeating: "a", count: 15 * 1024 * 1024)
            let file = try await ntfy.client.send(.put, "/home", text: large).json["attachment"]?["url"]?.stringValue
            let path = try #require(file).replacing(TestClient.address, with: "")
            var answers: [Int] = []
            for _ in 0..<33 { answers.append(try await ntfy.client.send(.get, path).status) }
            #expect(answers == Array(repeating: 200, count: 32) + [429])
            #expect(try await ntfy.client.send(.get, path).json["code"] == 42_905)
            #expect(try await ntfy.client.send(.head, path).status == 200)
            #expect(try await ntfy.client.send(.put, "/home", text: large).json["code"] == 41_301)
        }
    }
}
