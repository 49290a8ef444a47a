import AdaptiveCards
import CardRendering
import JSON
import MarkupAudit
import Testing

@Suite struct HostileTextTests {
    static let texts = [
        "\"><script>alert(1)</script>", "' onmouseover='alert(1)", "\" style=\"color:red",
        "</p></div><img src=x onerror=y>",
        "<!--", "]]>", "&lt;script&gt;", "\u{0}\u{1}\u{7F}\u{1B}[31mred\u{1B}]0;title\u{7}", "\u{9B}31m",
        "\u{202E}gnp.exe",
        "javascript:alert(1)", "[x](javascript:alert(1))", "[x](https://a.b\"onclick=\"y)", "{{DATE(<script>)}}",
        "**<b>**", "`<b>`", "</textarea><script>", "</option></select><script>", "ac-w-1px{}</style><script>",
    ]

    /// Returns a card that has the text everywhere where a card can have text.
    private func card(_ text: String) throws -> Card {
        let value = JSONValue.string(text)
        let actions: JSONValue = [
            ["type": "Action.OpenUrl", "title": value, "url": value, "id": value, "tooltip": value, "iconUrl": value],
            [
                "type": "Action.OpenUrl", "title": value, "url": .string("https://a.b/\(text)"),
                "iconUrl": .string("https://a.b/\(text)"),
            ],
            ["type": "Action.Submit", "title": value, "data": ["a": value, text: 1], "style": value],
            ["type": "Action.Execute", "title": value, "verb": value, "data": value, "mode": "secondary"],
            ["type": "Action.ToggleVisibility", "targetElements": [value, ["elementId": value]]],
            ["type": value, "title": value],
        ]
        let select: JSONValue = ["type": "Action.OpenUrl", "url": .string("https://a.b/\(text)"), "tooltip": value]
        let choices: JSONValue = [["title": value, "value": value], ["title": value, "value": value]]
        let input: [String: JSONValue] = [
            "id": value, "label": value, "errorMessage": value, "placeholder": value, "value": value,
            "isRequired": true,
        ]
        func with(_ type: String, _ more: [String: JSONValue]) -> JSONValue {
            .object(input.merging(more) { $1 }.merging(["type": .string(type)]) { $1 })
        }
        let body: JSONValue = [
            [
                "type": "TextBlock", "text": value, "id": value, "size": value, "color": value, "wrap": true,
                "maxLines": 2,
            ],
            ["type": "TextBlock", "text": .string("[\(text)](https://a.b/\(text))")],
            ["type": "Image", "url": value, "altText": value, "backgroundColor": value, "width": value],
            ["type": "Image", "url": .string("https://a.b/\(text)"), "altText": value, "selectAction": select],
            [
                "type": "Container", "id": value, "items": [["type": "TextBlock", "text": value]],
                "selectAction": select,
            ],
            [
                "type": "Container", "items": [["type": "TextBlock", "text": value]],
                "selectAction": ["type": "Action.Submit"],
            ],
            ["type": "ColumnSet", "columns": [["width": value, "items": [["type": "TextBlock", "text": value]]]]],
            ["type": "FactSet", "facts": [["title": value, "value": value]]],
            ["type": "ActionSet", "actions": actions],
            with("Input.Text", ["regex": value]), with("Input.Text", ["isMultiline": true]),
            with("Input.Toggle", ["title": value, "valueOn": value, "valueOff": value]),
            with("Input.ChoiceSet", ["choices": choices]),
            with("Input.ChoiceSet", ["choices": choices, "style": "expanded", "isMultiSelect": true]),
            ["type": "Icon", "name": value, "color": value],
            ["type": "Badge", "text": value, "icon": value, "tooltip": value, "style": value],
            ["type": "ProgressRing", "label": value, "value": value], ["type": "ProgressBar", "max": value],
            ["type": "Rating", "value": value, "count": value],
            [
                "type": "CompoundButton", "title": value, "description": value, "badge": value, "icon": ["name": value],
                "selectAction": select,
            ],
            [
                "type": "Table", "columns": [["width": value]],
                "rows": [["cells": [["items": [["type": "TextBlock", "text": value]]]], "style": value]],
            ],
            [
                "type": "Chart.Line", "title": value, "showTitle": true, "xAxisTitle": value, "yAxisTitle": value,
                "data": [["legend": value, "color": value, "values": [["x": value, "y": 1], ["x": "b", "y": 2]]]],
            ],
            ["type": "Chart.VerticalBar", "title": value, "yAxisTitle": value, "data": [["x": value, "y": 3]]],
            ["type": "Chart.Donut", "title": value, "value": value, "data": [["legend": value, "value": 3]]],
            [
                "type": "Chart.Gauge", "title": value, "subLabel": value, "value": 3,
                "segments": [["legend": value, "size": 5]],
            ],
            ["type": value, "text": value],
        ]
        return try Card(json: [
            "type": "AdaptiveCard", "body": body, "actions": actions, "speak": value, "lang": value, "minHeight": value,
            "selectAction": select, "fallbackText": value,
        ])
    }

    @Test(arguments: texts)
    func noTextBecomesMarkup(text: String) throws {
        let drawn = HTMLRenderer(environment: Fixtures.place()).render(try card(text))
        let audit = HTMLAudit(drawn.html)
        #expect(audit.mistakes == [])
        #expect(!drawn.html.contains("<script"))
        #expect(!drawn.html.contains(" style=\""))
        // The tags are those of a harmless card, unless the text is Markdown; a text with spaces gives one link less.
        let hasSpace = text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
        let harmless = HTMLAudit(Fixtures.html(try card(hasSpace ? "x y" : "x")))
        #expect(audit.tags == harmless.tags || text.contains("[x]") || text.contains("**"))
    }

    @Test(arguments: texts)
    func noTextReachesAStyleSheet(text: String) throws {
        let drawn = HTMLRenderer(environment: Fixtures.place()).render(try card(text))
        let harmless = HTMLRenderer(environment: Fixtures.place()).render(try card("x"))
        #expect(drawn.rules == harmless.rules)
    }

    @Test(arguments: texts)
    func noControlCharacterReachesATerminal(text: String) throws {
        let card = try card(text)
        let plain =
            TerminalRenderer(width: 40, usesColor: false, environment: Fixtures.place()).render(card)
            + PlainTextRenderer(environment: Fixtures.place()).render(card)
        let colored = TerminalRenderer(width: 40, usesColor: true, environment: Fixtures.place()).render(card)
        #expect(!plain.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        #expect(!plain.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || $0.value == 0x9B })
        let sequences = colored.split(separator: "\u{1B}", omittingEmptySubsequences: false).dropFirst()
        #expect(sequences.allSatisfy { $0.prefixMatch(of: /\[(0|[1-3](;[1-3])*(;\d\d)?|\d\d)m/) != nil })
    }
}
