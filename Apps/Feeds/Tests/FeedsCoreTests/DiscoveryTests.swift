import Testing

@testable import FeedsCore

/// The feed that a web page names.
@Suite struct DiscoveryTests {
    private func feed(_ page: String, at address: String = "https://example.org/blog/") -> String? {
        FeedDiscovery.feed(in: Array(page.utf8), at: address)
    }

    @Test(arguments: [
        (#"<link rel="alternate" type="application/rss+xml" href="/feed.xml">"#, "https://example.org/feed.xml"),
        (#"<LINK HREF=feed TYPE=Application/Atom+XML REL=Alternate>"#, "https://example.org/blog/feed"),
        (
            #"<link type='application/atom+xml; charset=utf-8' rel='feed alternate' href='a?b&amp;c'/>"#,
            "https://example.org/blog/a?b&c"
        ),
        (#"<link rel=alternate href=/f type=application/rss+xml>"#, "https://example.org/f"),
        (
            #"<base href="https://cdn.example.org/x/"><link rel="alternate" type="application/rss+xml" href="f">"#,
            "https://cdn.example.org/x/f"
        ),
        (
            #"<link rel="alternate" hreflang="de" href="/de"><link rel="stylesheet" href="/a.css">"#
                + #"<link rel="alternate" type="application/rss+xml" href="javascript:x">"#
                + #"<link rel="alternate" type="application/atom+xml" href="/second">"#, "https://example.org/second"
        ),
    ])
    func aPageNamesItsFeed(link: String, address: String) {
        #expect(feed("<!DOCTYPE html><html><head><title>A > b</title>\n\(link)</head><body></body></html>") == address)
    }

    @Test(arguments: [
        "", "<", "<link", "<link rel", "<link rel=", #"<link rel="alternate"#, "<html><body>Hello</body></html>",
        #"<!-- <link rel="alternate" type="application/rss+xml" href="/f"> -->"#,
        #"<script>"<link rel='alternate' type='application/rss+xml' href='/f'>"</script>"#,
        #"<title><link rel="alternate" type="application/rss+xml" href="/f"></title>"#,
        #"<body><link rel="alternate" type="application/rss+xml" href="/f">"#,
        #"<link rel="alternate" type="application/rss+xml" href="file:///etc/passwd">"#,
        #"<link rel="alternate" type="application/rss+xml" href="https://user:secret@example.org/f">"#,
        #"<link rel="alternate" type="text/html" href="/f">"#,
        #"<link rel="nofollow" type="application/rss+xml" href="/f">"#,
    ])
    func whatNamesNoFeedNamesNone(page: String) { #expect(feed(page) == nil) }

    @Test func aHostilePageTakesLittleTime() {
        let limit = FeedDiscovery.sizeLimit
        for text in [
            "<", "<a", "<a ", "<a b=", "<a '", "<!--", "<script>", "<script></scrip", "<a b c d ", "\0", "<link rel=x ",
        ] {
            let clock = ContinuousClock()
            let duration = clock.measure {
                #expect(feed(String(repeating: text, count: 2 * limit / text.utf8.count)) == nil)
            }
            #expect(duration < .seconds(5), "\(text)")
        }
        // A link beyond the limit is not read.
        let late =
            String(repeating: " ", count: limit) + #"<link rel="alternate" type="application/rss+xml" href="/f">"#
        #expect(feed(late) == nil)
    }
}
