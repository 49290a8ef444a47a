import AdaptiveCards
import CardRendering
import JSON
import MarkupAudit
import Testing

@testable import CardRendering

/// Charts of every shape, also of data that no author means.
@Suite struct ChartTests {
    static let kinds = ["Chart.Line", "Chart.VerticalBar", "Chart.Donut", "Chart.Gauge"]

    /// Returns a card with a chart of a kind, whose numbers are those given.
    private func card(_ kind: String, _ numbers: [JSONValue], labels: String = "p") throws -> Card {
        let points = numbers.enumerated().map { index, number -> JSONValue in
            let label = JSONValue.string("\(labels)\(index)")
            return ["x": label, "y": number, "legend": label, "value": number, "size": number]
        }
        let data: JSONValue = kind == "Chart.Line" ? [["legend": "l", "values": .array(points)]] : .array(points)
        return try Card(json: [
            "type": "AdaptiveCard",
            "body": [["type": .string(kind), "title": "T", "data": data, "segments": .array(points), "value": 1]],
        ])
    }

    @Test(
        arguments: kinds,
        [
            [], [0], [0, 0, 0], [-1, -2, -3], [1e15, -1e15, 0.000_001], [1e300, 1e308, 5],
            ["NaN", "5", .null, true, [1]],
            [1e15, 1e15], [0.1, 0.2, 0.30000000000000004], [-0.0, 0.0],
        ] as [[JSONValue]]
    )
    func numbersAreDrawnSafely(kind: String, numbers: [JSONValue]) throws {
        let card = try card(kind, numbers)
        let drawn = HTMLRenderer(environment: Fixtures.place()).render(card)
        let audit = HTMLAudit(drawn.html)
        #expect(audit.mistakes == [])
        #expect(audit.unmatched(drawn.rules) == [])
        #expect(!drawn.html.lowercased().contains("nan") && !drawn.html.contains("inf"))
        // An exponent in an attribute would be a number of another size to some readers.
        #expect(drawn.html.firstMatch(of: #/="[^"]*\de[+-]?\d/#) == nil)
        for width in [1, 8, 30, 80] {
            let text = TerminalRenderer(width: width, usesColor: false, environment: Fixtures.place()).render(card)
            #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.cells(of: String($0)) <= width })
        }
        _ = PlainTextRenderer(environment: Fixtures.place()).render(card)
    }

    @Test(arguments: kinds)
    func tenThousandPointsAreRefused(kind: String) throws {
        let numbers = (0..<10_000).map { JSONValue.integer($0) }
        let error = #expect(throws: CardError.self) { try self.card(kind, numbers) }
        #expect(error?.code == .tooManyDataPoints)
    }

    @Test func aLongLineIsThinnedOutWithoutItsPeaks() throws {
        var values = [Double](repeating: 1, count: 1_900)
        values[777] = 40
        values[1_234] = -40
        let kept = ChartSampling.indices(of: values)
        #expect(kept.count <= ChartSampling.limit)
        #expect(kept.contains(777) && kept.contains(1_234) && kept.first == 0 && kept.last == 1_899)
        #expect(kept == kept.sorted() && Set(kept).count == kept.count)
        let card = try card("Chart.Line", values.map { .real($0) })
        #expect(Fixtures.html(card).utf8.count < 40_000)
    }

    @Test func aLabelThatComesAgainHasAPlaceOfItsOwn() throws {
        // The hours of a day and the first one of the next.
        let line = LineSeries(values: ["1 AM", "1 PM", "1 AM"].map { ChartPoint($0, 5) })
        let environment = Fixtures.place()
        let texts = ChartTexts(
            words: environment.words,
            dates: DateMacroExpander(environment: environment, cardLanguage: nil)
        )
        let data = ChartData(LineChart { line }, texts: texts)
        #expect(data.series.first?.points.map(\.x) == [0, 0.5, 1])
        #expect(data.labels == ["1 AM", "1 PM", "1 AM"])
    }

    @Test func longLabelsAreCut() throws {
        let card = try card("Chart.VerticalBar", [1, 2], labels: String(repeating: "long ", count: 400))
        let html = Fixtures.html(card)
        #expect(html.utf8.count < 4_000 && html.contains("…"))
    }

