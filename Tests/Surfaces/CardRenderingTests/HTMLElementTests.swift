import AdaptiveCards
import CardRendering
import MarkupAudit
import Testing

@Suite struct HTMLElementTests {
    @Test func aTextHasItsLook() {
        let text = TextBlock(
            "a",
            size: .extraLarge,
            weight: .lighter,
            color: .good,
            isSubtle: true,
            wrap: false,
            fontType: .monospace
        )
        #expect(
            Fixtures.html(of: text.horizontalAlignment(.right)) == """
                <div class="ac-element ac-text ac-size-extra-large ac-weight-lighter ac-color-good ac-faded ac-mono \
                ac-nowrap ac-align-end"><p>a</p></div>
                """
        )
    }

    @Test func aHeadingIsOneForScreenReadersToo() {
        var place = Fixtures.place()
        place.headingLevel = 3
        #expect(
            Fixtures.html(of: TextBlock("a", wrap: true, style: .heading), in: place) == """
                <div class="ac-element ac-text ac-size-large ac-weight-bolder" role="heading" aria-level="3"><p>a</p></div>
                """
        )
        #expect(
            Fixtures.html(of: TextBlock("a", size: .small, weight: .default, wrap: true, style: .heading))
                .hasPrefix("<div class=\"ac-element ac-text ac-size-small\" role")
        )
    }

    @Test func linesAreClampedOnlyWhereTextWraps() {
        let clamped = HTMLRenderer(environment: Fixtures.place()).render(
            Card { TextBlock("a", wrap: true, maxLines: 3) }
        )
        #expect(clamped.html.contains("<div class=\"ac-clamp ac-lines-3\"><p>a</p></div>"))
        #expect(clamped.rules.css == ".ac-lines-3{-webkit-line-clamp:3;line-clamp:3}\n")
        #expect(!Fixtures.html(of: TextBlock("a", maxLines: 3)).contains("clamp"))
    }

    @Test(arguments: ["שלום", "مرحبا", "**שלום** a", "1 ﷲ", "𐤀", "ࡀ"])
    func lettersSayInWhichDirectionATextIsRead(text: String) throws {
        #expect(Fixtures.html(of: TextBlock(text)).contains("<p dir=\"auto\">"))
        // The card's own direction takes precedence.
        let directed = try Fixtures.card(
            json: #"{"type":"AdaptiveCard","version":"1.6","body":[{"type":"Container","rtl":true,"items":["#
                + #"{"type":"TextBlock","text":"\#(text)"}]}]}"#
        )
        let html = Fixtures.html(directed)
        #expect(html.contains("dir=\"rtl\"") && !html.contains("auto"))
        let choices = ChoiceSetInput(id: "a", choices: [Choice(text, value: "1")], style: .expanded)
        #expect(Fixtures.html(of: choices).contains("ac-choice-title ac-nowrap\" dir=\"auto\">"))
    }

    @Test(arguments: ["hello", "日本語", "Ωμέγα", "Привет", "🥛"])
    func otherTextsNeedNoDirection(text: String) {
        #expect(!Fixtures.html(of: TextBlock(text)).contains("dir="))
    }

    @Test func whatDrawsNothingLeavesNothing() {
        let card = Card {
            TextBlock("")
            FactSet {}
            ActionSet {}
            Image(url: "")
            Image(url: "http://refused.example/a.png")
        }
        #expect(Fixtures.html(card) == "<div class=\"ac-card ac-items\"></div>")
    }

    @Test func spacingAndSeparatorsAreClasses() {
        let spacings: [(Spacing, String)] = [
            (.none, " ac-spacing-none"), (.small, " ac-spacing-small"), (.default, ""), (.medium, " ac-spacing-medium"),
            (.large, " ac-spacing-large"), (.extraLarge, " ac-spacing-extra-large"), (.padding, " ac-spacing-padding"),
        ]
        for (spacing, name) in spacings {
            let html = Fixtures.html(of: TextBlock("a", wrap: true).spacing(spacing).separator())
            #expect(html.hasPrefix("<div class=\"ac-element ac-text\(name) ac-separated\">"))
        }
    }

    @Test func theFirstVisibleElementHasNoSpacing() {
        // The style sheet handles it, so that it stays true when elements are shown and hidden.
        #expect(
            CardStylesheet.css.contains(".ac-items>.ac-element:not([hidden])~.ac-element{margin-top:var(--ac-gap)}")
        )
        #expect(CardStylesheet.css.contains(".ac-items>.ac-element:not([hidden])~.ac-separated::before"))
        #expect(CardStylesheet.css.contains(".ac-columns>.ac-column:not([hidden])~.ac-column{margin-inline-start"))
    }

    @Test func hiddenElementsAreInThePageButHidden() {
        #expect(
            Fixtures.html(of: TextBlock("a", wrap: true).id("x y").hidden())
                == "<div class=\"ac-element ac-text\" id=\"c1-x_20y\" hidden><p>a</p></div>"
        )
    }

    @Test func columnWidthsAreRules() {
        let card = Card {
            ColumnSet {
                Column(width: .auto) {}
                Column(width: .stretch) {}
                Column(width: .pixels(80)) {}
                Column(width: .weight(1)) {}
                Column(width: .weight(2)) {}
                Column(width: .pixels(80)) {}
            }
        }
        let drawn = HTMLRenderer(environment: Fixtures.place()).render(card)
        #expect(
            drawn.rules.css == """
                .ac-col-80px{flex:0 0 calc(80rem/16)}
                .ac-share-3333{flex:1 1 33.33%}
                .ac-share-6667{flex:1 1 66.67%}

                """
        )
        #expect(drawn.html.contains("<div class=\"ac-column ac-items ac-column-auto\"></div>"))
    }

    @Test func hugeAndTinyWeightsStayNumbers() throws {
        let card = try Fixtures.card(
            json: """
                {"type":"AdaptiveCard","body":[{"type":"ColumnSet","columns":[
                {"width":1e308},{"width":1e308},{"width":1e-300}]}]}
                """
        )
        let drawn = HTMLRenderer(environment: Fixtures.place()).render(card)
        #expect(HTMLAudit(drawn.html).mistakes == [])
        #expect(!drawn.rules.css.contains("nan") && !drawn.rules.css.contains("inf"))
        _ = TerminalRenderer(width: 30, usesColor: false, environment: Fixtures.place()).render(card)
    }

    @Test func aStyleOfItsOwnMakesABackground() {
        func container(_ style: ContainerStyle?, bleed: Bool = false, _ inner: Container? = nil) -> Container {
            Container(style: style, bleed: bleed) {
                TextBlock("a")
                inner
            }
        }
        #expect(!Fixtures.html(of: container(nil)).contains("ac-padded"))
        #expect(!Fixtures.html(of: container(.default)).contains("ac-padded"))
        #expect(Fixtures.html(of: container(.emphasis)).contains(" ac-padded ac-style-emphasis\""))
        let nested = Fixtures.html(of: container(.emphasis, container(.default)))
        #expect(nested.contains(" ac-padded ac-style-default\""))
    }

    @Test func bleedingStopsWhereOthersStand() {
        let card = Card {
            Container(style: .emphasis, bleed: true) { TextBlock("a") }
            Container(style: .good, bleed: true) { TextBlock("b") }
            Container(bleed: true) { TextBlock("c") }
        }
        let html = Fixtures.html(card)
        #expect(html.contains("ac-style-emphasis ac-bleed-top ac-bleed-start ac-bleed-end\""))
        #expect(html.contains("ac-style-good ac-bleed-start ac-bleed-end\""))
        #expect(html.contains("<div class=\"ac-element ac-container ac-items\"><div"))
    }

    @Test func anImageOfTheBundleHasItsScalesAndItsDarkVariant() {
        #expect(
            Fixtures.html(of: Image(url: "bundle:sun", altText: "x", size: .small)).contains(
                """
                <span class="ac-image-frame ac-image-small"><picture>\
                <source media="(prefers-color-scheme:dark)" srcset="/d3 3x">\
                <img class="ac-picture" src="/l1" srcset="/l1, /l2 2x" width="20" height="10" alt="x" loading="lazy" \
                decoding="async"></picture></span>
                """
            )
        )
        #expect(Fixtures.html(of: Image(url: "bundle:large")).contains("src=\"/l2\" srcset=\"/l2 2x\""))
    }

    @Test(arguments: [
        ("bundle:moon<b>", "No image moon&lt;b&gt; in the bundle"),
        ("data:text/html,<b>", "Image of the card cannot be shown"),
    ])
    func anImageThatTheAppShouldHaveSuppliedSaysWhatIsWrong(url: String, problem: String) {
        #expect(
            Fixtures.html(of: Image(url: url)).contains("<span class=\"ac-image-missing\">\(problem)</span>")
        )
        #expect(
            Fixtures.html(of: Image(url: url, altText: "Moon"))
                .contains("<span class=\"ac-image-missing\" title=\"\(problem)\">Moon</span>")
        )
    }

    @Test func anImageHasItsSize() {
        let image = Image(
            url: "https://a.b/c.png",
            altText: "x",
            style: .person,
            width: 40,
            height: 30,
            backgroundColor: "#80FF0000"
        )
        let drawn = HTMLRenderer(environment: Fixtures.place()).render(Card { image })
        #expect(
            drawn.html.contains(
                """
                <span class="ac-image-frame"><img class="ac-picture ac-w-40px ac-h-30px ac-person ac-bg-ff000080" \
                src="/image?url=https://a.b/c.png" alt="x" loading="lazy" decoding="async"></span>
                """
            )
        )
        #expect(drawn.rules.css.contains(".ac-bg-ff000080{background-color:#ff000080}"))
        #expect(
            Fixtures.html(of: Image(url: "https://a.b/c.png", size: .medium)).contains("ac-image-frame ac-image-medium")
        )
    }

    @Test(arguments: ["red", "#12345", "#1234567", "#+12345", "#gggggg", "url(x)", "#ff0000;color:red", "＃123456"])
    func aColorThatIsNoneIsNoRule(color: String) {
        let image = Image(url: "https://a.b/c.png", backgroundColor: color)
        #expect(HTMLRenderer(environment: Fixtures.place()).render(Card { image }).rules == [])
    }

    @Test func aRefusedImageIsItsText() {
        let html = Fixtures.html(of: Image(url: "http://10.0.0.1/secret", altText: "<x>"))
        #expect(html.contains("<span class=\"ac-image-missing\">&lt;x&gt;</span>"))
        #expect(!html.contains("<img"))
    }

    @Test func directionLanguageAndSpeechAreTheCards() {
        let card = Card(lang: "he", rtl: true, speak: "<speak>Say <b>it</b> &\n now</speak>", minHeight: 120) {
            TextBlock("a")
        }
        #expect(
            Fixtures.html(card).hasPrefix(
                """
                <div class="ac-card ac-items ac-min-h-120px" lang="he" dir="rtl" role="group" \
                aria-label="Say it &amp; now">
                """
            )
        )
    }

    @Test func equalRulesOfManyCardsAreOne() {
        let card = Card { Image(url: "https://a.b/c.png", width: 40) }
        let drawn = HTMLRenderer(environment: Fixtures.place()).render(card)
        #expect((drawn.rules + drawn.rules).css == ".ac-w-40px{width:40px}\n")
    }
}
