import Testing
import TodayKit

@testable import FeedsCore

/// Documents of strangers that want to do harm, or are broken.
@Suite(.timeLimit(.minutes(1))) struct HostileFeedTests {
    private func parse(_ text: String) throws -> ParsedFeed {
        try FeedParser.parse(Array(text.utf8), address: "https://example.org/feed.xml")
    }

    private func rss(_ items: String, start: String = "") -> String {
        "\(start)<rss><channel><title>T</title>\(items)</channel></rss>"
    }

    @Test func entitiesAreNeitherExpandedNorLoaded() throws {
        let laughs = (1...9).map { level in
            "<!ENTITY lol\(level) \"\(String(repeating: "&lol\(level - 1);", count: 10))\">"
        }
        let start = """
            <?xml version="1.0"?><!DOCTYPE rss [<!ENTITY lol0 "lol"> \(laughs.joined())
            <!ENTITY file SYSTEM "file:///etc/passwd"> <!-- ]> ' --> <!ENTITY quoted "]>">]>
            """
        let feed = try parse(rss("<item><title>&lol9;&file;&quoted;</title></item>", start: start))
        #expect(feed.items.map(\.title) == ["&lol9;&file;&quoted;"])
    }

    @Test func elementsNestedTooDeepAreRefused() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        for depth in [63, 100_000] {
            #expect(throws: FeedProblem.malformed(line: 1)) { try parse(rss(nested(depth))) }
        }
        #expect(try parse(rss(nested(62) + "<item><title>x</title></item>")).items.count == 1)
    }

    @Test func aHugeDocumentIsReadOnlyAsFarAsItIsShown() throws {
        let item = "<item><title>x</title><link>/\(String(repeating: "y", count: 900))</link></item>"
        let feed = try parse(rss(String(repeating: item, count: 2000)))
        #expect(feed.items.count == FeedParser.itemLimit)
        let long = String(repeating: "word ", count: 400_000)
        let title = try #require(parse(rss("<item><title>\(long)</title></item>")).items.first?.title)
        #expect(title.count == FeedParser.titleLimit && title.hasSuffix("…"))
    }

    @Test(arguments: [
        "", "<", "<rss", "<rss>", "<rss><channel></rss></channel>", "<rss/><rss/>", "<rss a=b/>", "<rss a='/>",
        "<rss></rss>x<",
        "<rss><!--", "<rss><![CDATA[", "<!DOCTYPE rss [", "<rss><channel><item>", "</rss>", "<rss a='1'b='2'</rss>",
        "<>", "< >",
        "\u{0}\u{1}\u{2}", "<rss><\u{0}>",
    ])
    func aBrokenDocumentIsAnError(text: String) {
        #expect(throws: FeedProblem.self) { try parse(text) }
    }

    @Test(arguments: [
        "<!DOCTYPE html><html><head><title>x</title></head></html>", "<html><br></html>", "{\"items\": []}",
        "plain text",
        "<opml/>", "<feed/>", "<x:rss xmlns:x='urn:x'/>",
    ])
    func whatIsNoFeedIsCalledSo(text: String) {
        #expect(throws: FeedProblem.notAFeed) { try parse(text) }
    }

    @Test(arguments: [
        "javascript:alert(1)", "JAVASCRIPT:alert(1)", " java\nscript:alert(1)", "data:text/html,x",
        "file:///etc/passwd",
        "today-weather://places", "https://user:secret@example.org/", "//", "https://", "vbscript:x", "mailto:a@b.c",
        "https://example.org/" + String(repeating: "x", count: 2000),
    ])
    func aLinkThatIsNoWebPageIsLeftOut(link: String) throws {
        let item = try #require(parse(rss("<item><title>x</title><link>\(link)</link></item>")).items.first)
        #expect(item.link.map { $0.hasPrefix("https://example.org/") && $0.utf8.count < 100 } ?? true)
        #expect(item.link?.contains("secret") != true)
    }

    @Test(arguments: [
        ("<script>alert(1)</script>Title", "Title"), ("a < b and c > d", "a < b and c > d"), ("<b>bold", "bold"),
        ("one<br/>two", "one two"), ("&lt;b&gt;", "<b>"), ("\u{202E}evil\u{2066}", "evil"), ("a\u{7}b", "a b"),
        ("<style>p{}</style>", ""), ("<![CDATA[x]]>", ""), ("&#0;&#xD800;&#99999999;", "&#0;&#xD800;&#99999999;"),
        ("soft\u{AD}hyphen", "softhyphen"), ("<", "<"), ("&", "&"), ("<!-- x", "<!-- x"),
    ])
    func aTitleIsPlainText(html: String, text: String) {
        #expect(PlainText.line(html: html, limit: 100) == text)
    }

    @Test func titlesCannotWriteCards() throws {
        let item = FeedItem(id: "1", title: "[x](https://evil.org) **b** {{DATE(x)}}", link: nil, date: .distantPast)
        let status = FeedStatus(SavedFeed(address: "https://a.org/"), list: FeedList(fetched: .now, items: [item]))
        let page = ItemsPage(Texts("en"), ItemDates(now: .now)).page([status])
        let json = try JSONValue(encoding: page.card).jsonText
        #expect(json.contains(#"\\[x\\]\\(https://evil\\.org\\)"#))
        #expect(!json.contains("{{DATE(x)}}"))
    }

    @Test func noiseNeverCrashesTheReader() {
        var state: UInt64 = 88_172_645_463_325_252
        let alphabet = Array("<>/!?[]-&;#\"'= rsitemchannel:xmlnsCDATA\u{0}é".utf8)
        for _ in 0..<2000 {
            let noise = (0..<60).map { _ in
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return alphabet[Int(state % UInt64(alphabet.count))]
            }
            _ = try? FeedParser.parse(Array("<rss><channel>".utf8) + noise, address: "https://a.org/")
        }
    }
}
