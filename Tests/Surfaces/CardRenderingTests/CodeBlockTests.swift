import AdaptiveCards
import CardRendering
import MarkupAudit
import Testing

/// Code on cards: drawn as it is, with a button that copies exactly what is seen.
@Suite struct CodeBlockTests {
    private let card = Card { CodeBlock("echo *a* <b> & {{DATE(x)}}\n  sort", language: "Bash") }

    @Test func aPageShowsItWithoutMarkupAndCanCopyIt() {
        let html = HTMLRenderer(environment: Fixtures.place()).render(card).html
        #expect(html.contains("dir=\"ltr\">echo *a* &lt;b&gt; &amp; {{DATE(x)}}\n  sort</code>"))
        #expect(html.contains("</code><button type=\"button\" data-copy>Copy</button>"))
        #expect(HTMLAudit(html).mistakes == [])
    }

    @Test func aSurfaceWithoutActionsHasNoButton() {
        var environment = Fixtures.place()
        environment.supportsInteractivity = false
        let html = HTMLRenderer(environment: environment).render(card).html
        #expect(html.contains("echo *a*") && !html.contains("data-copy"))
    }

    @Test func aTerminalAndPlainTextShowItsLines() {
        let lines = "echo *a* <b> & {{DATE(x)}}\n  sort"
        let terminal = TerminalRenderer(width: 48, usesColor: false, environment: Fixtures.place()).render(card)
        #expect(terminal.contains("echo *a* <b> & {{DATE(x)}}") && terminal.contains("sort"))
        #expect(PlainTextRenderer(environment: Fixtures.place()).render(card) == lines)
    }

    @Test func nothingIsCopiedThatIsNotSeen() {
        let hostile = "ls\u{1B}[2K\u{202E}x\r\u{0}y\u{200B}z\u{2028}\n\tend\u{7F}"
        #expect(CodeBlock(hostile).lines == ["ls[2Kxyz", "\tend"])
        let html = HTMLRenderer(environment: Fixtures.place()).render(Card { CodeBlock(hostile) }).html
        #expect(html.contains(">ls[2Kxyz\n\tend</code>"))
    }

    @Test func withoutTextItTakesNoSpace() {
        #expect(!HTMLRenderer(environment: Fixtures.place()).render(Card { CodeBlock("") }).html.contains("ac-code"))
    }
}
