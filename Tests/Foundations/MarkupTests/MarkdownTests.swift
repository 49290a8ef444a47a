import Markup
import Testing

@Suite struct MarkdownTests {
    /// The HTML of a text, without the line end after each block.
    private func html(_ text: String) -> String {
        String(decoding: MarkdownHTML.html(of: text), as: UTF8.self)
            .replacing(">\n", with: ">")
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
        ("a ****", "<p>a ****</p>"),
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
        ("<b>no</b> & \"so\"", "<p>&lt;b&gt;no&lt;/b&gt; &amp; &quot;so&quot;</p>"),
        ("\u{05E9}", "<p dir=\"auto\">\u{05E9}</p>"),
        ("   ", ""),
    ])
    func theSubsetBecomesHTML(text: String, expected: String) {
        #expect(html(text) == expected)
    }

    @Test(arguments: [
        ("# One #\n## Two\n####### no", "<h1>One</h1><h2>Two</h2><p>####### no</p>"),
        ("Title\n===\ntext\nmore\n---", "<h1>Title</h1><h2>text\nmore</h2>"),
        ("a\n\n***\n- - -", "<p>a</p><hr><hr>"),
        ("> a\n> b\nlazy\n>\n> - c", "<blockquote><p>a\nb\nlazy</p><ul><li>c</li></ul></blockquote>"),
        (">> deep", "<blockquote><blockquote><p>deep</p></blockquote></blockquote>"),
        (
            "```swift\nlet a = \"<b>\" // **x**\n\n  b\n```\nafter",
            "<pre dir=\"ltr\"><code>let a = &quot;&lt;b&gt;&quot; // **x**\n\n  b\n</code></pre><p>after</p>"
        ),
        ("~~~\n```\n~~~", "<pre dir=\"ltr\"><code>```\n</code></pre>"),
        ("    code\n\n    more\n", "<pre dir=\"ltr\"><code>code\n\nmore\n</code></pre>"),
        ("```\nopen", "<pre dir=\"ltr\"><code>open\n</code></pre>"),
        (
            "| a | b \\| c |\n|:--|--:|\n| **1** | 2 | 3 |\n| x |",
            "<table><thead><tr><th align=\"left\">a</th><th align=\"right\">b | c</th></tr></thead><tbody>"
                + "<tr><td align=\"left\"><strong>1</strong></td><td align=\"right\">2</td></tr>"
                + "<tr><td align=\"left\">x</td></tr></tbody></table>"
        ),
        ("text\na|b\n-|-", "<p>text</p><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody></tbody></table>"),
        ("a | b\nno table", "<p>a | b\nno table</p>"),
        (
            "- a\n  - b\n    1. c\n- d",
            "<ul><li>a<ul><li>b<ol start=\"1\"><li>c</li></ol></li></ul></li><li>d</li></ul>"
        ),
        ("- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"),
        ("- a\n\n  b", "<ul><li><p>a</p><p>b</p></li></ul>"),
        ("- [ ] to do\n- [x] done", "<ul><li>☐ to do</li><li>☑ done</li></ul>"),
        ("`a` and ``b ` c`` and `open", "<p><code>a</code> and <code>b ` c</code> and `open</p>"),
        ("~~old~~ ~not~", "<p><del>old</del> ~not~</p>"),
        ("![a *b*](https://c.d/e.png)", #"<p><img src="https://c.d/e.png" alt="a *b*"></p>"#),
        ("[![a](https://i)](https://l)", #"<p><a href="https://l"><img src="https://i" alt="a"></a></p>"#),
        ("<https://a.b> <b>", #"<p><a href="https://a.b">https://a.b</a> &lt;b&gt;</p>"#),
        (
            "[ERROR] See https://a.b/c_(d), now",
            #"<p>[ERROR] See <a href="https://a.b/c_(d)">https://a.b/c_(d)</a>, now</p>"#
        ),
        ("(https://a.b)", #"<p>(<a href="https://a.b">https://a.b</a>)</p>"#),
    ])
    func aDocumentHasMore(text: String, expected: String) {
        #expect(html(text) == expected)
    }

    @Test func deepNestingEndsAsText() {
        let quotes = html(String(repeating: ">", count: 100_000))
        #expect(quotes.ranges(of: "<blockquote>").count == 16)
        #expect(html(String(repeating: "- > ", count: 10_000)).ranges(of: "<ul>").count <= 16)
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
            "[a](x", "***a ", "_a*", "*a_ ", ">", "> ", "- > ", "* + - ", "`", "`a``b", "```\n", "~~a", "![", "![*a",
            "![a](b)",
            "<", "<h", "<https://", "https://", "https://a)", "h", "|", "| a ", "|-", "a|b\n-|-\n", "|\n|-|\n", "# ",
            "#\n",
            "    a\n\n", ">\n\n", "- a\n\n", "1) a\n> b\n", "a\n-\n", "\t", " \t\n", "]a*[", "- [ ] ",
        ]
    )
    func hostileTextTakesLinearTime(unit: String) {
        let text = String(repeating: unit, count: 65_536 / unit.utf8.count)
        #expect(MarkdownHTML.html(of: text).count < 64 * 65_536)
    }

    // MARK: - On a page

    private func onPage(_ text: String) -> String {
        let html = MarkdownHTML.html(of: text, headingLevel: 3) { address in
            address.hasPrefix("https:") ? MarkdownLink(href: address + "#checked", opensNewWindow: true) : nil
        }
        return String(decoding: html, as: UTF8.self).replacing(">\n", with: ">")
    }

    @Test(arguments: [
        (
            "[a](https://h.example)",
            "<p><a href=\"https://h.example#checked\" target=\"_blank\" rel=\"noopener noreferrer\">a</a></p>"
        ),
        ("[a](javascript:alert%281%29) b", "<p>a b</p>"),
        ("![a](javascript:x)", "<p>a</p>"),
        (
            "![a](https://h.example/a.png)",
            "<p><a href=\"https://h.example/a.png#checked\" target=\"_blank\" rel=\"noopener noreferrer\">a</a></p>"
        ),
        ("# One\n## Two\n###### Six", "<h3>One</h3><h4>Two</h4><h6>Six</h6>"), ("#### Four", "<h3>Four</h3>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
    ])
    func aPageHasOnlyCheckedLinksNoPicturesAndLowerHeadings(text: String, html: String) {
        #expect(onPage(text) == html)
    }
}
