import AdaptiveCards
import Markup

extension HTMLDrawing {
    mutating func draw(_ input: TextInput) {
        let controlID = beginInput(input.input, input.common, label: true)
        let isTextArea = input.isMultiline && input.style != .password
        html.markup("<div class=\"ac-input-row\">")
        html.markup(isTextArea ? "<textarea class=\"ac-field\" rows=\"4\"" : "<input class=\"ac-field\" type=\"")
        if !isTextArea {
            html.markup(Self.type(input.style))
            html.markup("\"")
        }
        writeControl(input.input, input.common, controlID: controlID, kind: "text", name: input.placeholder)
        if let placeholder = input.placeholder { html.attribute("placeholder", placeholder) }
        if let maxLength = input.maxLength { html.attribute("maxlength", String(maxLength)) }
        if let regex = input.regex, !regex.isEmpty { html.attribute("data-regex", regex) }
        if isTextArea {
            // HTML ignores a line feed right after the tag.
            html.markup(">\n")
            html.value(input.value ?? "")
            html.markup("</textarea>")
        } else {
            if let value = input.value { html.attribute("value", value) }
            html.markup(">")
        }
        if let action = input.inlineAction { drawButton(action) }
        html.markup("</div>")
        endInput(input.common, controlID: controlID)
    }

    mutating func draw(_ input: DateInput) {
        let controlID = beginInput(input.input, input.common, label: true)
        html.markup("<input class=\"ac-field\" type=\"date\"")
        writeControl(input.input, input.common, controlID: controlID, kind: "date", name: input.placeholder)
        // Without a maximum the year accepts six digits, which no valid date has.
        writeRange(input.min, input.max ?? "9999-12-31", input.value, title: input.placeholder)
        endInput(input.common, controlID: controlID)
    }

    mutating func draw(_ input: TimeInput) {
        let controlID = beginInput(input.input, input.common, label: true)
        html.markup("<input class=\"ac-field\" type=\"time\"")
        writeControl(input.input, input.common, controlID: controlID, kind: "time", name: input.placeholder)
        writeRange(input.min, input.max, input.value, title: input.placeholder)
        endInput(input.common, controlID: controlID)
    }

    /// Ends the tag of a date or time field.
    private mutating func writeRange(_ min: String?, _ max: String?, _ value: String?, title: String?) {
        if let title { html.attribute("title", title) }
        if let min { html.attribute("min", min) }
        if let max { html.attribute("max", max) }
        if let value { html.attribute("value", value) }
        html.markup(">")
    }

    mutating func draw(_ input: ToggleInput) {
        let controlID = beginInput(input.input, input.common, label: true)
        html.markup("<label class=\"ac-choice\"><input class=\"ac-switch\" type=\"checkbox\" role=\"switch\"")
        // The accessible name of a switch is its label and its title.
        writeControl(input.input, input.common, controlID: controlID, kind: "toggle", name: nil)
        html.attribute("value", input.valueOn)
        html.attribute("data-value-off", input.valueOff)
        if input.isOn { html.markup(" checked") }
        html.markup(input.wrap ? "><span class=\"ac-choice-title\"" : "><span class=\"ac-choice-title ac-nowrap\"")
        endTag(around: input.title.utf8)
        drawPhrase(input.title)
        if input.input.isRequired, (input.input.label ?? "").isEmpty { drawRequiredMark() }
        html.markup("</span></label>")
        endInput(input.common, controlID: controlID)
    }

    mutating func draw(_ input: ChoiceSetInput) {
        if input.style == .expanded || input.isMultiSelect {
            drawButtons(input)
        } else {
            drawMenu(input)
        }
    }

    private mutating func drawMenu(_ input: ChoiceSetInput) {
        let controlID = beginInput(input.input, input.common, label: true)
        html.markup("<select class=\"ac-field\"")
        writeControl(input.input, input.common, controlID: controlID, kind: "choice", name: input.placeholder)
        html.write("><option value=\"\">", input.placeholder ?? "", "</option>")
        for choice in input.choices {
            html.markup("<option")
            html.attribute("value", choice.value)
            if choice.value == input.value { html.markup(" selected") }
            html.write(">", PlainText.text(of: choice.title, dates: dates), "</option>")
        }
        html.markup("</select>")
        endInput(input.common, controlID: controlID)
    }

