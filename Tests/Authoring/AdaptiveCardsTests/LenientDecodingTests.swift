import AdaptiveCards
import JSON
import Testing

@Suite struct LenientDecodingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var given: String
        var kept: String
        var warnings = 0
        var testDescription: String { given }
    }

    /// Each element is decoded and encoded again, so that the result shows what was understood.
    @Test(arguments: [
        Row(given: #"{"type":"TextBlock","text":"a"}"#, kept: #"{"text":"a","type":"TextBlock"}"#),
        Row(given: #"{"type":"TextBlock","text":5}"#, kept: #"{"text":"","type":"TextBlock"}"#, warnings: 1),
        Row(
            given: #"{"type":"TextBlock","text":"a","size":"EXTRALARGE","color":"Good","weight":"bolder"}"#,
            kept: #"{"color":"good","size":"extraLarge","text":"a","type":"TextBlock","weight":"bolder"}"#
        ),
        Row(
            given: #"{"type":"TextBlock","text":"a","size":"huge","color":"mauve"}"#,
            kept: #"{"text":"a","type":"TextBlock"}"#,
            warnings: 2
        ),
        Row(
            given: #"{"type":"TextBlock","text":"a","wrap":"True","isSubtle":"false"}"#,
            kept: #"{"isSubtle":false,"text":"a","type":"TextBlock","wrap":true}"#
        ),
        Row(
            given: #"{"type":"TextBlock","text":"a","wrap":1}"#,
            kept: #"{"text":"a","type":"TextBlock"}"#,
            warnings: 1
        ),
        Row(
            given: #"{"type":"TextBlock","text":"a","maxLines":2.0}"#,
            kept: #"{"maxLines":2,"text":"a","type":"TextBlock"}"#
        ),
        Row(
            given: #"{"type":"TextBlock","text":"a","maxLines":2.5,"Text":"b","unknown":[1]}"#,
            kept: #"{"text":"a","type":"TextBlock"}"#,
            warnings: 3
        ),
        Row(
            given: #"{"type":"TextBlock","text":"a","maxLines":"3"}"#,
            kept: #"{"text":"a","type":"TextBlock"}"#,
            warnings: 1
        ),
        Row(
            given: #"{"type":"Container","items":[],"minHeight":"40px","style":"Emphasis","bleed":true}"#,
            kept: #"{"bleed":true,"items":[],"minHeight":"40px","style":"emphasis","type":"Container"}"#
        ),
        Row(
            given: #"{"type":"Container","items":[3,null,"x"],"minHeight":"40.5px"}"#,
            kept: #"{"items":[],"type":"Container"}"#,
            warnings: 4
        ),
        Row(
            given: #"{"type":"Container","minHeight":"99999999999999999999px"}"#,
            kept: #"{"items":[],"type":"Container"}"#,
            warnings: 1
        ),
        Row(
            given: #"{"type":"Container","items":[{"type":"Column"}]}"#,
            kept: #"{"items":[],"type":"Container"}"#,
            warnings: 1
        ),
        Row(
            given: #"{"type":"Image","url":"u","width":"40px","height":"20px","size":"Small"}"#,
            kept: #"{"height":"20px","size":"small","type":"Image","url":"u","width":"40px"}"#
        ),
        Row(
            given: #"{"type":"Image","url":"u","width":"40","height":"stretch"}"#,
            kept: #"{"height":"stretch","type":"Image","url":"u"}"#,
            warnings: 1
        ),
        Row(
            given: #"{"type":"Input.Date","id":"d","value":"2024-02-29","min":"2024-02-29","max":"2024-02-29"}"#,
            kept: #"{"id":"d","max":"2024-02-29","min":"2024-02-29","type":"Input.Date","value":"2024-02-29"}"#
        ),
        Row(
            given: #"{"type":"Input.Date","id":"d","value":"2023-02-29","min":"today","max":"2023-13-01"}"#,
            kept: #"{"id":"d","type":"Input.Date"}"#,
            warnings: 3
        ),
        Row(
            given: #"{"type":"Input.Date","id":"d","value":"","min":5,"placeholder":"Day"}"#,
            kept: #"{"id":"d","placeholder":"Day","type":"Input.Date"}"#,
            warnings: 1
        ),
        Row(
            given:
                #"{"type":"Input.Date","id":"d","min":"2024-02-29","max":"2024-02-28","isRequired":true,"label":"L"}"#,
            kept: #"{"id":"d","isRequired":true,"label":"L","type":"Input.Date"}"#,
            warnings: 1
        ),
        Row(
            given: #"{"type":"Input.Time","id":"t","value":"00:00","min":"00:00","max":"23:59","errorMessage":"E"}"#,
            kept: #"{"errorMessage":"E","id":"t","max":"23:59","min":"00:00","type":"Input.Time","value":"00:00"}"#
        ),
        Row(
            given: #"{"type":"Input.Time","id":"t","value":"24:00","min":"8:30","max":"08:60"}"#,
            kept: #"{"id":"t","type":"Input.Time"}"#,
            warnings: 3
        ),
        Row(
            given: #"{"type":"Input.Time","id":"t","min":"17:00","max":"09:00"}"#,
            kept: #"{"id":"t","type":"Input.Time"}"#,
            warnings: 1
        ),
        Row(
            given: #"{"type":"FactSet","facts":[{"title":"a","value":"b"},7,{"title":"c"}]}"#,
            kept: #"{"facts":[{"title":"a","value":"b"},{"title":"c","value":""}],"type":"FactSet"}"#,
            warnings: 1
        ),
        Row(
            given: #"{"type":"TextBlock","text":"a","id":"i","spacing":"Large","separator":"true","isVisible":false}"#,
            kept: #"{"id":"i","isVisible":false,"separator":true,"spacing":"large","text":"a","type":"TextBlock"}"#
        ),
        Row(
            given: #"{"type":"TextBlock","text":"a","fallback":"DROP","requires":{"x":"1.2","y":3}}"#,
            kept: #"{"fallback":"drop","requires":{"x":"1.2"},"text":"a","type":"TextBlock"}"#,
            warnings: 1
        ),
        Row(
            given: #"{"type":"TextBlock","text":"a","fallback":"nothing"}"#,
            kept: #"{"text":"a","type":"TextBlock"}"#,
            warnings: 1
        ),
        Row(
            given: #"{"type":"Graph","points":[1,2],"id":"g","separator":true}"#,
            kept: #"{"id":"g","points":[1,2],"separator":true,"type":"Graph"}"#,
            warnings: 1
        ),
        Row(given: #"{"text":"no type"}"#, kept: #"{"text":"no type"}"#, warnings: 1),
        Row(given: #"{"type":"textblock","text":"a"}"#, kept: #"{"text":"a","type":"textblock"}"#, warnings: 1),
        Row(
            given: #"{"type":"Input.Text","id":"i","maxLength":0,"style":"Tel"}"#,
            kept: #"{"id":"i","style":"tel","type":"Input.Text"}"#,
            warnings: 1
        ),
        Row(given: #"{"type":"Input.Text"}"#, kept: #"{"type":"Input.Text"}"#, warnings: 1),
        Row(
            given: #"{"type":"Input.Toggle","id":"i","title":"t","isRequired":true,"value":"true"}"#,
            kept: #"{"id":"i","isRequired":true,"title":"t","type":"Input.Toggle","value":"true"}"#,
            warnings: 1
        ),
        Row(
            given: #"{"type":"Input.ChoiceSet","id":"i","choices":[{"title":"a","value":"1"},0],"style":"Expanded"}"#,
            kept: #"{"choices":[{"title":"a","value":"1"}],"id":"i","style":"expanded","type":"Input.ChoiceSet"}"#,
            warnings: 1
        ),
    ])
    func anElementKeepsWhatIsUnderstood(row: Row) throws {
        let card = try Card(parsing: #"{"type":"AdaptiveCard","body":[\#(row.given)]}"#.utf8)
        #expect(card.body.first?.json.jsonText == row.kept)
        #expect(card.warnings.count == row.warnings, "\(card.warnings)")
        #expect(try Card(json: card.json) == card)
    }

    @Test(arguments: [
        (#""auto""#, ColumnWidth.auto), (#""STRETCH""#, .stretch), ("2", .weight(2)), (#""2""#, .weight(2)),
        ("0.5", .weight(0.5)), (#""80px""#, .pixels(80)), ("null", .stretch), ("[]", .stretch), ("-1", .auto),
        ("0", .auto), (#""20%""#, .auto), (#""-5""#, .auto), (#""nan""#, .auto), (#""1e999""#, .auto), (#""""#, .auto),
    ])
    func aColumnsWidthIsReadLeniently(text: String, width: ColumnWidth) throws {
        let card = try Card(
            parsing: #"{"type":"AdaptiveCard","body":[{"type":"ColumnSet","columns":[{"width":\#(text)}]}]}"#.utf8
        )
        guard case .columnSet(let set)? = card.body.first, case .column(let column)? = set.columns.first else {
            Issue.record("no column was read")
            return
        }
        #expect(column.width == width)
    }

    @Test func aColumnSetHoldsColumnsAndUnknownElementsOnly() throws {
        let card = try Card(
            parsing: """
                {"type":"AdaptiveCard","body":[{"type":"ColumnSet","columns":[
                {"items":[]},{"type":"Graph"},{"type":"TextBlock","text":"no"},{"type":"Column"}]}]}
                """.utf8
        )
        guard case .columnSet(let set)? = card.body.first else {
            Issue.record("no columns were read")
            return
        }
        #expect(set.columns.count == 3)
        #expect(card.warnings.map(\.path) == ["body[0].columns[1].type", "body[0].columns[2]"])
    }

    @Test(arguments: [
        (
            #"{"type":"Action.OpenUrl","url":"u","title":"t","style":"Positive","isEnabled":"false"}"#,
            #"{"isEnabled":false,"style":"positive","title":"t","type":"Action.OpenUrl","url":"u"}"#
        ),
        (
            #"{"type":"Action.Submit","data":"text","associatedInputs":"NONE","mode":"Secondary"}"#,
            #"{"associatedInputs":"none","data":"text","mode":"secondary","type":"Action.Submit"}"#
        ),
        (
            #"{"type":"Action.Execute","verb":"v","data":{"a":1},"style":"odd"}"#,
            #"{"data":{"a":1},"type":"Action.Execute","verb":"v"}"#
        ),
        (
            #"{"type":"Action.ToggleVisibility","targetElements":["a",{"elementId":"b","isVisible":true},{"x":1},4]}"#,
            #"{"targetElements":["a",{"elementId":"b","isVisible":true}],"type":"Action.ToggleVisibility"}"#
        ),
        (
            #"{"type":"Action.ShowCard","title":"t","card":{"type":"AdaptiveCard"},"style":"Destructive"}"#,
            #"{"card":{"type":"AdaptiveCard"},"style":"destructive","title":"t","type":"Action.ShowCard"}"#
        ),
    ])
    func anActionKeepsWhatIsUnderstood(given: String, kept: String) throws {
        let card = try Card(parsing: #"{"type":"AdaptiveCard","actions":[\#(given)]}"#.utf8)
        #expect(card.actions.first?.json.jsonText == kept)
        #expect(try Card(json: card.json) == card)
    }

    @Test func theCardsOwnPropertiesAreRead() throws {
        let text = """
            {"type":"AdaptiveCard","version":"1.5","lang":"en-US","rtl":true,"minHeight":"100px","speak":"Hello",
            "fallbackText":"Old","verticalContentAlignment":"Center","requires":{"a":"*"},
            "selectAction":{"type":"Action.OpenUrl","url":"u"},"$schema":"x","msTeams":{}}
            """
        let card = try Card(parsing: text.utf8)
        #expect(card.version == CardVersion(major: 1, minor: 5))
        #expect(card.lang == "en-US" && card.rtl == true && card.minHeight == 100 && card.speak == "Hello")
        #expect(card.fallbackText == "Old" && card.verticalContentAlignment == .center && card.requires == ["a": "*"])
        #expect(card.selectAction == .openURL("u"))
        #expect(card.warnings.isEmpty)
    }

    @Test(arguments: [
        #"{"type":"AdaptiveCard","version":"1"}"#, #"{"type":"AdaptiveCard","version":"1.x"}"#,
        #"{"type":"AdaptiveCard","lang":"english please"}"#, #"{"type":"AdaptiveCard","lang":"\"><script>"}"#,
        #"{"type":"AdaptiveCard","minHeight":"12"}"#, #"{"type":"AdaptiveCard","verticalContentAlignment":"middle"}"#,
    ])
    func aWrongPropertyOfTheCardIsAWarning(text: String) throws {
        let card = try Card(parsing: text.utf8)
        #expect(card.warnings.count == 1)
        #expect(card.version == nil && card.lang == nil && card.minHeight == nil)
        #expect(card.verticalContentAlignment == nil)
    }

    @Test(arguments: ["", "[", "{}", "[]", "5", "null", #"{"type":"TextBlock"}"#, #"{"type":"adaptivecard"}"#])
    func whatIsNoCardIsAnError(text: String) {
        #expect(throws: CardError.self) { try Card(parsing: text.utf8) }
    }

    @Test func aByteOrderMarkIsPassedOver() throws {
        #expect(try Card(parsing: [0xEF, 0xBB, 0xBF] + Array(#"{"type":"AdaptiveCard"}"#.utf8)).body.isEmpty)
    }

    @Test func warningsNameTheirPlace() throws {
        let text = """
            {"type":"AdaptiveCard","body":[{"type":"Container","items":[{"type":"TextBlock","text":"a","size":"big"}],
            "selectAction":{"type":"Action.Submit","style":"loud"}}]}
            """
        let card = try Card(parsing: text.utf8)
        #expect(card.warnings.map(\.path) == ["body[0].items[0].size", "body[0].selectAction.style"])
    }
}
