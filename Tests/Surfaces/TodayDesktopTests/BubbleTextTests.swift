import Testing

@testable import TodayDesktop

@Suite struct BubbleTextTests {
    @Test(arguments: [
        ("a & b", "a &amp; b"), ("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"), ("&lt;", "&amp;lt;"), ("plain", "plain"),
        ("", ""), ("<\u{301}b>&\u{301}", "&lt;\u{301}b&gt;&amp;\u{301}"),
    ])
    func markupIsEscaped(text: String, wanted: String) {
        #expect(BubbleText.escaped(text) == wanted)
    }

    @Test(arguments: [
        ("one\ntwo", "one two"), ("a\tb", "a b"), ("a\u{0}b\u{1B}[31m\u{7F}\u{9B}c", "ab[31mc"), ("a\r\nb", "a b"),
        ("日本語 👩‍👩‍👧", "日本語 👩‍👩‍👧"),
    ])
    func aLineHasNoBreaksAndNoControlCharacters(text: String, wanted: String) {
        #expect(BubbleText.line(text, limit: 50) == wanted)
    }

    @Test func aParagraphKeepsItsLines() {
        #expect(BubbleText.paragraph("a\r\nb\u{0}\nc", limit: 50) == "a\nb\nc")
    }

    @Test(arguments: [(3, "abc"), (4, "abcd"), (5, "abcde"), (9, "abcde")])
    func aLongTextEndsInAnEllipsis(limit: Int, start: String) {
        let text = BubbleText.line("abcde", limit: limit)
        #expect(text.count <= limit)
        #expect(limit >= 5 ? text == "abcde" : text == start.dropLast() + "…")
    }
}
