import AdaptiveCards
import CardRendering
import Testing

@Suite struct DateTests {
    private func text(_ source: String, languages: [String] = ["en-US"], zone: String = "GMT", lang: String? = nil)
        -> String
    {
        let place = Fixtures.place(languages: languages, timeZone: zone)
        return PlainTextRenderer(environment: place).render(Card(lang: lang) { TextBlock(source) })
    }

    @Test(arguments: [
        ("{{DATE(2017-02-14T06:08:00Z)}}", "2/14/2017"),
        ("{{DATE(2017-02-14T06:08:00Z,COMPACT)}}", "2/14/2017"),
        ("{{DATE(2017-02-14T06:08:00Z, SHORT)}}", "Tue, Feb 14, 2017"),
        ("{{DATE(2017-02-14T06:08:00Z,LONG)}}", "Tuesday, February 14, 2017"),
        ("{{TIME(2017-02-14T06:08:00Z)}}", "6:08 AM"),
        ("{{TIME(2017-02-14T06:08:00+02:30)}}", "3:38 AM"),
        ("{{DATE(2017-02-14T22:08:00-05:00)}}", "2/15/2017"),
        ("{{DATE(2016-02-29T00:00:00Z)}}", "2/29/2016"),
        ("a {{TIME(2017-02-14T06:08:00Z)}} b {{TIME(2017-02-14T18:09:00Z)}}", "a 6:08 AM b 6:09 PM"),
    ])
    func aMacroBecomesADate(source: String, expected: String) {
        #expect(text(source) == expected)
    }

    @Test(arguments: [
        "{{DATE(2017-02-30T06:08:00Z)}}", "{{DATE(2017-13-01T06:08:00Z)}}", "{{DATE(2017-02-14T24:00:00Z)}}",
        "{{DATE(2017-02-29T00:00:00Z)}}", "{{DATE(2017-00-10T00:00:00Z)}}", "{{TIME(2017-02-14T06:60:00Z)}}",
        "{{TIME(2017-02-14T06:08:60Z)}}", "{{DATE(2017-02-14T06:08:00.000Z)}}", "{{DATE(2017-02-14T06:08:00)}}",
        "{{DATE(2017-02-14)}}", "{{date(2017-02-14T06:08:00Z)}}", "{{ DATE(2017-02-14T06:08:00Z)}}",
        "{{DATE(2017-02-14T06:08:00Z )}}", "{{DATE(2017-02-14T06:08:00Z,  SHORT)}}",
        "{{DATE(2017-02-14T06:08:00Z, short)}}", "{{DATE(2017-02-14T06:08:00Z, MEDIUM)}}",
        "{{DATE(2017-02-14T06:08:00Z,SHORT,LONG)}}", "{{TIME(2017-02-14T06:08:00Z, SHORT)}}",
        "{{DATE(2017-02-14T06:08:00+0100)}}", "{{DATE(2017-02-14T06:08:00+99:00)}}", "{{DATE(2017-02-14T06:08:00Z)}",
        "{{DATE()}}", "{{DATE(${x}, SHORT)}}", "{{DATE(", "{{", "{DATE(2017-02-14T06:08:00Z)}",
    ])
    func whatIsNoMacroOrNoDateStaysAsItWas(source: String) {
        #expect(text("before \(source) after") == "before \(source) after")
    }

    @Test func datesAreInTheViewersZone() {
        #expect(text("{{TIME(2026-11-21T08:00:00Z)}}", zone: "America/Los_Angeles") == "12:00 AM")
        #expect(text("{{DATE(2026-11-21T20:00:00Z)}}", zone: "Asia/Tokyo") == "11/22/2026")
        #expect(text("{{TIME(2026-07-21T08:00:00Z)}}", zone: "Europe/Berlin") == "10:00 AM")
    }

    @Test(
        arguments: [
            (["de-DE"], nil, "Di., 14. Feb. 2017 18:08"),
            (["en-US"], "de-DE", "Di., 14. Feb. 2017 18:08"), (["de-DE"], "en", "Tue 14. Feb 2017 18:08"),
            (["de"], "en", "Tue 14. Feb 2017 18:08"), (["de-DE"], "en-US", "Tue, Feb 14, 2017 6:08 PM"),
            (["en-GB"], "en", "Tue, 14 Feb 2017 18:08"),
            (["fr-FR", "en-US"], nil, "mar. 14 févr. 2017 18:08"),
            (["ja-JP"], nil, "2017年2月14日(火) 18:08"),
            (["nonsense"], nil, nil), ([], nil, "Tue, Feb 14, 2017 6:08 PM"),
        ] as [([String], String?, String?)]
    )
    func datesAreInTheCardsLanguageElseTheViewers(languages: [String], lang: String?, expected: String?) {
        let source = "{{DATE(2017-02-14T18:08:00Z,SHORT)}} {{TIME(2017-02-14T18:08:00Z)}}"
        let drawn = text(source, languages: languages, lang: lang)
        if let expected {
            #expect(drawn == expected)
        } else {
            #expect(!drawn.contains("{{"))
        }
    }

    @Test func factsAndTitlesHaveDatesButActionsHaveNot() {
        let macro = "{{TIME(2017-02-14T06:08:00Z)}}"
        let place = Fixtures.place(timeZone: "GMT")
        #expect(
            Fixtures.html(of: FactSet { Fact(macro, macro) }, in: place).contains("<dt>6:08 AM</dt><dd>6:08 AM</dd>")
        )
        #expect(Fixtures.html(of: ToggleInput(id: "i", title: macro), in: place).contains(">6:08 AM<"))
        #expect(Fixtures.html(of: ActionSet { .submit(macro) }, in: place).contains(macro))
    }
}
