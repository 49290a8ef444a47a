import AdaptiveCards
import JSON
import Testing

/// What an author gets wrong does not vanish: each mistake has a warning with its path, and the name that was meant.
@Suite struct CardMistakeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var element: String
        var path: String
        var words: String
        var testDescription: String { element }

        init(_ element: String, _ path: String, _ words: String) {
            (self.element, self.path, self.words) = (element, path, words)
        }
    }

    private func warnings(_ body: String, actions: String = "") throws -> [CardWarning] {
        try Card(parsing: #"{"type":"AdaptiveCard","version":"1.5","body":[\#(body)],"actions":[\#(actions)]}"#.utf8)
            .warnings
    }

    @Test(arguments: [
        Row(#"{"type":"TextBlok"}"#, "body[0].type", "“TextBlok”; it is left out. Did you mean “TextBlock”?"),
        Row(#"{"type":"textBlock","text":"a"}"#, "body[0].type", "Did you mean “TextBlock”?"),
        Row(#"{"type":"Graph","text":"a"}"#, "body[0].type", "There is no element “Graph”; it is left out."),
        Row(#"{"text":"a"}"#, "body[0]", "This has no type"),
        Row(#"{"type":"Media","sources":[]}"#, "body[0].type", "“Media” is not supported here"),
        Row(#"{"type":"Icon","name":"WeatherSuny"}"#, "body[0].name", "Did you mean “WeatherSunny”?"),
        Row(#"{"type":"TextBlock","text":"a","wieght":"bolder"}"#, "body[0].wieght", "Did you mean “weight”?"),
        Row(
            #"{"type":"TextBlock","Text":"a"}"#,
            "body[0].Text",
            "“Text” is no property of TextBlock; it is ignored. Did you mean “text”?"
        ),
        Row(#"{"type":"TextBlock","text":"a","weight":"boldr"}"#, "body[0].weight", "Did you mean “bolder”?"),
        Row(
            #"{"type":"TextBlock","text":"a","weight":"bold"}"#,
            "body[0].weight",
            "“bold” is none of lighter, default, bolder; the default is used. Did you mean “bolder”?"
        ),
        Row(#"{"type":"TextBlock","text":"a","size":"big"}"#, "body[0].size", "Did you mean “large”?"),
        Row(#"{"type":"TextBlock","text":"a","spacing":"Tiny"}"#, "body[0].spacing", "Did you mean “extraSmall”?"),
        Row(#"{"type":"TextBlock","text":"a","color":"red"}"#, "body[0].color", "Did you mean “attention”?"),
        Row(
            #"{"type":"TextBlock","text":"a","color":"teal"}"#,
            "body[0].color",
            "“teal” is none of default, dark, light, accent, good, warning, attention; the default is used."
        ),
        Row(
            #"{"type":"Chart.VerticalBar","data":[],"color":"categoricalReed"}"#,
            "body[0].color",
            "is none of good, warning, attention, neutral, categoricalRed,"
        ),
        Row(
            #"{"type":"ColumnSet","columns":[{"width":"strech","items":[]}]}"#,
            "body[0].columns[0].width",
            "Did you mean “stretch”?"
        ),
        Row(#"{"type":"TextBlock","text":5}"#, "body[0].text", "This must be a text, not a number"),
        Row(#"{"type":"TextBlock","text":"a","wrap":1}"#, "body[0].wrap", "This must be true or false, not a number"),
        Row(#"{"type":"TextBlock","text":"a","weight":700}"#, "body[0].weight", "This must be a text, not a number"),
        Row(#"{"type":"Container","items":{}}"#, "body[0].items", "This must be a list, not an object"),
        Row(#"{"type":"Container","items":[],"backgroundImage":"u"}"#, "body[0].backgroundImage", "not supported here"),
        Row(#"{"type":"Container","items":[],"height":"80px"}"#, "body[0].height", "Only an Image has a height"),
        Row(#"{"type":"Image","altText":"a"}"#, "body[0]", "An Image without a url is not shown."),
        Row(#"{"type":"FactSet","facts":[{"titel":"a"}]}"#, "body[0].facts[0].titel", "Did you mean “title”?"),
        Row(#"{"type":"FactSet","facts":[{"title":"a","value":7}]}"#, "body[0].facts[0].value", "not a number"),
        Row(#"{"type":"FactSet","facts":["a"]}"#, "body[0].facts[0]", "This is not a fact; it is left out."),
        Row(
            #"{"type":"Container","items":[{"type":"ColumnSet","columns":[{"items":[{"type":"Badge","txet":"a"}]}]}]}"#,
            "body[0].items[0].columns[0].items[0].txet",
            "Did you mean “text”?"
        ),
        Row(
            #"{"type":"Table","columns":[{"with":1}],"rows":[]}"#,
            "body[0].columns[0].with",
            "no property of a table's column; it is ignored. Did you mean “width”?"
        ),
        Row(
            #"{"type":"Table","columns":[{}],"rows":[{"cells":[{"itms":[]}]}]}"#,
            "body[0].rows[0].cells[0].itms",
            "Did you mean “items”?"
        ),
        Row(
            #"{"type":"Chart.Donut","data":[{"legnd":"a","value":1}]}"#,
            "body[0].data[0].legnd",
            "no property of a data point; it is ignored. Did you mean “legend”?"
        ),
        Row(
            #"{"type":"CompoundButton","title":"a","icon":{"name":"List","sise":"large"}}"#,
            "body[0].icon.sise",
            "Did you mean “size”?"
        ),
        Row(
            #"{"type":"TextBlock","text":"a","requires":{"acme":"1.0"}}"#,
            "body[0].requires",
            "“acme” is not there in this version"
        ),
    ])
    func aMistakeNamesItsPlaceAndWhatWasMeant(row: Row) throws {
        let found = try warnings(row.element)
        #expect(found.map(\.path) == [row.path], "\(found)")
        #expect(found.first?.message.contains(row.words) == true, "\(found)")
    }

    @Test(arguments: [
        Row(#"{"type":"Action.OpenUrl","url":"u","titel":"a"}"#, "actions[0].titel", "Did you mean “title”?"),
        Row(#"{"type":"Action.OpenUrl","url":"u"}"#, "actions[0]", "A button needs a title, or an icon and a tooltip."),
        Row(
            #"{"type":"Action.OpenUrl","url":"u","iconUrl":"bundle:a","title":""}"#,
            "actions[0]",
            "A button needs a title, or an icon and a tooltip."
        ),
        Row(#"{"type":"Action.Execute","title":"a","data":{}}"#, "actions[0]", "An Action.Execute needs a verb"),
        Row(#"{"type":"Action.Execute","title":"a","vreb":"b"}"#, "actions[0].vreb", "Did you mean “verb”?"),
        Row(#"{"type":"Action.OpenURL","url":"u"}"#, "actions[0].type", "Did you mean “Action.OpenUrl”?"),
        Row(#"{"type":"Action.ShowCard","card":{}}"#, "actions[0].type", "“Action.ShowCard” is not supported here"),
        Row(#"{"type":"Action.ToggleVisibility"}"#, "actions[0]", "without targetElements does nothing"),
        Row(
            #"{"type":"Action.ToggleVisibility","targetElements":["detials"]}"#,
            "actions[0].targetElements[0]",
            "No element of the card has the id “detials”; nothing happens. Did you mean “details”?"
        ),
        Row(
            #"{"type":"Action.ToggleVisibility","targetElements":[{"elementid":"details"}]}"#,
            "actions[0].targetElements[0].elementid",
            "Did you mean “elementId”?"
        ),
    ])
    func aMistakeInAnActionNamesItsPlace(row: Row) throws {
        let found = try warnings(#"{"type":"TextBlock","text":"a","id":"details"}"#, actions: row.element)
        #expect(found.contains { $0.path == row.path && $0.message.contains(row.words) }, "\(found)")
    }

    /// What has a name that is only mistyped is not missing as well, and what is no button needs no title.
    @Test(
        arguments: [
            (#"{"type":"Action.Execute","titel":"a","Verb":"b"}"#, ["actions[0].Verb", "actions[0].titel"]),
            (#"{"type":"Action.Execute","title":5,"verb":5}"#, ["actions[0].verb", "actions[0].title"]),
            (#"{"type":"Action.Execute","iconUrl":"bundle:a","tooltip":"a","verb":"b"}"#, []),
            (#"{"type":"Action.Submit","title":"a","fallback":{"type":"Action.Execute","verb":"b"}}"#, []),
        ] as [(String, [String])]
    )
    func whatAnActionHasIsNotMissing(action: String, paths: [String]) throws {
        let text = #"{"type":"Container","items":[],"selectAction":{"type":"Action.Execute","verb":"b"}}"#
        #expect(try warnings(text, actions: action).map(\.path) == paths)
    }

    /// Whichever the reader finds first: what is in an element, the element's own names, or the ids that are missing.
    @Test func mistakesComeInTheOrderOfTheCard() throws {
        let found = try warnings(
            """
            {"type":"Container","txet":"a","selectAction":{"type":"Action.Submit","titel":"a"},
            "items":[{"type":"TextBlock","text":"a","size":"odd","wieght":"a"},{"type":"Graph"}]},
            {"type":"ActionSet","actions":[{"type":"Action.ToggleVisibility","title":"a","targetElements":["b"]}]},
            \((0..<9).map { _ in #"{"type":"TextBlock","text":"a"}"# }.joined(separator: ",")),
            {"type":"TextBlock","text":5}
            """,
            actions: #"{"type":"Action.OpenUrl","title":"a"}"#
        )
        #expect(
            found.map(\.path) == [
                "body[0].txet", "body[0].items[0].size", "body[0].items[0].wieght", "body[0].items[1].type",
                "body[0].selectAction.titel", "body[1].actions[0].targetElements[0]", "body[11].text", "actions[0]",
            ]
        )
    }

    /// What the author provides for is no mistake.
    @Test(arguments: [
        #"{"type":"Graph","fallback":"drop"}"#, #"{"type":"Media","fallback":{"type":"TextBlock","text":"a"}}"#,
        #"{"type":"TextBlock","text":"a","requires":{"acme":"1.0"},"fallback":"drop"}"#,
        #"{"type":"TextBlock","text":"a","requires":{"adaptiveCards":"1.5"}}"#, #"{"type":"TextBlock","text":null}"#,
        #"{"type":"Image","url":"bundle:sun","height":"20px"}"#, #"{"type":"Container","items":[],"rtl?":true}"#,
    ])
    func whatIsRightHasNoWarning(element: String) throws { #expect(try warnings(element).isEmpty) }

    /// The properties of the elements and actions in the schemas 1.5 and 1.6 of Adaptive Cards.
    private static let element = "fallback height id isVisible requires separator spacing"
    private static let input = "\(element) errorMessage inputStyle isRequired label labelPosition labelWidth"
    private static let action = "fallback iconUrl id isEnabled mode requires style title tooltip"
    private static let container =
        "backgroundImage bleed items minHeight rtl rtl? selectAction style verticalContentAlignment"

    @Test(arguments: [
        ("ActionSet", "\(element) actions"), ("Container", "\(element) \(container)"),
        ("ColumnSet", "\(element) bleed columns horizontalAlignment minHeight selectAction style"),
        ("FactSet", "\(element) facts"),
        ("Image", "\(element) altText backgroundColor horizontalAlignment selectAction size style url width"),
        ("Input.ChoiceSet", "\(input) choices choices.data isMultiSelect placeholder style value wrap"),
        ("Input.Date", "\(input) max min placeholder value"), ("Input.Time", "\(input) max min placeholder value"),
        ("Input.Text", "\(input) inlineAction isMultiline maxLength placeholder regex style value"),
        ("Input.Toggle", "\(input) title value valueOff valueOn wrap"),
        (
            "Table",
            """
            \(element) columns firstRowAsHeader gridStyle horizontalCellContentAlignment rows showGridLines \
            verticalCellContentAlignment
            """
        ),
        ("TextBlock", "\(element) color fontType horizontalAlignment isSubtle maxLines size style text weight wrap"),
        ("Action.Execute", "\(action) associatedInputs data verb"), ("Action.OpenUrl", "\(action) url"),
        ("Action.Submit", "\(action) associatedInputs data"), ("Action.ToggleVisibility", "\(action) targetElements"),
        (
            "AdaptiveCard",
            """
            $schema actions authentication backgroundImage body fallbackText lang metadata minHeight refresh rtl \
            selectAction speak version verticalContentAlignment
            """
        ),
    ])
    func noPropertyOfTheSchemaIsCalledUnknown(type: String, names: String) throws {
        var members = Dictionary(names.split(separator: " ").map { (String($0), JSONValue.null) }) { first, _ in first }
        members["type"] = .string(type)
        let value = JSONValue.object(members)
        let place = type.hasPrefix("Action.") ? "actions" : "body"
        let card = type == "AdaptiveCard" ? value : ["type": "AdaptiveCard", place: [value]]
        let found = try Card(json: card).warnings.filter { $0.message.contains("no property") }
        #expect(found.isEmpty, "\(found)")
    }

    @Test func columnsRowsCellsAndPointsHaveTheirProperties() throws {
        let found = try warnings(
            """
            {"type":"ColumnSet","columns":[{"type":"Column","width":"auto","items":[],"bleed":true,"id":"a"}]},
            {"type":"Table","columns":[{"width":1,"horizontalCellContentAlignment":"left"}],"rows":[{"type":"TableRow",
            "style":"good","cells":[{"type":"TableCell","items":[],"style":"good","bleed":true}]}]},
            {"type":"Chart.Line","data":[{"legend":"a","color":"good","values":[{"x":1,"y":2},{"x":"b","y":2}]}]}
            """
        )
        #expect(found.isEmpty, "\(found)")
    }

    /// A hostile card has few and short warnings, and they are the same each time.
    @Test func warningsOfAHostileCardAreFewAndShort() throws {
        let long = String(repeating: "x", count: 4_000)
        let members = (0..<60).map { #""\#($0)\#(long)":1"# }.joined(separator: ",")
        let marks = "e" + String(repeating: "\u{301}", count: 4_000)
        let body = """
            {"type":"TextBlock","text":"a",\(members)},{"type":"\(marks)"},
            {"type":"TextBlock","text":"a","weight":"\(long)"},{"type":"TextBlock","text":"a","\(long)":1}
            """
        let found = try warnings(body)
        #expect(found.count == 4)
        #expect(found.first?.message == "60 members are no properties of TextBlock; they are ignored.")
        #expect(found.allSatisfy { $0.description.utf8.count < 600 }, "\(found)")
        #expect(try warnings(body) == found)
    }
}
