import AdaptiveCards
import CardRendering
import Testing

/// What a card counts is what a page needs for it: a budget of it bounds the page.
@Suite struct DrawnSizeTests {
    private static func many(_ element: String, _ count: Int = 200) -> String {
        #"{"type":"AdaptiveCard","body":[\#(Array(repeating: element, count: count).joined(separator: ","))]}"#
    }

    private static let links = String(repeating: "[a](https://b.c) ", count: 300)
    private static let emphases = String(repeating: "**a** _b_ ", count: 300)
    private static let list = String(repeating: #"- a\n"#, count: 500)
    private static let points = Array(repeating: #"{"x":"a","y":1}"#, count: 150).joined(separator: ",")
    private static let quotes = String(repeating: #"\""#, count: 2_000)

    /// Cards that are drawn with far more bytes than they have.
    @Test(arguments: [
        many(#"{"type":"Rating","value":20,"max":20}"#), many(#"{"type":"Icon","name":"WeatherPartlyCloudyDay"}"#),
        many(#"{"type":"Badge","text":"a","icon":"WeatherPartlyCloudyDay"}"#),
        many(#"{"type":"CompoundButton","title":"a","icon":{"name":"WeatherPartlyCloudyDay"}}"#),
        many(#"{"type":"ProgressRing","label":"a","value":1}"#), many(#"{"type":"ProgressBar"}"#),
        many(#"{"type":"TextBlock","text":"\#(quotes)"}"#, 20),
        many(#"{"type":"TextBlock","text":"\#(links)"}"#, 10),
        many(#"{"type":"TextBlock","text":"\#(emphases)"}"#, 20),
        many(#"{"type":"TextBlock","text":"\#(list)"}"#, 20),
        many(#"{"type":"Container","items":[],"selectAction":{"type":"Action.Submit","data":{"a":"\#(quotes)"}}}"#, 20),
        many(#"{"type":"ActionSet","actions":[{"type":"Action.Submit","title":"a","tooltip":"a"}]}"#),
        many(#"{"type":"FactSet","facts":[{"title":"a","value":"b"},{"title":"a","value":"b"}]}"#),
        many(#"{"type":"Table","columns":[{}],"rows":[{"cells":[{"items":[{"type":"TextBlock","text":"a"}]}]}]}"#),
        many(#"{"type":"Chart.Line","data":[{"legend":"a","values":[\#(points)]}]}"#, 5),
        many(#"{"type":"Chart.VerticalBar","data":[\#(points)],"showBarValues":true}"#, 5),
        many(#"{"type":"Chart.Donut","data":[{"legend":"a","value":1},{"legend":"b","value":2}]}"#, 100),
        many(#"{"type":"Chart.Gauge","value":1,"segments":[{"legend":"a","size":1}]}"#, 100),
    ])
    func aPageNeedsNoMoreThanTwiceWhatACardCounts(json: String) throws {
        let card = try Fixtures.card(json: json)
        let html = Fixtures.html(card, in: Fixtures.place(.widget))
        #expect(html.utf8.count > 1_000)
        #expect(html.utf8.count <= 2 * card.drawnSize, "\(html.utf8.count) for \(card.drawnSize)")
    }

    /// A card that a person would write must not count for much more than it needs.
    @Test(arguments: ["FlightItinerary", "WeatherCompact", "Restaurant", "Charts", "Graphics", "Table"])
    func aSampleCountsAboutWhatAPageNeeds(name: String) throws {
        let card = try Fixtures.card(name)
        let html = Fixtures.html(card)
        #expect(html.utf8.count <= 2 * card.drawnSize && card.drawnSize <= 5 * html.utf8.count, "\(card.drawnSize)")
    }
}
