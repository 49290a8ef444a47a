import AdaptiveCards
import JSON
import Testing

@Suite struct InputTests {
    @Test func nestedAndHiddenInputsAreFound() {
        let card = Card {
            Container { TextInput(id: "a").hidden() }
            ColumnSet { Column { Container { ToggleInput(id: "b", title: "B") } } }
            ChoiceSetInput(id: "c", choices: [])
            DateInput(id: "d", label: "Day", isRequired: true)
            TimeInput(id: "e", errorMessage: "E")
        }
        #expect(card.inputs.map(\.id) == ["a", "b", "c", "d", "e"])
        #expect(card.inputs.map(\.properties.isRequired) == [false, false, false, true, false])
    }

    @Test func aWidgetsCardMayHoldEverythingButInputs() throws {
        let card = Card {
            TextBlock("a")
            ActionSet { Action.submit("b") }
        }
        try card.validateForWidget()
    }

    @Test(arguments: [
        #"{"type":"Input.Text","id":"name"}"#, #"{"type":"Container","items":[{"type":"Input.Toggle","id":"name"}]}"#,
        #"{"type":"ColumnSet","columns":[{"items":[{"type":"Input.ChoiceSet","id":"name"}]}]}"#,
        #"{"type":"Input.Number","id":"name"}"#, #"{"type":"Odd","fallback":{"type":"Input.Text","id":"name"}}"#,
        #"{"type":"Input.Text","id":"name","isVisible":false}"#, #"{"type":"Input.Date","id":"name"}"#,
        #"{"type":"Input.Time","id":"name"}"#,
    ])
    func aWidgetsCardHoldsNoInput(element: String) throws {
        let card = try Card(parsing: #"{"type":"AdaptiveCard","body":[\#(element)]}"#.utf8)
        let error = #expect(throws: CardError.self) { try card.validateForWidget() }
        #expect(error?.code == .inputInWidget)
        #expect(error?.message.contains("“name”") == true)
        #expect(error?.message.contains("no keyboard") == true)
    }
}
