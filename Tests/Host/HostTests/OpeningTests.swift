import HostModel
import HostStorage
import JSON
import JSONRPC
import Notifications
import Testing
import TodayProtocol
import TodayTestSupport

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
                fixture.session.notifyOfOpening(OpenFinishedNotification(id: id, url: url, taken: isTaken))
            }
            // Its answer comes after all of them.
            let last = DefaultsGetRequest(group: SessionFixture.group, key: "k")
            _ = try await fixture.process.call(last, deadline: .seconds(60))
            #expect(fixture.told.openings.map(\.id) == [ids[16], ids[1]])
            #expect(fixture.told.openings.map(\.taken) == [false, true])
            #expect(fixture.told.openings.map(\.url) == [url, url])
        }
    }

    /// The desktop opens the page in a browser, which says only that it comes from outside.
    @Test func anAppLearnsThatABubbleOfItsOwnOpenedIt() async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            try await withHost(in: folder) { fixture in
                try await fixture.allow()
                try await fixture.setCategories()
                let events = try await fixture.events()
                let opening = NotificationAction.defaultIdentifier
                func open(_ url: String, as id: OpeningID?) async throws -> JSONValue? {
                    try fixture.app.put("calls", [])
                    _ = try await fixture.host.send(
                        OpenURLRequest(url: url, source: .external, opening: id, viewer: HostFixture.viewer)
                    )
                    return try fixture.app.notes("opened").last
                }
                for (name, action, effects, url) in [
                    ("a", opening, [], "example://item"),
                    ("b", "edit", [["open", ["url": "example://edit"]]], "example://edit"),
                ] as [(String, String, JSONValue, String)] {
                    try fixture.app.put("effects", effects)
                    try await fixture.add(name, ["categoryIdentifier": "list", "deepLink": "example://item"])
                    let shown = try await events.shown(name).0
                    let outcome = try await fixture.answer(shown.id, action, waits: false, on: .desktop)
                    guard case .open(url, let id?) = outcome else {
                        Issue.record("\(outcome)")
                        return
                    }
                    // Neither a guess, nor the id with another address, nor the id for the second time.
                    try await #expect(open(url, as: OpeningID("guess")) == ["external", .null])
                    try await #expect(open("example://other", as: id) == ["external", .null])
                    try await #expect(open(url, as: id) == ["own", "org.example.App"])
                    try await #expect(open(url, as: id) == ["external", .null])
                }
            }
        }
    }

    @Test func openingsOfBubblesAreForgottenInTheirOrder() {
        let openings = BubbleOpenings()
        let ids = (0...BubbleOpenings.limit).map { openings.add(OpeningID("\($0)"), "example://", by: HostFixture.app) }
        #expect(openings.remove(ids[0], "example://") == nil)
        #expect(openings.remove(ids[1], "example://") == HostFixture.app)
    }
}
