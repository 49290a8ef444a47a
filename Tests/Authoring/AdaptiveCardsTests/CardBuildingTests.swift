import AdaptiveCards
import JSON
import Testing

@Suite struct CardBuildingTests {
    private func weather(expanded: Bool, places: [String], note: String?) -> Card {
        Card(lang: "en") {
            ColumnSet {
                Column(width: .stretch) { TextBlock("Cupertino", size: .medium, weight: .bolder) }
                Column(width: .auto) { TextBlock("61°", size: .extraLarge).spacing(.none) }
            }
            if expanded {
                FactSet {
                    Fact("Humidity", "82 %")
                    Fact("Updated", "{{TIME(2026-11-21T08:00:00Z)}}")
                }
            } else {
                TextBlock("More").hidden()
            }
            for place in places {
                Container(selectAction: .execute(verb: "choose", data: ["id": .string(place)])) { TextBlock(place) }
            }
            if let note { TextBlock(note).separator() }
            TextInput(id: "name", label: "Name", isRequired: true, placeholder: "Paris")
            ToggleInput(id: "t", title: "On")
            ChoiceSetInput(id: "c", choices: [Choice("A", value: "a")], style: .expanded, isMultiSelect: false)
            DateInput(
                id: "d",
                label: "Day",
                placeholder: "When",
                value: "2026-11-21",
                min: "2026-11-21",
                max: "2027-11-21"
            )
            TimeInput(id: "h", label: "Time", isRequired: true, value: "08:30", min: "06:00", max: "22:00")
            Image(url: "https://example.org/i.png", altText: "An image", size: .medium).id("x")
            ActionSet {
                Action.submit("Add", data: ["do": "add"])
                if expanded { Action.openURL("More", url: "today-weather://places") }
                Action.toggleVisibility("More", targets: ["x"])
            }
        }.selectAction(.openURL("today-weather://"))
    }

    @Test func conditionsAndLoopsDecideOnTheElements() {
        #expect(weather(expanded: true, places: [], note: nil).body.count == 9)
        #expect(weather(expanded: false, places: ["a", "b"], note: "n").body.count == 12)
        let card = weather(expanded: false, places: ["a"], note: nil)
        #expect(card.body[1] == TextBlock("More").visible(false).element)
        #expect(
            card.body[2].json == [
                "type": "Container", "items": [["type": "TextBlock", "text": "a"]],
                "selectAction": ["type": "Action.Execute", "verb": "choose", "data": ["id": "a"]],
            ]
        )
        #expect(card.selectAction == .openURL("today-weather://"))
    }

    @Test func aBuiltCardIsReadBackAsItWas() throws {
        let card = weather(expanded: true, places: ["a", "b"], note: "n")
        #expect(try Card(json: card.json) == card)
        #expect(try Card(json: card.json).warnings.isEmpty)
    }

    @Test func listsAndOptionalsStandAmongElements() {
        let texts = [TextBlock("a"), TextBlock("b")]
        let missing: TextBlock? = nil
        let card = Card {
            texts
            missing
            texts.map(\.element)
            Container {
                for text in texts {
                    if text.text == "a" { text }
                }
            }
        }
        #expect(card.body.count == 5)
        #expect(card.body.last == Container { TextBlock("a") }.element)
    }

    @Test func modifiersWorkOnEveryElement() {
        let elements: [any CardComponent] = [
            TextBlock("a"), Image(url: "u"), Container {}, ColumnSet {}, Column {}, FactSet {}, ActionSet {},
            TextInput(id: "i"), ToggleInput(id: "i", title: "t"), ChoiceSetInput(id: "i", choices: []),
            TextBlock("a").element,
        ]
        for element in elements {
            let changed = element.id("x").spacing(.large).separator().hidden().horizontalAlignment(.right)
                .height(.stretch).fallback(.drop)
            var common = ElementProperties()
            common.id = "x"
            common.spacing = .large
            common.separator = true
            common.isVisible = false
            common.horizontalAlignment = .right
            common.height = .stretch
            common.fallback = .drop
            #expect(changed.common == common)
            #expect(changed.element.common == common)
        }
    }

    @Test func actionsHaveStyleTooltipAndState() {
        let action = Action.submit(
            "Delete",
            data: ["id": 1],
            style: .destructive,
            tooltip: "For ever",
            isEnabled: false
        )
        #expect(
            action == Action.submit("Delete", data: ["id": 1]).style(.destructive).tooltip("For ever").enabled(false)
        )
        #expect(
            action.json == [
                "type": "Action.Submit", "title": "Delete", "data": ["id": 1], "style": "destructive",
                "tooltip": "For ever", "isEnabled": false,
            ]
        )
    }

    @Test func aCardTravelsInAMessage() throws {
        struct Message: Codable, Equatable {
            var card: Card
            var expanded: Card?
        }
        let message = Message(card: weather(expanded: true, places: ["a"], note: nil), expanded: nil)
        let json = try JSONValue(encoding: message)
        #expect(json["card"] == message.card.json)
        #expect(try json.decode(Message.self) == message)
    }

    @Test func aMessageWithABadCardSaysWhy() throws {
        let json: JSONValue = ["card": ["type": "Nonsense"]]
        let error = #expect(throws: DecodingError.self) { try json.decode([String: Card].self) }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["card"])
        #expect((context.underlyingError as? CardError)?.code == .notACard)
    }
}
