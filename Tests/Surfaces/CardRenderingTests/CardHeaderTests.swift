import AdaptiveCards
import CardRendering
import MarkupAudit
import Testing

/// What stands behind a card and above it, and the parts of cards that show skies and the last minutes.
@Suite struct CardHeaderTests {
    private func draw(_ card: Card) -> RenderedCard {
        HTMLRenderer(environment: Fixtures.place(.widget)).render(card)
    }

    @Test func aTextOfACardIsReadWithoutItsMarkup() {
        let renderer = PlainTextRenderer(environment: Fixtures.place(.widget))
        #expect(renderer.text(of: "**Due** {{TIME(2026-11-21T08:00:00Z)}}", in: Card {}) == "Due 12:00 AM")
    }

    @Test func thePictureIsDecorationInBothThemes() {
        let drawn = draw(Card { TextBlock("61°") }.backgroundImage(BackgroundImage(url: "bundle:sun", theme: .dark)))
        #expect(drawn.backdrop.contains(#"<img class="ac-backdrop" alt="" src="/l1""#))
        #expect(drawn.backdrop.contains("prefers-color-scheme:dark") && !drawn.html.contains("<img"))
    }

    @Test(arguments: ["javascript:x", "bundle:none", "data:text/html,x"])
    func aRefusedPictureIsNotDrawn(url: String) {
        #expect(draw(Card {}.backgroundImage(BackgroundImage(url: url))).backdrop == "")
    }

    @Test func theHeaderIsPlainTextWithItsDates() {
        let time = "{{TIME(2026-11-21T08:00:00Z)}}"
        let card = Card(lang: "en") { TextBlock("61°") }.header(title: "**Tokyo** <b>", detail: "until \(time)")
        let header = draw(card).header
        #expect(header.title == "Tokyo <b>" && header.detail == "until 12:00 AM")
        let place = Fixtures.place(.widget)
        #expect(
            TerminalRenderer(width: 40, usesColor: false, environment: place).render(card)
                == "Tokyo <b>  until 12:00 AM\n61°\n"
        )
        #expect(PlainTextRenderer(environment: place).render(card) == "Tokyo <b>, until 12:00 AM\n61°")
    }

    @Test func aRangeIsAPartOfTheBar() {
        let card = Card { ProgressBar(range: 2...6, max: 10, color: .coolToWarm) }
        let drawn = draw(card)
        #expect(drawn.html.contains(#"role="img" aria-label="20% – 60%""#))
        #expect(drawn.html.contains(#"x="20%" width="40%" fill="url(#c1-.1)""#))
        #expect(HTMLAudit(drawn.html).mistakes == [])
        #expect(!drawn.html.contains("ac-color-"))
        let place = Fixtures.place(.widget)
        #expect(TerminalRenderer(width: 10, usesColor: false, environment: place).render(card) == "░░████░░░░\n")
        #expect(PlainTextRenderer(environment: place).render(card) == "20% – 60%")
    }

    @Test(
        arguments: [
            (nil, #" role="img" aria-label="20% – 60%""#, "20% – 60%"),
            ("Cool", #" role="img" aria-label="Cool""#, "Cool"), ("", #" aria-hidden="true""#, ""),
        ] as [(String?, String, String)]
    )
    func aRangeSaysWhatItsAuthorWants(altText: String?, attributes: String, text: String) {
        let card = Card { ProgressBar(range: 2...6, max: 10, altText: altText) }
        let drawn = draw(card).html
        #expect(drawn.contains(#"ac-progress"\#(attributes)>"#), "\(drawn)")
        #expect(HTMLAudit(drawn).mistakes == [])
        #expect(PlainTextRenderer(environment: Fixtures.place(.widget)).render(card) == text)
    }

    @Test func whatASymbolMeansIsReadAloud() {
        let card = Card { Icon(.weatherRain, altText: "Rain & sun") }
        let drawn = draw(card).html
        #expect(drawn.contains(#" role="img" aria-label="Rain &amp; sun"><svg"#), "\(drawn)")
        #expect(HTMLAudit(drawn).mistakes == [])
        #expect(PlainTextRenderer(environment: Fixtures.place(.widget)).render(card) == "Rain & sun")
        // One that can be pressed gives its text to its button, and one without a text is decoration.
        let button = draw(Card { Icon(.star, altText: "Like", selectAction: .execute(verb: "like")) }).html
        #expect(button.contains(#"aria-label="Like""#) && !button.contains("role="))
        #expect(!draw(Card { Icon(.weatherRain) }).html.contains("role="))
    }

    @Test func aFilledSymbolOfTheWeatherHasTheColorsOfItsParts() {
        let drawn = draw(Card { Icon(.weatherPartlyCloudyDay, style: .filled) }).html
        #expect(drawn.contains(#"<path class="ac-sun""#) && drawn.contains(#"<path class="ac-cloud""#))
        #expect(!draw(Card { Icon(.weatherPartlyCloudyDay) }).html.contains("ac-sun"))
    }

    @Test func aChartWithoutAxesIsALineAlone() {
        let points = [ChartPoint(1, 5), ChartPoint(2, 7)]
        func chart(_ areShown: Bool) -> RenderedCard {
            draw(Card { LineChart(title: "Load", axes: ChartAxes(areShown: areShown)) { LineSeries(values: points) } })
        }
        #expect(chart(false).html.contains("ac-spark") && chart(false).html.contains("ac-line"))
        for part in ["ac-scale", "ac-axis", "<table"] {
            #expect(!chart(false).html.contains(part) && chart(true).html.contains(part), "\(part)")
        }
        #expect(HTMLAudit(chart(false).html).mistakes == [])
    }
}
