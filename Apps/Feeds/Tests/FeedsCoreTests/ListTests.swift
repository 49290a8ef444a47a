import AddressLists
import Testing
import TodayKit

@testable import FeedsCore

/// What is kept of a feed, and what people see of it.
@Suite struct ListTests {
    private let now = Date(timeIntervalSince1970: 1_795_248_000)  // 2026-11-21 08:00:00 UTC
    private let feed = SavedFeed(address: "https://example.org/feed")

    private func list(
        _ items: [ParsedItem],
        interval: Double? = nil,
        lifetime: Double? = nil,
        after old: FeedList? = nil
    )
        -> FeedList
    {
        FeedList(ParsedFeed(interval: interval, items: items), lifetime: lifetime, fetched: now, after: old)
    }

    private func item(_ id: String, _ published: Date? = nil) -> ParsedItem {
        ParsedItem(id: id, title: id, link: "https://example.org/\(id)", published: published)
    }

    @Test func itemsAreSortedCutAndThereOnce() {
        let old = item("old", now.addingTimeInterval(-86_400))
        let new = item("new", now.addingTimeInterval(-60))
        #expect(list([old, new, old]).items.map(\.id) == ["new", "old"])
        #expect(list((0..<100).map { item("\($0)") }).items.count == FeedList.itemLimit)
    }

