import JSON
import Testing

@testable import AdaptiveCards

@Suite struct FallbackTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var body: String
        /// The texts in the resolved card, in order.
        var texts: [String]
        var fallback = "null"
        var testDescription: String { name }
    }

    @Test(arguments: [
        Row(
            name: "an unknown element is left out",
            body: #"{"type":"Odd"},{"type":"TextBlock","text":"a"}"#,
            texts: ["a"]
        ),
        Row(
            name: "its fallback stands in",
            body: #"{"type":"Odd","fallback":{"type":"TextBlock","text":"f"}}"#,
            texts: ["f"]
        ),
        Row(
            name: "a chain is followed",
            body: #"{"type":"Odd","fallback":{"type":"Odder","fallback":{"type":"TextBlock","text":"f"}}}"#,
            texts: ["f"]
        ),
        Row(
            name: "drop leaves nothing and marks nobody",
            body: """
                {"type":"Container","items":[{"type":"Odd","fallback":"drop"},{"type":"TextBlock","text":"a"}],
                "fallback":{"type":"TextBlock","text":"f"}}
                """,
            texts: ["a"]
        ),
        Row(
            name: "an unknown child replaces its container by the container's fallback",
            body: """
                {"type":"Container","items":[{"type":"TextBlock","text":"a"},{"type":"Odd"}],
                "fallback":{"type":"TextBlock","text":"f"}}
                """,
            texts: ["f"]
        ),
        Row(
            name: "the mark travels up to the nearest fallback",
            body: """
                {"type":"Container","fallback":{"type":"TextBlock","text":"outer"},"items":[
                {"type":"TextBlock","text":"a"},
                {"type":"Container","fallback":{"type":"TextBlock","text":"inner"},"items":[
                {"type":"ColumnSet","columns":[{"items":[{"type":"Odd"}]}]}]}]}
                """,
            texts: ["a", "inner"]
        ),
        Row(
            name: "the root's fallback is the last",
            body: #"{"type":"TextBlock","text":"a"},{"type":"Odd"}"#,
            texts: ["root"],
            fallback: #"{"type":"TextBlock","text":"root"}"#
        ),
        Row(
            name: "an unmet requirement is like an unknown type",
            body: #"{"type":"TextBlock","text":"a","requires":{"x":"1.0"},"fallback":{"type":"TextBlock","text":"f"}}"#,
            texts: ["f"]
        ),
        Row(
            name: "an unmet requirement without fallback is left out",
            body: #"{"type":"TextBlock","text":"a","requires":{"x":"*"}}"#,
            texts: []
        ),
        Row(
            name: "met requirements are met",
            body: #"{"type":"TextBlock","text":"a","requires":{"adaptiveCards":"1.2","host":"2.0"}}"#,
            texts: ["a"]
        ),
        Row(
            name: "newer versions are not met",
            body: #"{"type":"TextBlock","text":"a","requires":{"adaptiveCards":"1.7"}}"#,
            texts: []
        ),
        Row(
            name: "a version that is none counts as met",
            body: #"{"type":"TextBlock","text":"a","requires":{"adaptiveCards":"5"}}"#,
            texts: ["a"]
        ),
        Row(
            name: "a column's fallback is a column",
            body: """
                {"type":"ColumnSet","columns":[{"items":[{"type":"Odd"}],"fallback":{"items":[
                {"type":"TextBlock","text":"f"}]}},{"type":"Odd","fallback":"drop"},
                {"items":[{"type":"TextBlock","text":"b"}]}]}
                """,
            texts: ["f", "b"]
        ),
    ])
    func whatCannotBeShownIsReplaced(row: Row) throws {
        let card = try Card(
            parsing: #"{"type":"AdaptiveCard","body":[\#(row.body)],"fallback":\#(row.fallback)}"#.utf8
        )
        let capabilities = HostCapabilities(versions: ["host": CardVersion(major: 2, minor: 1)])
        #expect(texts(in: card.resolved(for: capabilities).body) == row.texts)
    }

    @Test func unknownActionsAreReplacedOrVanish() throws {
        let card = try Card(
            parsing: """
                {"type":"AdaptiveCard","selectAction":{"type":"Odd"},"body":[{"type":"ActionSet","actions":[
                {"type":"Action.Odd"},{"type":"Action.Submit","title":"a"}]}],"actions":[
                {"type":"Odd","fallback":{"type":"Odd","fallback":{"type":"Action.Submit","title":"f"}}},
                {"type":"Odd","fallback":"drop"},{"type":"Action.Submit","title":"n","requires":{"x":"1.0"}}]}
                """.utf8
        ).resolved()
        #expect(card.actions.map(\.title) == ["f"])
        #expect(card.selectAction == nil)
        #expect(card.body == [ActionSet { .submit("a") }.element])
    }

    @Test(arguments: [
        ("1.6", ["a"]), ("1.7", ["too old"]), ("99.0", ["too old"]),
    ])
    func aCardThatIsTooNewIsItsFallbackText(version: String, expected: [String]) throws {
        let card = try Card(
            parsing: """
                {"type":"AdaptiveCard","version":"\(version)","fallbackText":"too old",
                "body":[{"type":"TextBlock","text":"a"}],"actions":[{"type":"Action.Submit"}]}
                """.utf8
        ).resolved()
        #expect(texts(in: card.body) == expected)
        #expect(card.actions.isEmpty == (expected != ["a"]))
    }

    @Test func aCardThatIsTooNewWithoutFallbacksIsShownAnyway() throws {
        let card = try Card(
            parsing: #"{"type":"AdaptiveCard","version":"9.0","body":[{"type":"TextBlock","text":"a"}]}"#.utf8
        )
        #expect(texts(in: card.resolved().body) == ["a"])
    }

    private func texts(in elements: [CardElement]) -> [String] {
        elements.flatMap { element -> [String] in
            switch element {
            case .textBlock(let block): [block.text]
            case .container(let container): texts(in: container.items)
            case .column(let column): texts(in: column.items)
            case .columnSet(let columnSet): texts(in: columnSet.columns)
            default: []
            }
        }
    }
}