    private mutating func drawButtons(_ input: ChoiceSetInput) {
        let controlID = beginInput(input.input, input.common, label: false)
        html.markup(Self.areChips(input) ? "<fieldset class=\"ac-choices ac-chips\"" : "<fieldset class=\"ac-choices\"")
        html.markup(" data-input=\"choice\"")
        html.attribute("name", input.common.id ?? "")
        html.attribute("id", controlID)
        html.markup(input.isMultiSelect ? " data-multiple=\"true\"" : " data-multiple=\"false\"")
        if (input.input.label ?? "").isEmpty, let name = input.placeholder, !name.isEmpty {
            html.attribute("aria-label", name)
        }
        if input.input.isRequired { html.markup(" data-required=\"true\"") }
        if let message = input.input.errorMessage { html.attribute("data-error", message) }
        html.attribute("aria-describedby", controlID + ".e")
        html.markup(">")
        if let label = input.input.label, !label.isEmpty {
            html.markup("<legend class=\"ac-label\">")
            html.text(label)
            if input.input.isRequired { drawRequiredMark() }
            html.markup("</legend>")
        }
        let selected = Set(input.selectedValues(in: input.value ?? "") ?? [])
        let focused = takesFocus(input.common) ? input.choices.firstIndex { selected.contains($0.value) } ?? 0 : nil
        for (index, choice) in input.choices.enumerated() {
            html.markup("<label class=\"ac-choice\"><input class=\"ac-option\"")
            html.markup(input.isMultiSelect ? " type=\"checkbox\"" : " type=\"radio\"")
            html.attribute("name", input.common.id ?? "")
            html.attribute("value", choice.value)
            if selected.contains(choice.value) { html.markup(" checked") }
            if index == focused { html.markup(" autofocus") }
            html.markup(input.wrap ? "><span class=\"ac-choice-title\"" : "><span class=\"ac-choice-title ac-nowrap\"")
            endTag(around: choice.title.utf8)
            drawPhrase(choice.title)
            html.markup("</span></label>")
        }
        html.markup("</fieldset>")
        endInput(input.common, controlID: controlID)
    }
}

extension HTMLDrawing {
    /// Returns `true` if the choices are drawn side by side as chips, such as the days of the week: their titles are
    /// short.
    private static func areChips(_ input: ChoiceSetInput) -> Bool {
        input.isMultiSelect && !input.wrap && input.choices.count > 2
            && input.choices.allSatisfy { $0.title.count <= 12 }
    }
}

// MARK: - Parts of all inputs

extension HTMLDrawing {
    /// Draws the part before an input's control.
    ///
    /// - Returns: The id of the control.
    private mutating func beginInput(
        _ properties: InputProperties,
        _ common: ElementProperties,
        label drawsLabel: Bool
    ) -> String {
        let controlID = ids.next()
        begin("<div class=\"ac-element ac-input", common) { drawing in
            if properties.labelPosition == .inline { drawing.html.markup(" ac-label-inline") }
        }
        if drawsLabel, let label = properties.label, !label.isEmpty {
            html.markup("<label class=\"ac-label\"")
            html.attribute("for", controlID)
            html.markup(">")
            html.text(label)
            if properties.isRequired { drawRequiredMark() }
            html.markup("</label>")
        }
        return controlID
    }

    /// Draws the element for the input's error message.
    private mutating func endInput(_ common: ElementProperties, controlID: String) {
        html.markup("<p class=\"ac-input-error\" hidden")
        html.attribute("data-error-for", common.id ?? "")
        html.attribute("id", controlID + ".e")
        html.markup("></p></div>")
    }

    private mutating func writeControl(
        _ properties: InputProperties,
        _ common: ElementProperties,
        controlID: String,
        kind: StaticString,
        name: String?
    ) {
        html.attribute("id", controlID)
        html.attribute("name", common.id ?? "")
        html.markup(" data-input=\"")
        html.markup(kind)
        html.markup("\"")
        if (properties.label ?? "").isEmpty, let name, !name.isEmpty { html.attribute("aria-label", name) }
        if takesFocus(common) { html.markup(" autofocus") }
        if properties.isRequired { html.markup(" required") }
        if let message = properties.errorMessage { html.attribute("data-error", message) }
        html.attribute("aria-describedby", controlID + ".e")
    }

    /// Returns `true` if this input gets the focus: it is the first one with the id that the environment names.
    private mutating func takesFocus(_ common: ElementProperties) -> Bool {
        guard !hasFocus, let focus = environment.focus, focus == common.id else { return false }
        hasFocus = true
        return true
    }

    private mutating func drawRequiredMark() {
        html.markup("<span class=\"ac-required\" aria-hidden=\"true\"> *</span>")
    }

    private static func type(_ style: TextInputStyle) -> StaticString {
        switch style {
        case .text: "text"
        case .tel: "tel"
        case .url: "url"
        case .email: "email"
        case .password: "password"
        }
    }
}
