package import AdaptiveCards

/// Draws cards as text for a terminal, or as plain text of a given width.
///
/// No line is wider than the width, and no control character of a card gets through.
package struct TerminalRenderer: Sendable {
    private let width: Int
    private let usesColor: Bool
    private let environment: RenderingEnvironment

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - width: The cells of a line, at least 1.
    ///   - usesColor: Whether colors and weights are written as escape sequences.
    ///   - environment: The place the card is shown at; a link that it refuses is not written.
    package init(width: Int, usesColor: Bool, environment: RenderingEnvironment) {
        self.width = max(1, width)
        self.usesColor = usesColor
        self.environment = environment
    }

    /// Draws a card: lines that each end in a line feed.
    package func render(_ card: Card) -> String {
        let card = card.resolved(for: environment.capabilities)
        let drawing = TerminalDrawing(environment: environment, cardLanguage: card.lang)
        var text = ""
        for line in drawing.lines(of: card, width: width) {
            write(line.placed(in: width, isPadded: false), to: &text)
            text += "\n"
        }
        return text
    }

    private func write(_ cells: [TerminalCell], to text: inout String) {
        var style = TerminalStyle.plain
        var cells = cells[...]
        while cells.last?.character == " " { cells.removeLast() }
        for cell in cells {
            if usesColor, cell.style != style {
                if !style.sequence.isEmpty { text += "\u{1B}[0m" }
                text += cell.style.sequence
                style = cell.style
            }
            text.append(cell.character)
        }
        if usesColor, !style.sequence.isEmpty { text += "\u{1B}[0m" }
    }
}

/// One card while it is drawn for a terminal.
struct TerminalDrawing {
    /// Sets of columns that nest deeper than this are drawn below one another, which bounds the work.
    static let columnDepthLimit = 4

    let environment: RenderingEnvironment
    let dates: DateMacroExpander

    init(environment: RenderingEnvironment, cardLanguage: String?) {
        self.environment = environment
        dates = DateMacroExpander(environment: environment, cardLanguage: cardLanguage)
    }

    func lines(of card: Card, width: Int) -> [TerminalLine] {
        let place = TerminalLayoutContext(width: width)
        var lines = lines(of: card.body, in: place)
        let actions = self.lines(of: card.actions, in: place)
        if !lines.isEmpty, !actions.isEmpty { lines.append(TerminalLine()) }
        return lines + actions
    }

    /// Draws elements below one another.
    func lines(of elements: [CardElement], in place: TerminalLayoutContext) -> [TerminalLine] {
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

    private func lines(of element: CardElement, in place: TerminalLayoutContext) -> [TerminalLine] {
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

/// The room for an element, and what it inherits.
struct TerminalLayoutContext {
    var width: Int
    var alignment = HorizontalAlignment.left
    var columnDepth = 0

    init(width: Int) { self.width = width }

    func aligned(_ alignment: HorizontalAlignment?) -> TerminalLayoutContext {
        var place = self
        if let alignment { place.alignment = alignment }
        return place
    }

    func inColumn(width: Int) -> TerminalLayoutContext {
        var place = self
        place.width = width
        place.columnDepth += 1
        return place
    }
}
