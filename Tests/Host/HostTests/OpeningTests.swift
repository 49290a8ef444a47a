import JSONRPC
import Testing
import TodayProtocol

@testable import Host

/// What a process is told of the addresses that it has opened; `SessionTests` has what it may not open.
@Suite(.timeLimit(.minutes(10))) struct OpeningTests {
    /// Authors are told of the addresses in cards that no surface opens.
    @Test(arguments: [
        ("https://example.com/a?b=c", true), ("HTTP://127.0.0.1:80/", true), ("mailto:a@example.com", true),
        ("tel:+49", true), ("example://own", true), ("nobody://x", true), ("today://topics", true),
        ("javascript:alert(1)", false), ("JavaScript:alert(1)", false), ("vbscript:x", false),
        ("data:text/html,x", false), ("file:///etc/passwd", false),
        ("ftp://example.com/", false), ("today-extension://x", false), ("", false),
        ("example.com", false), ("/page", false), ("https://", false), ("https:example.com", false),
        ("https://a:b@example.com/", false), ("https://example.com/a b", false), ("https://example.com/ü", false),
        ("https://example.com\\@evil.example/", false), ("https://\(String(repeating: "x", count: 5_000))", false),
    ])
    func whatNoSurfaceOpensIsAMistake(address: String, isOpened: Bool) {
        #expect((CardMistakes.problem(ofLink: address) == nil) == isOpened)
    }

    @Test func whetherSomebodyTakesAnAddressIsAnsweredAtOnce() async throws {
        try await withSession { fixture in
            let number = fixture.session.transactions.begin()
            for (url, isTaken) in [("https://example.com/", true), ("example://own", true), ("nobody://x", false)] {
                let reply = try await fixture.process.call(
                    OpenRequest(url: url, transaction: number),
                    deadline: .seconds(60)
                )
                #expect(reply.taken == isTaken, "\(url)")
            }
            // The surface says that nobody takes it.
            #expect(fixture.session.transactions.end(number)?.open == "nobody://x")
            await expectError(.invalidParams) {
                try await fixture.process.call(OpenRequest(url: "nobody://x"), deadline: .seconds(60))
            }
        }
    }

    @Test func whoAskedIsToldOnceWhatCameOfAnAddress() async throws {
        try await withSession { fixture in
            for url in ["example://0", "nobody://x"] + (1...16).map({ "example://\($0)" }) {
                let number = fixture.session.transactions.begin()
                _ = try await fixture.process.call(
                    OpenRequest(url: url, transaction: number),
                    deadline: .seconds(60)
                )
                _ = fixture.session.transactions.end(number)
            }
            // The first is one too many; nobody asked for the last, and nobody takes the one before.
            for (url, isTaken) in [
                ("example://0", true), ("example://1", false), ("example://1", true), ("example://16", true),
                ("nobody://x", true), ("example://17", true),
            ] {
                fixture.session.notify(OpenFinishedNotification(url: url, taken: isTaken))
            }
            // Its answer comes after all of them.
            let last = DefaultsGetRequest(group: SessionFixture.group, key: "k")
            _ = try await fixture.process.call(last, deadline: .seconds(60))
            #expect(fixture.told.openings.map(\.url) == ["example://1", "example://16"])
            #expect(fixture.told.openings.map(\.taken) == [false, true])
        }
    }
}
