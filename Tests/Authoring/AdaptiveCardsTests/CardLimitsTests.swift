import AdaptiveCards
import JSON
import Testing

@Suite struct CardLimitsTests {
    private func card(body: [JSONValue] = [], actions: [JSONValue] = []) -> JSONValue {
        ["type": "AdaptiveCard", "body": .array(body), "actions": .array(actions)]
    }

    private func code(of json: JSONValue, limits: CardLimits = .standard) -> CardError.Code? {
        do throws(CardError) {
            _ = try Card(json: json, limits: limits)
            return nil
        } catch {
            return error.code
        }
    }

    private func nested(_ depth: Int, _ wrap: (JSONValue) -> JSONValue) -> JSONValue {
        (1..<depth).reduce(["type": "TextBlock", "text": "a"]) { inner, _ in wrap(inner) }
    }

    @Test func containersNestUpToTheLimit() {
        func containers(_ depth: Int) -> JSONValue {
            nested(depth) { ["type": "Container", "items": .array([$0])] }
        }
        #expect(code(of: card(body: [containers(32)])) == nil)
        #expect(code(of: card(body: [containers(33)])) == .tooDeep)
        #expect(code(of: card(body: [containers(2_000)])) == .tooDeep)
    }

    @Test func fallbacksNestUpToTheLimit() {
        let chain = nested(2_000) { ["type": "Odd", "fallback": $0] }
        #expect(code(of: card(body: [chain])) == .tooDeep)
        let actions = (0..<2_000).reduce(["type": "Odd"] as JSONValue) { inner, _ in ["type": "Odd", "fallback": inner]
        }
        #expect(code(of: card(actions: [actions])) == .tooDeep)
    }

    @Test func dataNestsUpToALimit() {
        let data = (0..<2_000).reduce(1 as JSONValue) { inner, _ in .array([inner]) }
        #expect(code(of: card(actions: [["type": "Action.Submit", "data": data]])) == .tooDeep)
        #expect(code(of: card(body: [["type": "Odd", "data": data]])) == .tooDeep)
    }

    @Test func aMillionElementsAreRefused() {
        let elements = Array(repeating: ["type": "TextBlock", "text": "a"] as JSONValue, count: 1_000_000)
        #expect(code(of: card(body: elements)) == .tooManyElements)
        #expect(code(of: card(body: Array(elements.prefix(1_000)))) == nil)
    }

    @Test(
        arguments: [
            ["type": "FactSet", "facts": .array(Array(repeating: ["title": "a"], count: 1_000))],
            ["type": "Input.ChoiceSet", "choices": .array(Array(repeating: ["title": "a"], count: 1_000))],
            [
                "type": "ActionSet",
                "actions": [
                    ["type": "Action.ToggleVisibility", "targetElements": .array(Array(repeating: "", count: 1_000))]
                ],
            ],
            ["type": "ColumnSet", "columns": .array(Array(repeating: [:], count: 1_000))],
        ] as [JSONValue]
    )
    func factsChoicesColumnsAndTargetsCountAsElements(element: JSONValue) {
        #expect(code(of: card(body: [element])) == .tooManyElements)
    }

    @Test func tooManyActionsAreRefused() {
        let actions = Array(repeating: ["type": "Action.Submit"] as JSONValue, count: 201)
        #expect(code(of: card(actions: actions)) == .tooManyActions)
        #expect(code(of: card(body: [["type": "ActionSet", "actions": .array(actions)]])) == .tooManyActions)
        #expect(code(of: card(actions: Array(actions.prefix(200)))) == nil)
    }

    @Test(
        arguments: [
            ["type": "TextBlock", "text": .string(String(repeating: "x", count: 262_145))],
            ["type": "FactSet", "facts": [["title": .string(String(repeating: "x", count: 262_145))]]],
            ["type": "Odd", "a": .array(Array(repeating: 1, count: 100_000))],
            ["type": "Odd", "a": .object([String(repeating: "x", count: 262_145): 1])],
            ["type": "TextBlock", "requires": [String(repeating: "x", count: 262_145): "1.0"]],
        ] as [JSONValue]
    )
    func tooMuchTextIsRefused(element: JSONValue) {
        #expect(code(of: card(body: [element])) == .tooLarge)
    }

    @Test func actionDataCountsAsText() {
        let data = JSONValue.string(String(repeating: "x", count: 262_145))
        #expect(code(of: card(actions: [["type": "Action.Execute", "data": data]])) == .tooLarge)
    }

    @Test func ownLimitsAreKept() {
        let text: JSONValue = ["type": "TextBlock", "text": "four"]
        #expect(code(of: card(body: [text, text]), limits: CardLimits(elements: 1)) == .tooManyElements)
        #expect(code(of: card(body: [text]), limits: CardLimits(bytes: 3)) == .tooLarge)
        #expect(code(of: card(body: [text]), limits: CardLimits(depth: 0)) == .tooDeep)
        #expect(code(of: card(body: [text]), limits: CardLimits(depth: 1, elements: 1, actions: 0, bytes: 4)) == nil)
    }

    @Test func warningsStopAtFifty() throws {
        let bad = Array(repeating: ["type": "TextBlock", "text": "a", "size": "odd"] as JSONValue, count: 900)
        #expect(try Card(json: card(body: bad)).warnings.count == 50)
    }

    @Test func anErrorSaysWhatIsTooMuch() {
        let error = #expect(throws: CardError.self) {
            try Card(json: card(body: [["type": "TextBlock", "text": "a"]]), limits: CardLimits(elements: 0))
        }
        #expect(error?.message == "The card has more than 0 elements.")
    }
}
