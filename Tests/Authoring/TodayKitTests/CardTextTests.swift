import Testing
import TodayKit

@Suite struct CardTextTests {
    @Test(arguments: [
        ("Tokyo", "Tokyo"), ("São Tomé 🏝", "São Tomé 🏝"), ("a*b*", #"a\*b\*"#),
        ("[x](http://y)", #"\[x\]\(http://y\)"#),
        ("{{TIME(x)}}", #"\{\{TIME\(x\)\}\}"#), ("- a\n1. b", #"\- a 1\. b"#), (#"\"#, #"\\"#), ("", ""),
        ("don't", "don't"),
    ])
    func whatCouldBeMarkdownIsEscaped(text: String, escaped: String) {
        #expect(text.escapedForCards == escaped)
    }
}
