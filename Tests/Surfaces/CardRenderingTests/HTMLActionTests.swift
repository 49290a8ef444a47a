import AdaptiveCards
import CardRendering
import JSON
import MarkupAudit
import Testing

@Suite struct HTMLActionTests {
    private func html(_ action: Action) -> String {
        let html = Fixtures.html(of: ActionSet { action })
        return String(html.dropFirst("<div class=\"ac-element ac-actions\">".count).dropLast("</div>".count))
    }

    @Test func eachActionIsWhatThePageExpects() {
        let rows: [(Action, String)] = [
            (
                .submit("Add", data: ["do": "add"]),
                #"<button type="button" class="ac-action" data-action="submit" data-payload="{&quot;do&quot;:&quot;add&quot;}" data-inputs="auto">Add</button>"#
            ),
            (
                .submit("Go", associatedInputs: .none),
                #"<button type="button" class="ac-action" data-action="submit" data-payload="{}" data-inputs="none">Go</button>"#
            ),
            (
                .execute("Do", verb: "v\"", data: [1]),
                #"<button type="button" class="ac-action" data-action="execute" data-payload="[1]" data-verb="v&quot;" data-inputs="auto">Do</button>"#
            ),
            (
                .toggleVisibility("T", targets: ["a b", VisibilityTarget("c", isVisible: false)]),
                #"<button type="button" class="ac-action" data-action="toggle" data-payload="[{&quot;id&quot;:&quot;c1-a_20b&quot;,&quot;visible&quot;:null},{&quot;id&quot;:&quot;c1-c&quot;,&quot;visible&quot;:false}]">T</button>"#
            ),
            (
                .openURL("Web", url: "https://a.b/?c&d"),
                #"<a class="ac-action" href="https://a.b/?c&amp;d" target="_blank" rel="noopener noreferrer">Web</a>"#
            ),
            (.openURL("App", url: "today-x://p"), #"<a class="ac-action" href="/open?url=today-x://p">App</a>"#),
            (.openURL("Bad", url: "javascript:alert(1)"), #"<span class="ac-refused">Bad</span>"#),
            (
                .submit("D", style: .destructive, tooltip: "t", isEnabled: false),
                #"<button type="button" class="ac-action ac-destructive" data-action="submit" data-payload="{}" data-inputs="auto" disabled title="t">D</button>"#
            ),
            (
                .openURL("Off", url: "https://a.b", style: .positive, isEnabled: false),
                #"<a class="ac-action ac-positive" role="link" aria-disabled="true">Off</a>"#
            ),
        ]
        for (action, expected) in rows { #expect(html(action) == expected) }
    }

    @Test(arguments: [
        ("Delete", "Delete Milk", "Delete Milk"), ("Löschen", "Milch löschen", "Milch löschen"),
        ("削除", "牛乳を削除", "牛乳を削除"), ("↑", "Move Milk up", "Move Milk up"), ("", "Milk", "Milk"),
        ("Go", "Opens the page", nil), ("Delete", "", nil),
    ])
    func aTooltipThatSaysTheTitleIsTheName(title: String, tooltip: String, name: String?) {
        let html = html(.submit(title, tooltip: tooltip))
        #expect(html.hasSuffix(">\(title)</button>"))
        #expect(html.contains("aria-label=\"\(name ?? "")\"") == (name != nil))
        #expect(html.contains("title=\"\(tooltip)\"") == !tooltip.isEmpty)
    }

    @Test func secondaryActionsStandBehindMore() {
        var second = Action.submit("B")
        second.mode = .secondary
        let html = Fixtures.html(of: ActionSet { [Action.submit("A"), second] })
        #expect(
            html.contains(">A</button><details class=\"ac-more\"><summary class=\"ac-action\" aria-label=\"More\">")
        )
        #expect(html.hasSuffix(">B</button></div></details></div>"))
    }

    @Test func aContainerIsCoveredNotWrapped() {
        let html = Fixtures.html(
            of: Container(selectAction: .execute(verb: "choose", data: ["id": 1])) {
                TextBlock("**Paris** <now>")
                TextBlock("hidden").hidden()
                Image(url: "https://a.b/c.png", altText: "Sun")
            }
        )
        #expect(
            html.hasPrefix(
                """
                <div class="ac-element ac-container ac-items ac-selectable"><button type="button" \
                class="ac-action ac-select" data-action="execute" data-payload="{&quot;id&quot;:1}" \
                data-verb="choose" data-inputs="auto" aria-label="Paris &lt;now&gt; Sun"></button><div
                """
            )
        )
    }

    @Test func nothingThatIsPressedStandsInAnother() {
        let card = Card {
            Container(selectAction: .submit()) {
                TextBlock("[link](https://a.b)")
                Container(selectAction: .openURL("https://a.b")) {
                    ActionSet { Action.submit("Button") }
                    Image(url: "https://a.b/c.png", altText: "x", selectAction: .submit())
                }
                ColumnSet(selectAction: .submit()) {
                    Column(selectAction: .toggleVisibility(targets: ["x"])) {
                        TextInput(id: "i", inlineAction: .submit("Go"))
                    }
                }
            }
        }.selectAction(.openURL("today-x://"))
        let audit = HTMLAudit(Fixtures.html(card))
        #expect(audit.mistakes == [])
        #expect(audit.tags.filter { $0 == "a" || $0 == "button" }.count == 9)
    }

    @Test(arguments: [
        Action.openURL("javascript:alert(1)"), Action.submit().enabled(false), Action(.openURL(OpenURLAction(url: ""))),
    ])
    func whatCannotBeDoneCoversNothing(action: Action) {
        let html = Fixtures.html(of: Container(selectAction: action) { TextBlock("a") })
        #expect(!html.contains("ac-select"))
    }

    @Test func aCoverIsNamedEvenWithoutText() {
        #expect(
            Fixtures.html(of: Container(selectAction: .openURL("https://a.b")) {}).contains(
                "aria-label=\"https://a.b\""
            )
        )
        let titled = Action.openURL("Weather", url: "today-x://")
        #expect(Fixtures.html(Card { TextBlock("a") }.selectAction(titled)).contains("aria-label=\"Weather\""))
        let long = Fixtures.html(
            of: Container(selectAction: .submit()) { TextBlock(String(repeating: "word ", count: 900)) }
        )
        #expect(long.contains("…\"></button>"))
    }

    @Test func withoutInteractivityThereAreNoControls() {
        var place = Fixtures.place()
        place.supportsInteractivity = false
        let card = Card {
            Container(selectAction: .submit()) { TextBlock("a") }
            TextInput(id: "i")
            ActionSet { Action.submit("b") }
        }.actions { Action.submit("c") }.selectAction(.submit())
        let tags = Set(HTMLAudit(Fixtures.html(card, in: place)).tags)
        #expect(tags == ["div", "p"])
    }
}
