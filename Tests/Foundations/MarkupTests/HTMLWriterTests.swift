import JSON
import Markup
import Testing

@Suite struct HTMLWriterTests {
    private func written(_ body: (inout HTMLWriter) -> Void) -> String {
        var html = HTMLWriter()
        body(&html)
        return String(decoding: html.bytes, as: UTF8.self)
    }

    @Test func textIsEscaped() {
        #expect(written { $0.text("<a href=\"x\">'&'</a>") } == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;")
    }

    @Test func controlCharactersAreLeftOut() {
        #expect(written { $0.text("a\u{0}\u{1B}[31m\u{7F}b\tc\r\nd é") } == "a[31mb\tc\r\nd é")
    }

    @Test(arguments: 0x2000...0x20FF)
    func whatChangesTheDirectionOfOtherTextsIsLeftOutOfContentOnly(code: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(code))
        let isFormatting = (0x202A...0x202E).contains(code) || (0x2066...0x2069).contains(code)
        #expect(WritingDirection.isFormatting(scalar) == isFormatting)
        let text = "a\(scalar)b\(scalar)"
        #expect(written { $0.text(text) } == (isFormatting ? "ab" : text))
        #expect(WritingDirection.withoutFormatting(text) == (isFormatting ? "ab" : text))
        // What a program reads, or a person edits, keeps every character.
        #expect(written { $0.value(text) } == text)
        #expect(written { $0.attribute("value", text) } == " value=\"\(text)\"")
    }

    @Test(arguments: ["\u{200E}", "\u{200F}", "\u{061C}", "\u{2068}", "\u{2069}", "\u{202E}"])
    func whatIsSpokenHasNoDirectionMarks(mark: String) {
        let text = "a\(mark)b\u{200D}<"
        for name: StaticString in ["aria-label", "aria-valuetext", "alt", "title", "placeholder"] {
            #expect(written { $0.attribute(name, text) } == " \(name)=\"ab\u{200D}&lt;\"")
        }
        #expect(written { $0.attribute("data-name", text) } == " data-name=\"a\(mark)b\u{200D}&lt;\"")
    }

    @Test func aCutCharacterIsWrittenAsItIs() {
        var html = HTMLWriter()
        html.text([0x61, 0xE2, 0x80][...])
        #expect(html.bytes == [0x61, 0xE2, 0x80])
    }

    @Test func attributesAreQuoted() {
        #expect(written { $0.attribute("title", "a\"b") } == " title=\"a&quot;b\"")
        let json: JSONValue = ["b": 1, "a": "<"]
        #expect(
            written { $0.attribute("data-x", json) } == " data-x=\"{&quot;a&quot;:&quot;&lt;&quot;,&quot;b&quot;:1}\""
        )
    }

    @Test(arguments: [("abc", false), ("é 漢字", false), ("\u{05D0}", true), ("a \u{0628}", true), ("\u{1E900}", true)])
    func rightToLeftLettersAreFound(text: String, expected: Bool) {
        #expect(WritingDirection.mayBeRightToLeft(text) == expected)
    }
}
