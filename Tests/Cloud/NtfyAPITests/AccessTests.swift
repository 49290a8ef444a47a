import CloudCore
import CloudStorage
import CloudTestSupport
import Foundation
import HTTPTypes
import JSON
import Testing
import TodayTestSupport

@Suite(.timeLimit(.minutes(10))) struct AccessTests {
    @Test func nothingIsAllowedUnlessARuleSaysSo() async throws {
        try await withNtfy(rights: .deny) { ntfy async throws in
            for (method, path) in [
                (HTTPRequest.Method.post, "/home"), (.get, "/home/publish"), (.get, "/home/json?poll=1"),
                (.get, "/home/sse?poll=1"), (.get, "/home/raw?poll=1"), (.get, "/home/auth"), (.delete, "/home/x"),
                (.put, "/home/x/clear"), (.get, "/open,home/auth"),
            ] {
                try await ntfy.store.set(TopicRule(who: "*", pattern: "open", rights: .readWrite))
                let answer = try await ntfy.client.send(method, path)
                #expect(answer.status == 403, "\(path)")
                #expect(answer.json["code"] == 40_301)
            }
            #expect(try await ntfy.client.send(.post, "/", ["topic": "home"]).json["code"] == 40_301)
            #expect(try await ntfy.client.send(.get, "/open/auth").json == ["success": true])
            #expect(try await ntfy.client.send(.post, "/open", text: "x").status == 200)
        }
    }

    @Test(arguments: [
        (TopicRights.deny, 403, 403), (.readOnly, 200, 403), (.writeOnly, 403, 200), (.readWrite, 200, 200),
    ])
    func rightsSayWhatIsAllowed(rights: TopicRights, read: Int, write: Int) async throws {
        try await withNtfy(rights: .deny) { ntfy async throws in
            try await ntfy.store.set(TopicRule(who: "ada", pattern: "home", rights: rights))
            let ada = try await ntfy.named("ada")
            let bob = try await ntfy.named("bob")
            #expect(try await ada.send(.get, "/home/auth").status == read)
            #expect(try await ada.send(.get, "/home/json?poll=1").status == read)
            #expect(try await ada.send(.post, "/home", text: "x").status == write)
            #expect(try await ada.send(.delete, "/home/x").status == write)
            #expect(try await bob.send(.get, "/home/auth").status == 403)
            #expect(try await bob.send(.post, "/home", text: "x").status == 403)
        }
    }

    @Test func aTokenIsSentInEveryWayThatClientsHave() async throws {
        try await withNtfy(rights: .deny) { ntfy async throws in
            try await ntfy.store.set(TopicRule(who: "ada", pattern: "home", rights: .readWrite))
            let token = try await ntfy.token("ada")
            #expect(token.hasPrefix("tk_"))
            #expect(token.count == 32)
            func query(_ header: String) -> String {
                Data(header.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
                    .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            }
            let basic = "Basic " + Data("ada:\(token)".utf8).base64EncodedString()
            for client in [
                ntfy.client.bearer(token), ntfy.client.basic("ada", token), ntfy.client.basic("", token),
            ] {
                #expect(try await client.send(.get, "/home/auth").status == 200)
            }
            for header in ["Bearer \(token)", basic] {
                #expect(try await ntfy.client.send(.get, "/home/auth?auth=\(query(header))").status == 200)
                let path = "/home/auth?authorization=\(query(header))"
                #expect(try await ntfy.client.send(.get, path).status == 200)
                // The query precedes the header.
                #expect(try await ntfy.client.bearer("wrong").send(.get, path).status == 200)
                let wrong = "/home/auth?authorization=\(query("Bearer wrong"))&auth=\(query(header))"
                #expect(try await ntfy.client.bearer(token).send(.get, wrong).status == 401)
            }
        }
    }

    @Test func aWrongTokenIsRefusedEvenWhereNoneIsNeeded() async throws {
        try await withNtfy { ntfy async throws in
            let token = try await ntfy.token("ada")
            let wrong = [
                ntfy.client.bearer("tk_wrong"), ntfy.client.basic("ada", "x"), ntfy.client.basic("bob", token),
                ntfy.client.bearer(""), ntfy.client.with(["Authorization": "Basic !"]),
            ]
            for client in wrong {
                let answer = try await client.send(.get, "/home/auth")
                #expect(answer.status == 401)
                #expect(answer.json["code"] == 40_101)
            }
            #expect(try await ntfy.client.send(.get, "/home/auth?auth=%21").status == 401)
            #expect(try await ntfy.client.send(.get, "/home/auth?auth=").status == 200)
        }
    }

    @Test(arguments: ["vapid t=a.b.c, k=d", "WebPush a.b.c", "Digest username=\"a\"", "", "tk_only"])
    func whatHasAnotherSchemeIsNobodys(header: String) async throws {
        try await withNtfy(requestRate: 1000) { ntfy async throws in
            try await ntfy.store.set(TopicRule(who: "*", pattern: "up*", rights: .writeOnly))
            try await ntfy.store.set(TopicRule(who: "*", pattern: "home", rights: .deny))
            let sender = ntfy.client.with(["Authorization": header])
            for _ in 0..<40 {
                #expect(try await sender.send(.post, "/upTest?up=1", text: "x").status == 200)
            }
            #expect(try await sender.send(.get, "/home/auth").status == 403)
        }
    }

    @Test func aRevokedTokenAndATokenThatIsTooOldAreWrong() async throws {
        try await withNtfy { ntfy async throws in
            let old = try await ntfy.named("ada", label: "old")
            let new = try await ntfy.named("ada", label: "new")
            #expect(try await ntfy.store.revokeTopicTokens(of: "ada", label: "old") == 1)
            #expect(try await old.send(.get, "/home/auth").status == 401)
            #expect(try await new.send(.get, "/home/auth").status == 200)
            try await ntfy.store.add(
                TopicToken(hash: Secret.hash("short"), name: "ada", expires: ntfy.fixture.date.value + 60)
            )
            #expect(try await ntfy.client.bearer("short").send(.get, "/home/auth").status == 200)
            ntfy.fixture.date.advance(by: 61)
            #expect(try await ntfy.client.bearer("short").send(.get, "/home/auth").status == 401)
            _ = try await ntfy.fixture.join("ada")
            _ = try await ntfy.store.revoke(person: "ada")
            #expect(try await new.send(.get, "/home/auth").status == 401)
        }
    }

    @Test func whoGuessesTokensIsStopped() async throws {
        try await withNtfy(requestRate: 100) { ntfy async throws in
            var tries = 1
            var answer = try await ntfy.client.bearer("tk_x").send(.get, "/home/auth")
            // It gets another attempt every five seconds.
            while answer.status == 401, tries < 58 {
                tries += 1
                answer = try await ntfy.client.bearer("tk_x").send(.get, "/home/auth")
            }
            #expect(tries > 30)
            #expect(answer.status == 429)
            #expect(answer.json["code"] == 42_909)
            #expect(answer.headers[.retryAfter] != nil)
        }
    }

    @Test func aPageOfAnotherSiteGetsOnlyWhatIsForEverybody() async throws {
        try await withNtfy(publicURL: "https://push.example.org") { ntfy async throws in
            for origin in ["https://evil.example", "null", "http://127.0.0.1.evil.example", "file://"] {
                let page = ntfy.client.with(["Origin": origin])
                #expect(try await page.send(.post, "/home", text: "x").status == 403, "\(origin)")
                #expect(try await page.send(.get, "/home/json?poll=1").status == 403)
                #expect(try await page.bearer(try await ntfy.token("ada")).send(.get, "/home/auth").status == 200)
            }
            for origin in [
                "http://localhost:3000", "http://127.0.0.1", "http://[::1]:80", "https://push.example.org",
                "http://today.localhost:8080", "http://cloud.test:1234",
            ] {
                #expect(
                    try await ntfy.client.with(["Origin": origin]).send(.get, "/home/auth").status == 200,
                    "\(origin)"
                )
            }
            for (site, status) in [("cross-site", 403), ("same-site", 200), ("same-origin", 200), ("none", 200)] {
                let image = ntfy.client.with(["Sec-Fetch-Site": site])
                #expect(try await image.send(.get, "/home/publish?message=x").status == status)
            }
            try await ntfy.store.set(TopicRule(who: "*", pattern: "home", rights: .readOnly))
            let page = ntfy.client.with(["Origin": "https://evil.example"])
            #expect(try await page.send(.get, "/home/auth").status == 200)
            #expect(try await page.send(.post, "/home", text: "x").status == 403)
        }
    }

    @Test func aPersonWhoMayNotReadAnyMoreIsNotTold() async throws {
        try await withNtfy(rights: .deny) { ntfy async throws in
            let (ada, bob) = (try await ntfy.fixture.join("ada"), try await ntfy.fixture.join("bob"))
            for name in ["ada", "bob"] {
                try await ntfy.store.set(TopicRule(who: name, pattern: "home", rights: .readOnly))
                _ = try await ntfy.store.subscribe(name, to: "home")
            }
            try await ntfy.store.set(TopicRule(who: "backup", pattern: "*", rights: .writeOnly))
            let backup = try await ntfy.named("backup")
            _ = try await backup.send(.post, "/home", text: "1")
            _ = try await ntfy.store.removeTopicRules(of: "bob", pattern: nil)
            _ = try await backup.send(.post, "/home", text: "2")
            #expect(try await ntfy.fixture.bodies(ada).count == 2)
            #expect(try await ntfy.fixture.bodies(bob).count == 1)
        }
    }
}
