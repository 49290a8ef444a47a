import Testing
import TodayKit

@testable import FeedsCore

/// Feeds of each format, as they should be.
@Suite struct FormatTests {
    private let morning = Date(timeIntervalSince1970: 1_795_248_000)  // 2026-11-21 08:00:00 UTC

    private func parse(_ text: String) throws -> ParsedFeed {
        try FeedParser.parse(Array(text.utf8), address: "https://example.org/news/feed.xml")
    }

    @Test func rss2() throws {
        let feed = try parse(
            """
            <?xml version="1.0"?><!-- comment -->
            <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>
              <title>News &amp; more</title><link>https://example.org/</link><ttl>60</ttl>
              <image><title>Logo</title><url>https://example.org/logo.png</url></image>
              <item>
                <title><![CDATA[One <b>bold</b> &mdash; title]]></title><media:title>Picture</media:title>
                <link>/one?a=1&amp;b=2</link><guid isPermaLink="false">id-1</guid>
                <pubDate>Sat, 21 Nov 2026 09:00:00 +0100</pubDate>
              </item>
              <item><guid>https://example.org/two</guid><description>&lt;p&gt;Only a text&lt;/p&gt;</description></item>
            </channel></rss>
            """
        )
        #expect(feed.title == "News & more")
        #expect(feed.interval == 3600)
        #expect(
            feed.items == [
                ParsedItem(
                    id: "id-1",
                    title: "One bold — title",
                    link: "https://example.org/one?a=1&b=2",
                    published: morning
                ),
                ParsedItem(
                    id: "https://example.org/two",
                    title: "Only a text",
                    link: "https://example.org/two",
                    published: nil
                ),
            ]
        )
    }

    @Test func rss1() throws {
        let feed = try parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
              xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
              <channel rdf:about="x"><title>Papers</title><sy:updatePeriod>daily</sy:updatePeriod>
                <sy:updateFrequency>2</sy:updateFrequency></channel>
              <item rdf:about="y"><title>One</title><link>https://example.org/1</link>
                <dc:date>2026-11-21T08:00Z</dc:date></item>
            </rdf:RDF>
            """
        )
        #expect(feed.title == "Papers")
        #expect(feed.interval == 43_200)
        let one = ParsedItem(
            id: "https://example.org/1",
            title: "One",
            link: "https://example.org/1",
            published: morning
        )
        #expect(feed.items == [one])
    }

    @Test func atom() throws {
        let feed = try parse(
            """
            <a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="https://blog.example.org/2026/">
              <a:title type="text">a &lt; b</a:title><a:id>urn:x</a:id>
              <a:entry><a:title type="html">&lt;i&gt;HTML&lt;/i&gt;</a:title>
                <a:link rel="enclosure" href="sound.mp3"/><a:link href="one.html"/><a:id>urn:1</a:id>
                <a:published>2026-11-21T09:00:00.25+01:00</a:published><a:updated>2026-11-22T08:00:00Z</a:updated>
                <a:source><a:title>Other</a:title></a:source></a:entry>
              <a:entry><a:title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">In <b>parts</b></div></a:title>
                <a:id>https://example.org/no-link</a:id><a:updated>2026-11-21T08:00:00Z</a:updated></a:entry>
            </a:feed>
            """
        )
        #expect(feed.title == "a < b")
        #expect(feed.items.map(\.title) == ["HTML", "In parts"])
        #expect(feed.items.map(\.link) == ["https://blog.example.org/2026/one.html", nil])
        #expect(feed.items.map(\.published) == [morning, morning])
        #expect(feed.items.map(\.id) == ["urn:1", "https://example.org/no-link"])
    }

    @Test(arguments: [
        ("Sat, 21 Nov 2026 08:00:00 GMT", true), ("21 Nov 26 08:00 UT", true), ("Sat, 21 Nov 2026 03:00:00 EST", true),
        ("2026-11-21T08:00:00Z", true), ("2026-11-21T10:30:00+02:30", true),
        ("Saturday, 21 November 2026 08:00:00", true),
        ("", false), ("yesterday", false), ("Sat, 31 Feb 2026 08:00:00 GMT", false), ("2026-13-01", false),
        ("Sat, 21 Nov 2026 25:00:00 GMT", false), ("99999999999999999999-01-01", false), ("-", false), ("T", false),
        ("2026-02-29T00:00:00Z", false), (String(repeating: "9", count: 100_000), false), (", , , ,", false),
    ])
    func aDateIsReadOrIsNone(text: String, isMorning: Bool) {
        #expect(FeedDate.parse(text) == (isMorning ? morning : nil))
    }

    @Test(arguments: [
        ("latin1", "text/xml", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>", [0xFC, 0x80] as [UInt8], "ü€"),
        ("charset", "text/xml; charset=\"windows-1252\"", "", [0xE9], "é"),
        ("utf8", "text/xml; charset=utf-8", "<?xml version='1.0' encoding='ISO-8859-1'?>", [0xC3, 0xBC], "ü"),
        ("wrong", "text/xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", [0xFC], "\u{FFFD}"),
    ])
    func theEncodingIsTheOneThatIsNamed(_: String, type: String, start: String, bytes: [UInt8], text: String) throws {
        let document =
            Array("\(start)<rss><channel><title>".utf8) + bytes + Array("</title></channel></rss>".utf8)
        let utf8 = try #require(DocumentEncoding.utf8(Data(document), contentType: type))
        #expect(try FeedParser.parse(utf8, address: "https://a.org/").title == text)
    }

    @Test func utf16IsRecognizedByItsMark() throws {
        let units = Array("<rss><channel><title>日本</title></channel></rss>".utf16)
        let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for document in [little, big, big + [0]] {
            let utf8 = try #require(DocumentEncoding.utf8(Data(document), contentType: nil))
            #expect(try FeedParser.parse(utf8, address: "https://a.org/").title == "日本")
        }
        #expect(DocumentEncoding.utf8(Data("<rss/>".utf8), contentType: "text/xml; charset=koi8-r") == nil)
    }
}