    @Test func rightToLeftLabelsKeepTheirDirection() throws {
        let html = Fixtures.html(try card("Chart.VerticalBar", [1, 2], labels: "يوم "))
        #expect(html.contains("<span class=\"ac-axis-cell\" dir=\"auto\">يوم 0</span>"))
    }

    @Test func aChartTellsItsData() throws {
        let card = try card("Chart.VerticalBar", [3, 12])
        let html = Fixtures.html(card)
        #expect(html.contains("role=\"img\" aria-labelledby=\"c1-.1\" aria-describedby=\"c1-.1.d\""))
        #expect(html.contains("<title id=\"c1-.1\">T, Bar chart</title>"))
        #expect(html.contains("<desc id=\"c1-.1.d\">lowest 3 (p0), highest 12 (p1)</desc>"))
        #expect(html.contains("<caption>T, Bar chart</caption>"))
        #expect(html.contains("<tr><th scope=\"row\">p1</th><td>12</td></tr>"))
    }

    @Test func theTextInARingIsSaidAndWritten() {
        let card = Card {
            DonutChart(title: "Disk", value: "86 %") {
                DonutSegment("Used", 86)
                DonutSegment("Free", 14)
            }
        }
        #expect(Fixtures.html(card).contains("<desc id=\"c1-.1.d\">86 %, Used: 86%, Free: 14%</desc>"))
        let text = PlainTextRenderer(environment: Fixtures.place()).render(card)
        #expect(text == "Disk\n86 %\nUsed 86, Free 14")
    }

    @Test func whatHasNoValueSaysThatSomethingGoesOn() {
        let card = Card {
            ProgressBar()
            ProgressRing()
            ProgressRing(label: "Loading")
            ProgressBar(value: 50)
        }
        #expect(PlainTextRenderer(environment: Fixtures.place()).render(card) == "Progress…\nProgress…\nLoading\n50%")
    }

    @Test func allOfAButtonIsSaidAndWritten() {
        let card = Card {
            Container(selectAction: .execute(verb: "open")) {
                CompoundButton("Backup", description: "Copies the list", badge: "New")
            }
        }
        #expect(PlainTextRenderer(environment: Fixtures.place()).render(card) == "Backup New\nCopies the list")
        #expect(Fixtures.html(card).contains("aria-label=\"Backup New Copies the list\""))
    }

    @Test(arguments: [
        ([0.0, 100.0], [0.0, 50, 100]), ([3.5, 18], [0, 5, 10, 15, 20]), ([-3, 4], [-5, 0, 5]), ([7], [6, 7, 8]),
        ([0.2, 0.7], [0.2, 0.4, 0.6, 0.8]), ([1_000_000, 3_000_000], [1_000_000, 2_000_000, 3_000_000]),
    ])
    func aScaleHasRoundNumbers(values: [Double], ticks: [Double]) {
        let scale = ChartScale(of: values, minimum: nil, maximum: nil, includesZero: false)
        #expect(scale.ticks.count == ticks.count)
        #expect(zip(scale.ticks, ticks).allSatisfy { ($0 - $1).magnitude < 1e-9 }, "\(scale.ticks)")
    }

    @Test func barsBeginAtZero() {
        let scale = ChartScale(of: [80, 90], minimum: nil, maximum: nil, includesZero: true)
        #expect(scale.bottom == 0 && scale.top >= 90)
    }

    @Test func theAuthorWidensTheScale() {
        let scale = ChartScale(of: [40, 60], minimum: 0, maximum: 100, includesZero: false)
        #expect(scale.bottom == 0 && scale.top == 100)
    }

    @Test(arguments: IconSymbol.allCases)
    func everySymbolIsDrawn(symbol: IconSymbol) {
        for style in IconStyle.allCases {
            let html = Fixtures.html(of: Icon(symbol, style: style))
            #expect(HTMLAudit(html).mistakes == [])
            #expect(html.firstMatch(of: #/ d="M[-MmLlHhVvAaCcSsZz0-9. ]+"/#) != nil, "\(html)")
        }
    }

    @Test func onlyTheRulesOfWhatIsDrawnAreSent() {
        let drawn = HTMLRenderer(environment: Fixtures.place()).render(Card { ProgressBar(value: 5) })
        #expect(drawn.rules.map(\.className) == ["ac-progress"])
        #expect(HTMLRenderer(environment: Fixtures.place()).render(Card { TextBlock("a") }).rules.isEmpty)
    }
}
