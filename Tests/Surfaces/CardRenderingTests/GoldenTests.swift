import AdaptiveCards
import CardRendering
import MarkupAudit
import Testing
import TodayTestSupport

/// The sample cards in all three forms, compared with files that a person checked.
@Suite struct GoldenTests {
    @Test(arguments: Fixtures.names)
    func theCardIsDrawnAsHTML(name: String) throws {
        let drawn = HTMLRenderer(environment: Fixtures.place()).render(try Fixtures.card(name))
        let lines = drawn.html.replacing("><", with: ">\n<")
        try Golden.expect(lines + "\n" + drawn.rules.css, "\(name).html")
    }

    @Test(arguments: Fixtures.names)
    func theCardIsDrawnForATerminal(name: String) throws {
        let renderer = TerminalRenderer(width: 48, usesColor: true, environment: Fixtures.place())
        let text = renderer.render(try Fixtures.card(name)).replacing("\u{1B}", with: "ESC")
        try Golden.expect(text, "\(name).terminal.txt")
    }

    @Test(arguments: Fixtures.names)
    func theCardIsDrawnAsPlainText(name: String) throws {
        let text = PlainTextRenderer(environment: Fixtures.place()).render(try Fixtures.card(name))
        try Golden.expect(text + "\n", "\(name).txt")
    }

    @Test(arguments: Fixtures.names)
    func theMarkupIsSound(name: String) throws {
        for kind in [RenderingEnvironment.Kind.scene, .widget] {
            let drawn = HTMLRenderer(environment: Fixtures.place(kind)).render(try Fixtures.card(name))
            let audit = HTMLAudit(drawn.html)
            #expect(audit.mistakes == [])
            #expect(audit.unmatched(drawn.rules) == [])
        }
    }

    /// Most of the samples are official ones; one has a property that does not exist.
    @Test(arguments: Fixtures.names.filter { $0 != "InvalidProperties" })
    func noPropertyOfASampleIsCalledUnknown(name: String) throws {
        let warnings = try Fixtures.card(name).warnings.filter { $0.message.contains("no property") }
        #expect(warnings.isEmpty, "\(warnings)")
    }

    @Test(arguments: Fixtures.names)
    func theCardIsReadBackAsItWas(name: String) throws {
        let card = try Fixtures.card(name)
        #expect(try Card(json: card.json) == card)
        #expect(Fixtures.html(try Card(json: card.json)) == Fixtures.html(card))
    }
}
