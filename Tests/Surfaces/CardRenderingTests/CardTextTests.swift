import AdaptiveCards
import CardRendering
import MarkupAudit
import Testing

/// The Markdown of cards, with their links; MarkupTests has the Markdown itself.
@Suite struct CardTextTests {
    private func content(_ text: String) -> String {
        let html = Fixtures.html(of: TextBlock(text, wrap: true))
        return String(html.dropFirst("<div class=\"ac-element ac-text\">".count).dropLast("</div>".count))
    }

    @Test(arguments: [
        ("plain", "<p>plain</p>"),
        ("**bold**", "<p><strong>bold</strong></p>"),
        ("***both***", "<p><strong><em>both</em></strong></p>"),
        (
            "[a](https://b.c)",
            #"<p><a class="ac-link" href="https://b.c" target="_blank" rel="noopener noreferrer">a</a></p>"#
        ),
        ("[**a**](today-x://p)", #"<p><a class="ac-link" href="/open?url=today-x://p"><strong>a</strong></a></p>"#),
        (
            "[a](https://b.c/d_(e))",
            #"<p><a class="ac-link" href="https://b.c/d_(e)" target="_blank" rel="noopener noreferrer">a</a></p>"#
        ),
        (
            #"[a](today-x "title")."#,
            #"<p><a class="ac-link" href="/open?url=today-x">a</a>.</p>"#
        ),
        ("[a](javascript:alert)", "<p>a</p>"),
        ("[a](data:text/html,x)", "<p>a</p>"),
        (
            "[a [b](today-x:) c](today-y:)",
            #"<p>[a <a class="ac-link" href="/open?url=today-x:">b</a> c](today-y:)</p>"#
        ),
        ("one\ntwo", "<p>one\ntwo</p>"),
        ("one  \ntwo", "<p>one  <br>two</p>"),
        ("one\n\ntwo", "<p>one</p><p>two</p>"),
        ("- a\r- b", "<ul><li>a</li><li>b</li></ul>"),
        ("3. a\n4. b", #"<ol start="3"><li>a</li><li>b</li></ol>"#),
        ("<b>no</b> & \"so\"", "<p>&lt;b&gt;no&lt;/b&gt; &amp; &quot;so&quot;</p>"),
        ("   ", ""),
    ])
    func theSubsetIsDrawn(text: String, html: String) {
        #expect(content(text) == html)
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            "[", "]", "*a ", "_a ", "a* ", "**", "[a](", "](", "[](", "*_", "[*", "\\", "- ", "1. ", "(", "{{DATE(",
            "{{", "a\n", "\n",
            "[a](x", "***a ", "_a*", "*a_ ",
        ]
    )
    func hostileTextTakesTimeInProportion(unit: String) {
        let text = String(repeating: unit, count: 65_536 / unit.utf8.count)
        #expect(HTMLAudit(Fixtures.html(of: TextBlock(text, wrap: true))).mistakes == [])
    }
}
