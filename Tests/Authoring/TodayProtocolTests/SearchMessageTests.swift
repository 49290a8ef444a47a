import JSON
import Testing
import TodayProtocol

/// What an app may show of a search.
@Suite struct SearchMessageTests {
    @Test(arguments: [
        ("water://glass/3", true), ("WATER:glass", true), ("https://example.org", false),
        ("javascript:alert(1)", false), ("water", false), ("", false), ("://", false), ("other://glass", false),
        (" water://glass", false), ("water://" + String(repeating: "a", count: 2_040), true),
        ("water://" + String(repeating: "a", count: 2_041), false),
    ])
    func anEntryLeadsToItsOwnApp(url: String, isValid: Bool) {
        #expect(SearchEntry(title: "Glass", url: url).isValid(of: ["water", "tap"]) == isValid)
    }

    @Test func anEntryHasATitleAndShortTexts() {
        let longest = String(repeating: "ä", count: 200)
        for (title, detail, isValid) in [
            (longest, longest, true), (longest + "a", nil, false), ("a", longest + "a", false), ("", nil, false),
        ] as [(String, String?, Bool)] {
            #expect(SearchEntry(title: title, detail: detail, url: "water:").isValid(of: ["water"]) == isValid)
        }
    }

    @Test func aReplyIsAListOfEntries() throws {
        let reply = AppSearchRequest.Reply(entries: [SearchEntry(title: "Glass", url: "water://1")])
        #expect(try JSONValue(encoding: reply).jsonText == #"{"entries":[{"title":"Glass","url":"water://1"}]}"#)
    }
}
