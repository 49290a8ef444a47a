import AdaptiveCards

/// One card while it is drawn for a terminal.
struct TerminalDrawing {
    /// Sets of columns that nest deeper than this are drawn below one another, which bounds the work.
    static let columnDepthLimit = 4

    let environment: RenderingEnvironment
    let dates: DateTexts

    init(environment: RenderingEnvironment, cardLanguage: String?) {
        self.environment = environment
        dates = DateTexts(environment: environment, cardLanguage: cardLanguage)
    }

    func lines(of card: Card, width: Int) -> [TerminalLine] {
        let place = TerminalPlace(width: width)
        var lines = lines(of: card.body, in: place)
        let actions = self.lines(of: card.actions, in: place)
        if !lines.isEmpty, !actions.isEmpty { lines.append(TerminalLine()) }
        return lines + actions
    }

    /// Draws elements below one another.
    func lines(of elements: [CardElement], in place: TerminalPlace) -> [TerminalLine] {
        var result: [TerminalLine] = []
        for element in elements where element.common.isVisible {
            let place = place.aligned(element.common.horizontalAlignment)
            let drawn = lines(of: element, in: place)
            guard !drawn.isEmpty else { continue }
            if !result.isEmpty { result += gap(before: element.common) }
            result += drawn
        }
        return result
    }

    /// A separator is a rule; from medium on spacing is an empty line.
    private func gap(before common: ElementProperties) -> [TerminalLine] {
        if common.separator { return [.rule] }
        switch common.spacing {
        case .none, .extraSmall, .small, .default: return []
        case .medium, .large, .extraLarge, .padding: return [TerminalLine()]
        }
    }

    private func lines(of element: CardElement, in place: TerminalPlace) -> [TerminalLine] {
        switch element {
        case .textBlock(let block): lines(of: block, in: place)
        case .image(let image): lines(of: image, in: place)
        case .container(let container): lines(of: container.items, in: place)
        case .column(let column): lines(of: column.items, in: place)
        case .columnSet(let columnSet): lines(of: columnSet, in: place)
        case .factSet(let factSet): lines(of: factSet, in: place)
        case .actionSet(let actionSet): lines(of: actionSet.actions, in: place)
        case .textInput(let input): lines(of: .text(input), in: place)
        case .toggleInput(let input): lines(of: .toggle(input), in: place)
        case .choiceSetInput(let input): lines(of: .choiceSet(input), in: place)
        case .dateInput(let input): lines(of: .date(input), in: place)
        case .timeInput(let input): lines(of: .time(input), in: place)
        case .unknown: []
        }
    }
}