    @Test func aFeedThatIsThereTwiceIsShownOnce() {
        var found = list([item("a")])
        found.source = feed.address
        let page = SavedFeed(address: "https://example.org/")
        let own = FeedStatus(feed, list: list([item("a")]))
        let titles = [FeedStatus(page, list: found).title, own.title]
        #expect(
            FeedLoader.marked([own, FeedStatus(page, list: found)]) == [
                own, FeedStatus(page, failure: .repeated(title: titles[1])),
            ]
        )
        #expect(
            FeedLoader.marked([FeedStatus(page, list: found), own]).map(\.failure) == [
                nil, .repeated(title: titles[0]),
            ]
        )
        // Another page of the same server is another feed.
        let other = FeedStatus(SavedFeed(address: "https://example.org/other"), list: list([item("a")]))
        #expect(FeedLoader.marked([own, other]) == [own, other])
    }

    @Test func anItemWithoutAUsableDateKeepsTheTimeAtWhichItWasSeen() {
        var old = list([item("a"), item("b", now.addingTimeInterval(1e9))])
        #expect(old.items.map(\.date) == [now, now])
        for index in old.items.indices { old.items[index].date = now.addingTimeInterval(-5000) }
        let new = list([item("a"), item("b", now.addingTimeInterval(1e9)), item("c")], after: old)
        #expect(new.items.map(\.id) == ["c", "a", "b"])
    }

    @Test(
        arguments: [
            (nil, nil, 1800), (60, nil, 900), (7200, 60, 7200), (nil, 3600, 3600), (1e12, nil, 86_400), (nil, 0, 1800),
        ] as [(Double?, Double?, Double)]
    )
    func aFeedIsLeftAloneAsLongAsItSays(interval: Double?, lifetime: Double?, expected: Double) {
        let list = list([], interval: interval, lifetime: lifetime)
        #expect(list.interval == expected)
        #expect(list.isFresh(at: now) && list.isFresh(at: now.addingTimeInterval(expected - 1)))
        #expect(!list.isFresh(at: now.addingTimeInterval(expected)) && !list.isFresh(at: now.addingTimeInterval(-1)))
    }

    @Test func aListIsKeptAndADamagedFileIsNone() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feeds-\(UUID())").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = FeedStore(folder: folder)
        #expect(store.list(of: feed.address) == nil)
        let saved = list([item("a", now)])
        try store.save(saved, of: feed.address)
        #expect(store.list(of: feed.address) == saved)
        #expect(store.list(of: "https://example.org/other") == nil)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        try Data("{".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        #expect(store.list(of: feed.address) == nil)
        store.removeLists(except: [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test(arguments: [
        (404, "", "There is no feed at this address."), (500, "", "The server answered with status 500."),
        (200, "<html/>", "There is no RSS or Atom feed at this address."),
        (200, "<rss>\n<channel>\n</rss>", "The feed has an error in line 3."),
    ])
    func aFailureIsNamed(status: Int, body: String, sentence: String) {
        let failure = #expect(throws: FeedFailure.self) {
            try FeedLoader.list(HTTPResponse(status: status, body: Data(body.utf8)), of: feed, at: now, after: nil)
        }
        #expect(failure.map(Texts("en").sentence) == sentence)
    }

    @Test func aServerThatIsNotAllowedHasItsCommandOnThePages() throws {
        let failure = FeedFailure(FetchError(.notAllowed, "x", server: "www.example.org:8080"))
        let status = FeedStatus(feed, list: list([item("a", now)]), failure: failure)
        let dates = ItemDates(now: now)
        for page in [ItemsPage(Texts("en"), dates).page([status]), FeedsPage(Texts("en"), dates).page([status])] {
            let json = try JSONValue(encoding: page.card).jsonText
            #expect(json.contains(#""codeSnippet":"today allow org.today.Feeds www.example.org:8080""#))
            #expect(json.contains(#""url":"today://hosts/www.example.org%3A8080""#))
        }
        // A right that was revoked has another remedy, which the host names.
        #expect(FeedFailure(FetchError(.notAllowed, "Revoked.")) == .refused("Revoked."))
    }

    @Test(arguments: ["en", "de", "ja"])
    func anAddressIsShownWholeWithTheSchemeThatWasTried(language: String) throws {
        let texts = Texts(language)
        let server = "127.0.0.1:23900"
        func shows(_ text: String, _ address: String, _ failure: FeedFailure) throws -> Bool {
            let status = FeedStatus(SavedFeed(address: address), failure: failure)
            let card = FeedsPage(texts, ItemDates(now: now)).page([status]).card
            return try JSONValue(encoding: card).jsonText.contains(JSONValue(encoding: text.escapedForCards).jsonText)
        }
        let secure = "https://\(server)/feed.xml"
        #expect(try shows(secure, secure, .unreachable))
        let remedy = texts.triedHTTPS("\(server)/feed.xml")
        #expect(remedy.contains("http://\(server)/feed.xml"))
        #expect(try shows(remedy, secure, .unreachable))
        #expect(try !shows(remedy, "http://\(server)/feed.xml", .unreachable))
        #expect(try !shows(remedy, secure, .tooSlow))
    }

    @Test func theWidgetShowsTheNewestOfAllFeedsAndWhatFails() throws {
        let other = SavedFeed(address: "https://other.org/", name: "Other")
        let statuses = [
            FeedStatus(feed, list: list((0..<5).map { item("\($0)", now.addingTimeInterval(-Double($0) * 3600)) })),
            FeedStatus(other, list: list([item("between", now.addingTimeInterval(-1800))]), failure: .unreachable),
        ]
        let cards = WidgetCards(Texts("en"), now: now)
        let content = cards.content(statuses, family: .small)
        let compact = try JSONValue(encoding: content.compact).jsonText
        #expect(compact.contains("between") && compact.contains(#""https://example.org/3""#))
        #expect(!compact.contains(#""https://example.org/4""#))
        #expect(compact.contains(#"Other: The server cannot be reached\\. Updated: {{TIME(2026-11-21T08:00:00Z)}}"#))
        #expect(try JSONValue(encoding: #require(content.expanded)).jsonText.contains(#""https://example.org/4""#))
        #expect(content.refresh == .at(now.addingTimeInterval(900)))
        try content.compact.validateForWidget()
        try #require(content.expanded).validateForWidget()
        #expect(cards.content(statuses, family: .large).expanded == nil)
    }

    @Test(arguments: [
        ("en", "Add the address of one."), ("de", "Füge die Adresse"), ("ja", "アドレスを追加"),
    ])
    func withoutFeedsTheWidgetSaysWhatToDo(language: String, text: String) throws {
        let content = WidgetCards(Texts(language), now: now).content([], family: .small)
        #expect(content.expanded == nil && content.refresh == nil)
        let json = try JSONValue(encoding: content.compact).jsonText
        #expect(json.contains(text))
        // And has a button that leads there.
        let button = #""title":"\#(Texts(language).addAFeed)","type":"Action.OpenUrl","url":"today-feeds://feeds""#
        #expect(json.contains(button))
    }

    @Test func anOldEntryHasADateInsteadOfATime() {
        let dates = ItemDates(now: now)
        #expect(dates.text(now.addingTimeInterval(-11 * 3600)) == "{{TIME(2026-11-20T21:00:00Z)}}")
        #expect(dates.text(now.addingTimeInterval(-12 * 3600)) == "{{DATE(2026-11-20T20:00:00Z,DAY)}}")
        // One that may be of another year has its year.
        #expect(dates.text(now.addingTimeInterval(-299 * 86_400)) == "{{DATE(2026-01-26T08:00:00Z,DAY)}}")
        #expect(dates.text(now.addingTimeInterval(-301 * 86_400)) == "{{DATE(2026-01-24T08:00:00Z,SHORT)}}")
    }

    @Test func aPageOfManyLongItemsIsWithinTheLimitsOfCards() throws {
        let items = (0..<40).map { number in
            FeedItem(
                id: "\(number)",
                title: String(repeating: "😀", count: FeedParser.titleLimit),
                link: "https://example.org/" + String(repeating: "x", count: FeedLink.limit - 20),
                date: now
            )
        }
        let statuses = (0..<SavedFeed.limit).map {
            FeedStatus(
                SavedFeed(address: "https://\($0).org/" + String(repeating: "x", count: 900)),
                list: FeedList(fetched: now, items: items),
                failure: .notAllowed(server: "\($0).org")
            )
        }
        let dates = ItemDates(now: now)
        let widget = WidgetCards(Texts("ja"), now: now).content(statuses, family: .small)
        let cards = try [
            ItemsPage(Texts("ja"), dates).page(statuses).card, ItemsPage(Texts("ja"), dates).page(statuses[0]).card,
            FeedsPage(Texts("ja"), dates).page(statuses).card, widget.compact, #require(widget.expanded),
        ]
        // Reading a card checks its limits.
        for card in cards { _ = try Card(json: JSONValue(encoding: card)) }
    }
}
