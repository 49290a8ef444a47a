import JSON
import Testing
import TodayKit

@Suite struct TypedActionTests {
    @Test func aButtonCarriesTheAuthorsValue() throws {
        let action = Action.perform("Done", TestAction.set("a", done: true))
        #expect(action.title == "Done")
        guard case .execute(let execute) = action.kind else {
            Issue.record("\(action.kind)")
            return
        }
        #expect(execute.verb == "set")
        #expect(execute.data == ["action": ["set": ["_0": "a", "done": true]]])
        #expect(execute.associatedInputs == .none)
    }

    @Test func aSubmitSendsTheInputsToo() throws {
        let action = Action.submit("Add", TestAction.go, style: .positive)
        guard case .submit(let submit) = action.kind else {
            Issue.record("\(action.kind)")
            return
        }
        #expect(submit.data == ["action": ["go": [:]]])
        #expect(submit.associatedInputs == .auto)
        #expect(action.style == .positive)
    }

    @Test func aWholeCardCanBePressed() {
        let card = Card { TextBlock("x") }.selectAction(.perform(TestAction.go))
        #expect(card.selectAction?.title == nil)
        #expect(card.selectAction?.isEnabled == true)
    }

    @Test func aValueThatCannotBeEncodedDisablesItsButton() {
        let action = Action.perform("x", Double.nan)
        #expect(!action.isEnabled)
        #expect(action.tooltip != nil)
    }
}
