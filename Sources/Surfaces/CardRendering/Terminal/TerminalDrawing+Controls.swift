import AdaptiveCards

extension TerminalDrawing {
    /// Draws actions: those with a URL on lines of their own, the others side by side.
    func lines(of actions: [Action], in layout: TerminalLayoutContext) -> [TerminalLine] {
        guard environment.supportsInteractivity else { return [] }
        var result: [TerminalLine] = []
        var row: [TerminalCell] = []
        func endRow() {
            if !row.isEmpty { result.append(TerminalLine(row, alignment: layout.alignment)) }
            row = []
        }
        for action in actions {
            let button = LineBreaker.cut(button(action), width: layout.width)
            if case .openURL(let open) = action.kind {
                endRow()
                var line = button
                if action.isEnabled, environment.link(open.url) != nil {
                    line += TerminalCell.cells(" " + open.url, style: TerminalStyle(isDim: true))
                }
                result.append(layout.cut(line))
            } else {
                let width = (row + button).width
                if width + 1 > layout.width { endRow() }
                row += (row.isEmpty ? [] : TerminalCell.spaces(1)) + button
            }
        }
        endRow()
        return result
    }

    private func button(_ action: Action) -> [TerminalCell] {
        var style = TerminalStyle(isDim: !action.isEnabled, color: .accent)
        if action.style == .destructive { style.color = .attention }
        if action.style == .positive { style.isBold = true }
        return TerminalCell.cells("[\(action.title ?? "")]", style: style)
    }

    func lines(of input: CardInput, in layout: TerminalLayoutContext) -> [TerminalLine] {
        guard environment.supportsInteractivity, environment.kind == .scene else { return [] }
        var rows: [[TerminalCell]] = []
        if let label = input.properties.label, !label.isEmpty {
            let mark = input.properties.isRequired ? " *" : ""
            rows.append(TerminalCell.cells(label + mark, style: TerminalStyle(isBold: true)))
        }
        switch input {
        case .text(let input):
            let value = input.style == .password ? input.value.map { $0.isEmpty ? "" : "••••••••" } : input.value
            rows.append(field(value, input.placeholder))
        case .date(let input): rows.append(field(input.value, input.placeholder ?? "YYYY-MM-DD"))
        case .time(let input): rows.append(field(input.value, input.placeholder ?? "HH:MM"))
        case .toggle(let input):
            rows.append(
                TerminalCell.cells(input.isOn ? "[x] " : "[ ] ") + phrase(input.title)
            )
        case .choiceSet(let input):
            let selected = Set(input.selectedValues(in: input.value ?? "") ?? [])
            for choice in input.choices {
                let isSelected = selected.contains(choice.value)
                let mark = input.isMultiSelect ? (isSelected ? "[x] " : "[ ] ") : (isSelected ? "(•) " : "( ) ")
                rows.append(TerminalCell.cells(mark) + phrase(choice.title))
            }
        }
        return rows.flatMap { LineBreaker.wrap($0, width: layout.width) }
            .map { TerminalLine($0, alignment: layout.alignment) }
    }

    private func field(_ value: String?, _ placeholder: String?) -> [TerminalCell] {
        if let value, !value.isEmpty { return TerminalCell.cells("[\(value)]") }
        return TerminalCell.cells("[\(placeholder ?? "")]", style: TerminalStyle(isDim: true))
    }
}
