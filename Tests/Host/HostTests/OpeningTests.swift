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
                #expect((reply.id != nil) == isTaken, "\(url)")
            }
            // The surface says that nobody takes it.
            #expect(fixture.session.transactions.end(number)?.open == "nobody://x")
            await expectError(.invalidParams) {
                try await fixture.process.call(OpenRequest(url: "nobody://x"), deadline: .seconds(60))
            }
        }
    }

    @Test func openingsOfOneAddressAreToldApartAndEachIsToldOnce() async throws {
        try await withSession { fixture in
            let url = "example://same"
            var ids: [OpeningID] = []
            for _ in 0...16 {
                let number = fixture.session.transactions.begin()
                let request = OpenRequest(url: url, transaction: number)
                let reply = try await fixture.process.call(request, deadline: .seconds(60))
                let effects = fixture.session.transactions.end(number)
                #expect(effects?.open == url && effects?.opening == reply.id)
                ids.append(try #require(reply.id))
            }
            #expect(Set(ids).count == 17)
            // The first is one too many, and nobody asked for the last.
            for (id, isTaken) in [
                (ids[0], true), (ids[16], false), (ids[1], true), (ids[16], true), (OpeningID("other"), true),
            ] {
                fixture.session.notify(OpenFinishedNotification(id: id, url: url, taken: isTaken))
            }
            // Its answer comes after all of them.
            let last = DefaultsGetRequest(group: SessionFixture.group, key: "k")
            _ = try await fixture.process.call(last, deadline: .seconds(60))
            #expect(fixture.told.openings.map(\.id) == [ids[16], ids[1]])
            #expect(fixture.told.openings.map(\.taken) == [false, true])
            #expect(fixture.told.openings.map(\.url) == [url, url])
        }
    }
}
