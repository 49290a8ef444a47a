import AdaptiveCards
import JSON
import Testing

/// The picture behind a card, the texts of its header, and other properties of this project.
@Suite struct CardHeaderTests {
    private func card(_ members: String, body: String = "") throws -> Card {
        try Card(parsing: #"{"type":"AdaptiveCard","version":"1.6","body":[\#(body)],\#(members)}"#.utf8)
    }

    @Test(arguments: [
        (#""backgroundImage":"bundle:sky""#, BackgroundImage(url: "bundle:sky")),
        (#""backgroundImage":{"url":"bundle:sky","theme":"Dark"}"#, BackgroundImage(url: "bundle:sky", theme: .dark)),
    ])
    func aPictureIsAURLOrAnObjectWithOne(members: String, image: BackgroundImage) throws {
        let card = try card(members)
        #expect(card.backgroundImage == image && card.warnings.isEmpty)
        #expect(card.images.map(\.url) == ["bundle:sky"])
        #expect(try Card(json: card.json) == card)
        #expect(card != Card {})
    }

    @Test(arguments: [
        (#""backgroundImage":7"#, "backgroundImage", "an object, not a number"),
        (#""backgroundImage":{"url":"u","fillMode":"repeat"}"#, "backgroundImage.fillMode", "not supported here"),
        (#""backgroundImage":{"url":"u","theme":"night"}"#, "backgroundImage.theme", "none of light, dark"),
        (#""header":{"titel":"a"}"#, "header.titel", "Did you mean “title”?"),
        (#""header":"a""#, "header", "an object, not a text"),
    ])
    func aMistakeIsNamed(members: String, path: String, words: String) throws {
        let warnings = try card(members).warnings
        #expect(warnings.map(\.path) == [path] && warnings[0].message.contains(words), "\(warnings)")
    }

    @Test func aPictureWithoutAURLIsNone() throws {
        #expect(try card(#""backgroundImage":{"theme":"dark"}"#).backgroundImage == nil)
        #expect(try card(#""backgroundImage":"""#).backgroundImage == nil)
    }

    @Test func theHeaderIsReadBackAsItWas() throws {
        let card = Card {}.header(title: "Tokyo", detail: "3 today")
        #expect(card.header == CardHeader(title: "Tokyo", detail: "3 today"))
        #expect(try Card(json: card.json) == card && Card(json: card.json).warnings.isEmpty)
    }

    @Test(arguments: [
        (#"{"type":"ProgressBar","start":2,"value":6,"max":10}"#, 0.2...0.6),
        (#"{"type":"ProgressBar","start":8,"value":6,"max":10}"#, 0.6...0.6),
        (#"{"type":"ProgressBar","start":0,"value":99,"max":10}"#, 0...1),
    ])
    func aBarMayShowARange(body: String, range: ClosedRange<Double>) throws {
        guard case .progressBar(let bar)? = try card(#""lang":"en""#, body: body).body.first else {
            Issue.record("This is no bar.")
            return
        }
        #expect(bar.range == range)
    }

    @Test func aBarWithoutAStartShowsNoRange() {
        #expect(ProgressBar(value: 6).range == nil)
        #expect(ProgressBar(range: 2...6, max: 10).range == 0.2...0.6)
    }
}
