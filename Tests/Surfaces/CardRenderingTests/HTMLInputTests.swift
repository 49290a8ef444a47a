import AdaptiveCards
import CardRendering
import MarkupAudit
import Testing

@Suite struct HTMLInputTests {
    @Test func aTextFieldIsLabelledAndHasAPlaceForItsError() {
        let input = TextInput(
            id: "na me",
            label: "Name",
            isRequired: true,
            errorMessage: "Say \"it\"",
            placeholder: "Paris",
            value: "<x>",
            maxLength: 9,
            style: .email,
            regex: "^a\"$"
        )
        #expect(
            Fixtures.html(of: input) == """
                <div class="ac-element ac-input" id="c1-na_20me"><label class="ac-label" for="c1-.1">Name<span \
                class="ac-required" aria-hidden="true"> *</span></label><div class="ac-input-row"><input class="ac-field" \
                type="email" id="c1-.1" name="na me" data-input="text" required data-error="Say &quot;it&quot;" \
                aria-describedby="c1-.1.e" placeholder="Paris" maxlength="9" data-regex="^a&quot;$" value="&lt;x&gt;">\
                </div><p class="ac-input-error" hidden data-error-for="na me" id="c1-.1.e"></p></div>
                """
        )
    }

    @Test func choicesWithShortTitlesStandBesideEachOther() {
        func html(_ titles: [String], isMultiSelect: Bool = true, wrap: Bool = false) -> String {
            let choices = titles.map { Choice($0, value: $0) }
            return Fixtures.html(
                of: ChoiceSetInput(id: "i", choices: choices, isMultiSelect: isMultiSelect, wrap: wrap)
            )
        }
        let days = ["Monday", "Tuesday", "Wednesday"]
        #expect(html(days).contains("class=\"ac-choices ac-chips\""))
        for other in [
            html(days, isMultiSelect: false), html(days, wrap: true), html(Array(days.prefix(2))),
            html(days + ["The day after tomorrow"]),
        ] {
            #expect(!other.contains("ac-chips"))
        }
    }

    @Test func aTextAreaKeepsItsText() {
        let html = Fixtures.html(of: TextInput(id: "i", value: "\n</textarea><script>", isMultiline: true))
        #expect(html.contains("rows=\"4\""))
        #expect(html.contains(">\n\n&lt;/textarea&gt;&lt;script&gt;</textarea>"))
    }

    @Test func aPasswordHasOneLine() {
        let html = Fixtures.html(of: TextInput(id: "i", isMultiline: true, style: .password))
        #expect(html.contains("type=\"password\"") && !html.contains("textarea"))
    }

    @Test func aFieldWithoutLabelIsNamedByItsPlaceholder() {
        #expect(Fixtures.html(of: TextInput(id: "i", placeholder: "City")).contains("aria-label=\"City\""))
    }

    @Test func aSwitchKnowsBothValues() {
        let html = Fixtures.html(of: ToggleInput(id: "i", title: "**On**", isOn: true, valueOn: "1", valueOff: "0"))
        #expect(
            html.contains(
                """
                data-input="toggle" aria-describedby="c1-.1.e" value="1" data-value-off="0" checked><span \
                class="ac-choice-title ac-nowrap"><strong>On</strong></span></label>
                """
            )
        )
    }

    @Test func aCompactChoiceIsAMenu() {
        let html = Fixtures.html(
            of: ChoiceSetInput(
                id: "i",
                label: "L",
                choices: [Choice("*A*", value: "a"), Choice("B", value: "b")],
                value: "b",
                placeholder: "Choose"
            )
        )
        #expect(
            html.contains(
                """
                data-input="choice" aria-describedby="c1-.1.e"><option value="">Choose</option><option value="a">A\
                </option><option value="b" selected>B</option></select>
                """
            )
        )
    }

    @Test func anExpandedChoiceIsAGroupOfButtons() {
        let choices = [Choice("A", value: "a"), Choice("B", value: "b")]
        let html = Fixtures.html(
            of: ChoiceSetInput(id: "i", label: "L", isRequired: true, choices: choices, value: "a", style: .expanded)
        )
        #expect(
            html.contains(
                """
                <fieldset class="ac-choices" data-input="choice" name="i" id="c1-.1" data-multiple="false" \
                data-required="true" aria-describedby="c1-.1.e"><legend class="ac-label">L<span class="ac-required" \
                aria-hidden="true"> *</span></legend><label class="ac-choice"><input class="ac-option" type="radio" \
                name="i" value="a" checked>
                """
            )
        )
        let several = Fixtures.html(of: ChoiceSetInput(id: "i", choices: choices, value: "b,a", isMultiSelect: true))
        #expect(several.contains("data-multiple=\"true\""))
        #expect(several.split(separator: "type=\"checkbox\"").count == 3)
        #expect(several.split(separator: " checked").count == 3)
    }

    @Test func aDayHasItsRange() {
        let input = DateInput(
            id: "d",
            label: "Day",
            isRequired: true,
            errorMessage: "Choose",
            placeholder: "\"When\"",
            value: "2026-11-21",
            min: "2026-11-21"
        )
        #expect(
            Fixtures.html(of: input) == """
                <div class="ac-element ac-input" id="c1-d"><label class="ac-label" for="c1-.1">Day<span \
                class="ac-required" aria-hidden="true"> *</span></label><input class="ac-field" type="date" id="c1-.1" \
                name="d" data-input="date" required data-error="Choose" aria-describedby="c1-.1.e" \
                title="&quot;When&quot;" min="2026-11-21" max="9999-12-31" value="2026-11-21">\
                <p class="ac-input-error" hidden data-error-for="d" id="c1-.1.e"></p></div>
                """
        )
    }

    @Test func aTimeHasItsRange() {
        let html = Fixtures.html(of: TimeInput(id: "t", placeholder: "When", min: "06:00", max: "22:00"))
        #expect(
            html.contains(
                """
                type="time" id="c1-.1" name="t" data-input="time" aria-label="When" aria-describedby="c1-.1.e" \
                title="When" min="06:00" max="22:00">
                """
            )
        )
    }

    @Test(arguments: ["text", "area", "switch", "menu", "choice", "day", "time"])
    func theInputThatThePageNamesHasTheCursor(focus: String) {
        let card = Card {
            TextInput(id: "text")
            TextInput(id: "text")
            TextInput(id: "area", isMultiline: true)
            ToggleInput(id: "switch", title: "S")
            ChoiceSetInput(id: "menu", choices: [Choice("A", value: "a")])
            ChoiceSetInput(
                id: "choice",
                choices: [Choice("A", value: "a"), Choice("B", value: "b")],
                value: "b",
                style: .expanded
            )
            DateInput(id: "day")
            TimeInput(id: "time")
        }
        var place = Fixtures.place()
        place.focus = focus
        let html = Fixtures.html(card, in: place)
        let parts = html.split(separator: " autofocus", omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        #expect(parts[0].split(separator: "<").last?.contains("name=\"\(focus)\"") == true)
        if focus == "choice" { #expect(parts[0].hasSuffix("value=\"b\" checked")) }
        #expect(!Fixtures.html(card).contains("autofocus"))
    }

    @Test func aChoiceWithoutAValueHasTheCursorOnItsFirst() {
        var place = Fixtures.place()
        place.focus = "c"
        let choices = [Choice("A", value: "a"), Choice("B", value: "b")]
        let html = Fixtures.html(of: ChoiceSetInput(id: "c", choices: choices, style: .expanded), in: place)
        #expect(html.contains("value=\"a\" autofocus>"))
    }

    @Test func aWidgetHasNoInputs() {
        let card = Card {
            TextInput(id: "i")
            ToggleInput(id: "t", title: "T")
            ChoiceSetInput(id: "c", choices: [])
            DateInput(id: "d")
            TimeInput(id: "h")
        }
        #expect(Fixtures.html(card, in: Fixtures.place(.widget)) == "<div class=\"ac-card ac-items\"></div>")
    }

    @Test func idsOfTwoCardsNeverMeet() throws {
        let card = try Fixtures.card("InputsWithValidation")
        let first = HTMLAudit(Fixtures.html(card, in: Fixtures.place(prefix: "a-"))).ids
        let second = HTMLAudit(Fixtures.html(card, in: Fixtures.place(prefix: "b-"))).ids
        #expect(!first.isEmpty && Set(first).count == first.count)
        #expect(Set(first).isDisjoint(with: second))
    }

    @Test func differentNamesMakeDifferentIDs() {
        let names = ["a b", "a_20b", "a_b", "a.b", ".1", "a", "A", "ä", "_", "a\"b"]
        let card = Card { for name in names { TextInput(id: name) } }
        let ids = HTMLAudit(Fixtures.html(card)).ids
        #expect(Set(ids).count == names.count * 3)
        #expect(ids.allSatisfy { !$0.contains(" ") && !$0.contains("&") })
    }
}
