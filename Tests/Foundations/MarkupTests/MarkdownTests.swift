import Markup
import Testing

@Suite struct MarkdownTests {
    /// The HTML of a text, without the line end after each block.
    private func html(_ text: String) -> String {
        String(decoding: MarkdownHTML.html(of: text), as: UTF8.self)
            .replacing("</p>\n", with: "</p>").replacing("</ul>\n", with: "</ul>").replacing("</ol>\n", with: "</ol>")
    }

    @Test(arguments: [
        ("plain", "<p>plain</p>"),
        ("**bold**", "<p><strong>bold</strong></p>"),
        ("__bold__", "<p><strong>bold</strong></p>"),
        ("_italic_ and *italic*", "<p><em>italic</em> and <em>italic</em></p>"),
        ("***both***", "<p><strong><em>both</em></strong></p>"),
        ("**bold _and italic_**", "<p><strong>bold <em>and italic</em></strong></p>"),
        ("a*b*c", "<p>a<em>b</em>c</p>"),
        ("snake_case_name", "<p>snake_case_name</p>"),
        ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
        ("**open", "<p>**open</p>"),
        ("*a **b*", "<p><em>a **b</em></p>"),
        ("****", "<p>****</p>"),
        (#"\*not\* \_this\_"#, "<p>*not* _this_</p>"),
        ("[a](https://b.c)", #"<p><a href="https://b.c">a</a></p>"#),
        ("[**a**](today-x://p)", #"<p><a href="today-x://p"><strong>a</strong></a></p>"#),
        ("[a](https://b.c/d_(e))", #"<p><a href="https://b.c/d_(e)">a</a></p>"#),
        (#"[a](today-x "title")."#, #"<p><a href="today-x">a</a>.</p>"#),
        ("[a](b c)", "<p>[a](b c)</p>"),
        ("[a]()", "<p>[a]()</p>"),
        ("[a] (b)", "<p>[a] (b)</p>"),
        ("[a [b](today-x:) c](today-y:)", #"<p>[a <a href="today-x:">b</a> c](today-y:)</p>"#),
        ("one\ntwo", "<p>one\ntwo</p>"),
        ("one\r\ntwo\rthree", "<p>one\ntwo\nthree</p>"),
        ("one  \ntwo", "<p>one  <br>two</p>"),
        ("one\n\ntwo", "<p>one</p><p>two</p>"),
        ("- a\r- b", "<ul><li>a</li><li>b</li></ul>"),
        ("* a\n* *b*", "<ul><li>a</li><li><em>b</em></li></ul>"),
        ("3. a\n4. b", #"<ol start="3"><li>a</li><li>b</li></ol>"#),
        ("text\n- a", "<p>text</p><ul><li>a</li></ul>"),
        ("in\n2017. It was", "<p>in\n2017. It was</p>"),
        ("- a\nmore\n\nafter", "<ul><li>a\nmore</li></ul><p>after</p>"),
        ("- a\n1. b", #"<ul><li>a</li></ul><ol start="1"><li>b</li></ol>"#),
        ("-a\n1.b", "<p>-a\n1.b</p>"),
        ("# no heading", "<p># no heading</p>"),
        ("<b>no</b> & \"so\"", "<p>&lt;b&gt;no&lt;/b&gt; &amp; &quot;so&quot;</p>"),
        ("\u{05E9}", "<p dir=\"auto\">\u{05E9}</p>"),
        ("   ", ""),
    ])
    func theSubsetBecomesHTML(text: String, expected: String) {
        #expect(html(text) == expected)
    }

    @Test(arguments: ["plain", "two words", "a.b", "<b>"])
    func textWithoutMarkupIsPlain(text: String) {
        #expect(RichText.isPlain(text))
    }

    @Test(arguments: ["*a*", "_a_", "[a](b)", "- a", "+ a", "1. a", " a", "a\nb", "a\rb", #"\*"#])
    func textThatMayHaveMarkupIsNotPlain(text: String) {
        #expect(!RichText.isPlain(text))
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            "[", "]", "*a ", "_a ", "a* ", "**", "[a](", "](", "[](", "*_", "[*", "\\", "- ", "1. ", "(", "a\n", "\n",
            "[a](x", "***a ", "_a*", "*a_ ",
        ]
    )
    func hostileTextTakesLinearTime(unit: String) {
        let text = String(repeating: unit, count: 65_536 / unit.utf8.count)
        #expect(MarkdownHTML.html(of: text).count < 64 * 65_536)
    }
}
