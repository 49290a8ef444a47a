import AdaptiveCards
import JSON
import Testing

@Suite struct GraphicsDecodingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var given: String
        var kept: String
        var warnings = 0
        var testDescription: String { given }
    }

    /// Each element is decoded and encoded again, so that the result shows what was understood.
    @Test(arguments: [
        Row(given: #"{"type":"Icon","name":"Star","size":"STANDARD"}"#, kept: #"{"name":"Star","type":"Icon"}"#),
        Row(
            given: #"{"type":"Icon","name":"Nothing","color":"mauve"}"#,
            kept: #"{"name":"Nothing","type":"Icon"}"#,
            warnings: 2
        ),
        Row(
            given: #"{"type":"Icon","name":"Star","altText":"Favorite"}"#,
            kept: #"{"altText":"Favorite","name":"Star","type":"Icon"}"#
        ),
        Row(
            given: #"{"type":"ProgressBar","start":1,"value":2,"altText":""}"#,
            kept: #"{"altText":"","start":1,"type":"ProgressBar","value":2}"#
        ),
        Row(
            given: #"{"type":"Badge","text":"a","icon":"star,Filled","shape":"Square","appearance":"Tint"}"#,
            kept: #"{"appearance":"tint","icon":"star,Filled","shape":"square","text":"a","type":"Badge"}"#
        ),
        Row(
            given: #"{"type":"ProgressBar","value":-1,"max":0}"#,
            kept: #"{"type":"ProgressBar"}"#,
            warnings: 2
        ),
        Row(given: #"{"type":"ProgressBar","value":"50"}"#, kept: #"{"type":"ProgressBar"}"#, warnings: 1),
        Row(
            given: #"{"type":"ProgressRing","value":2.5,"max":5,"size":"Tiny","labelPosition":"After"}"#,
            kept: #"{"labelPosition":"after","max":5,"size":"tiny","type":"ProgressRing","value":2.5}"#
        ),
        Row(
            given: #"{"type":"Rating","value":4.5,"max":1000000,"count":-3}"#,
            kept: #"{"max":20,"type":"Rating","value":4.5}"#,
            warnings: 2
        ),
        Row(
            given: #"{"type":"CodeBlock","codeSnippet":"ls -l","language":"Bash","startLineNumber":7,"id":"c"}"#,
            kept: #"{"codeSnippet":"ls -l","id":"c","language":"Bash","type":"CodeBlock"}"#,
            warnings: 1
        ),
        Row(given: #"{"type":"CodeBlock"}"#, kept: #"{"codeSnippet":"","type":"CodeBlock"}"#),
        Row(
            given: #"{"type":"CompoundButton","title":"t","icon":{"name":"List"},"badge":5}"#,
            kept: #"{"icon":{"name":"List"},"title":"t","type":"CompoundButton"}"#,
            warnings: 1
        ),
        Row(
            given:
                #"{"type":"Chart.Line","data":[{"values":[{"x":"a","y":1},{"y":"2"},{"x":3,"y":-4.5},7]},5]}"#,
            kept: #"{"data":[{"values":[{"x":"a","y":1},{"x":3,"y":-4.5}]}],"type":"Chart.Line"}"#,
            warnings: 4
        ),
        Row(
            given:
                #"{"type":"Chart.VerticalBar","data":[{"x":"a","y":1e16},{"y":2}],"yMin":5,"yMax":5,"color":"Good"}"#,
            kept: #"{"color":"good","data":[{"y":2}],"type":"Chart.VerticalBar"}"#,
            warnings: 3
        ),
        Row(
            given: #"{"type":"Chart.Donut","data":[{"legend":"a","value":-1},{"value":0}],"thickness":"THIN"}"#,
            kept: #"{"data":[{"legend":"","value":0}],"thickness":"thin","type":"Chart.Donut"}"#,
            warnings: 2
        ),
        Row(
            given: #"{"type":"Chart.Gauge","value":5,"min":10,"max":3,"segments":[{"size":1}]}"#,
            kept: #"{"min":10,"segments":[{"legend":"","size":1}],"type":"Chart.Gauge","value":5}"#,
            warnings: 1
        ),
        Row(
            given: #"{"type":"Table","columns":[{"width":2},{"width":"auto"},5],"rows":[{"cells":[3]}]}"#,
            kept:
                #"{"columns":[{"width":2},{"width":"auto"},{}],"rows":[{"cells":[],"type":"TableRow"}],"type":"Table"}"#,
            warnings: 2
        ),
    ])
    func anElementKeepsWhatIsUnderstood(row: Row) throws {
        let card = try Card(parsing: #"{"type":"AdaptiveCard","body":[\#(row.given)]}"#.utf8)
        #expect(card.body.first?.json.jsonText == row.kept)
        #expect(card.warnings.count == row.warnings, "\(card.warnings)")
        #expect(try Card(json: card.json) == card)
    }

    @Test func rowsAndCellsCountAsElements() {
        let cells = JSONValue.array(Array(repeating: ["items": []], count: 40))
        let rows = JSONValue.array(Array(repeating: ["cells": cells], count: 30))
        let table: JSONValue = ["type": "Table", "columns": [], "rows": rows]
        let error = #expect(throws: CardError.self) { try Card(json: ["type": "AdaptiveCard", "body": [table]]) }
        #expect(error?.code == .tooManyElements)
    }

    @Test func tablesNestUpToTheLimit() {
        let table = (0..<200).reduce(["type": "TextBlock", "text": "a"] as JSONValue) { inner, _ in
            ["type": "Table", "columns": [[:]], "rows": [["cells": [["items": [inner]]]]]]
        }
        let error = #expect(throws: CardError.self) { try Card(json: ["type": "AdaptiveCard", "body": [table]]) }
        #expect(error?.code == .tooDeep)
    }

    @Test func anInputInATableIsFound() throws {
        let card = try Card(
            parsing: """
                {"type":"AdaptiveCard","body":[{"type":"Table","columns":[{}],
                "rows":[{"cells":[{"items":[{"type":"Input.Text","id":"i"}]}]}]}]}
                """.utf8
        )
        #expect(card.inputs.map(\.id) == ["i"])
        #expect(throws: CardError.self) { try card.validateForWidget() }
    }

    @Test(arguments: [
        (#"{"type":"Icon","name":"Nothing","fallback":{"type":"TextBlock","text":"f"}}"#, ["f"]),
        (
            #"{"type":"Container","items":[{"type":"Icon","name":"No"}],"fallback":{"type":"TextBlock","text":"f"}}"#,
            ["f"]
        ),
        (
            """
            {"type":"Chart.Pie","fallback":{"type":"Chart.Donut","data":[],"requires":{"x":"1"},
            "fallback":{"type":"TextBlock","text":"f"}}}
            """,
            ["f"]
        ),
    ])
    func whatCannotBeShownIsReplaced(body: String, texts: [String]) throws {
        let card = try Card(parsing: #"{"type":"AdaptiveCard","body":[\#(body)]}"#.utf8).resolved()
        let found = card.body.compactMap { element in
            if case .textBlock(let text) = element { text.text } else { nil }
        }
        #expect(found == texts && card.body.count == texts.count)
    }

    @Test func chartsAreBuiltInSwift() throws {
        let card = Card {
            LineChart(title: "Temperature") { LineSeries("Today", values: [ChartPoint("8", 3.5), ChartPoint("9", 4)]) }
            VerticalBarChart(color: .good) { for day in 1...3 { ChartPoint(Double(day), Double(day * 2)) } }
            DonutChart(value: "5") { DonutSegment("a", 5) }
            GaugeChart(value: 5, max: 10) { GaugeSegment("low", size: 10, color: .good) }
            Table(columns: [TableColumn(), TableColumn(width: .auto)]) {
                TableRow {
                    TableCell("a"); TableCell("b")
                }
            }
            ProgressRing(label: "2 of 3", value: 2, max: 3).spacing(.large)
        }
        #expect(try Card(json: card.json) == card)
        #expect(try Card(json: card.json).warnings.isEmpty)
    }
}
