package import AdaptiveCards

/// Draws cards as text for a terminal, or as plain text of a given width.
///
/// No line is wider than the width, and control characters of a card are not written.
package struct TerminalRenderer: Sendable {
    private let width: Int
    private let usesColor: Bool
    private let environment: RenderingEnvironment

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - width: The number of cells in a line, at least 1.
    ///   - usesColor: `true` to write colors and weights as escape sequences.
    ///   - environment: The position of the card; a link that it refuses is not written.
    package init(width: Int, usesColor: Bool, environment: RenderingEnvironment) {
        self.width = max(1, width)
        self.usesColor = usesColor
        self.environment = environment
    }

    /// Draws a card as lines, each with a trailing line feed.
    package func render(_ card: Card) -> String {
        let card = card.resolved()
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

/// The state while a card is drawn for a terminal.
struct TerminalDrawing {
    /// Depth below which nested column sets are stacked, which bounds the work.
    static let columnDepthLimit = 4

    let environment: RenderingEnvironment
    let dates: DateMacroExpander
    let texts: ChartTexts

    init(environment: RenderingEnvironment, cardLanguage: String?) {
        self.environment = environment
        dates = DateMacroExpander(environment: environment, cardLanguage: cardLanguage)
        texts = ChartTexts(words: environment.words, dates: dates)
    }

    func lines(of card: Card, width: Int) -> [TerminalLine] {
        let layout = TerminalLayoutContext(width: width)
        var lines = lines(of: card.header, in: layout) + lines(of: card.body, in: layout)
        let actions = self.lines(of: card.actions, in: layout)
        if !lines.isEmpty, !actions.isEmpty { lines.append(TerminalLine()) }
        return lines + actions
    }

    /// Draws what the header of a widget says.
    private func lines(of header: CardHeader?, in layout: TerminalLayoutContext) -> [TerminalLine] {
        let texts = [header?.title, header?.detail].map { PlainText.text(of: $0 ?? "", dates: dates) }
        var cells = TerminalCell.cells(texts[0], style: TerminalStyle(isBold: true))
        if !cells.isEmpty, !texts[1].isEmpty { cells += TerminalCell.cells("  ") }
        cells += TerminalCell.cells(texts[1], style: TerminalStyle(isDim: true))
        return cells.isEmpty ? [] : layout.wrapped(cells)
    }

    /// Draws elements from top to bottom.
    func lines(of elements: [CardElement], in layout: TerminalLayoutContext) -> [TerminalLine] {
        var result: [TerminalLine] = []
        for element in elements where element.common.isVisible {
            let layout = layout.aligned(element.common.horizontalAlignment)
            let drawn = lines(of: element, in: layout)
            guard !drawn.isEmpty else { continue }
            if !result.isEmpty { result += gap(before: element.common) }
            result += drawn
        }
        return result
    }

    /// Returns the lines before an element: a rule for a separator, an empty line for medium and larger spacing.
    private func gap(before common: ElementProperties) -> [TerminalLine] {
        if common.separator { return [.rule] }
        switch common.spacing {
        case .none, .extraSmall, .small, .default: return []
        case .medium, .large, .extraLarge, .padding: return [TerminalLine()]
        }
    }

    private func lines(of element: CardElement, in layout: TerminalLayoutContext) -> [TerminalLine] {
        switch element {
        case .textBlock(let block): lines(of: block, in: layout)
        case .image(let image): lines(of: image, in: layout)
        case .container(let container): lines(of: container.items, in: layout)
        case .column(let column): lines(of: column.items, in: layout)
        case .columnSet(let columnSet): lines(of: columnSet, in: layout)
        case .factSet(let factSet): lines(of: factSet, in: layout)
        case .actionSet(let actionSet): lines(of: actionSet.actions, in: layout)
        case .textInput(let input): lines(of: .text(input), in: layout)
        case .toggleInput(let input): lines(of: .toggle(input), in: layout)
        case .choiceSetInput(let input): lines(of: .choiceSet(input), in: layout)
        case .dateInput(let input): lines(of: .date(input), in: layout)
        case .timeInput(let input): lines(of: .time(input), in: layout)
        case .table(let table): lines(of: table, in: layout)
        case .icon(let icon): lines(of: icon, in: layout)
        case .badge(let badge): lines(of: badge, in: layout)
        case .progressBar(let bar): lines(of: bar, in: layout)
        case .progressRing(let ring): lines(of: ring.progress, label: ring.label ?? "", in: layout)
        case .rating(let rating): lines(of: rating, in: layout)
        case .compoundButton(let button): lines(of: button, in: layout)
        case .codeBlock(let code): lines(of: code, in: layout)
        case .chart(let chart): lines(of: chart, in: layout)
        case .unknown: []
        }
    }
}

/// The width for an element, with the layout that it inherits.
struct TerminalLayoutContext {
    var width: Int
    var alignment = HorizontalAlignment.left
    var columnDepth = 0

    func aligned(_ alignment: HorizontalAlignment?) -> TerminalLayoutContext {
        var layout = self
        if let alignment { layout.alignment = alignment }
        return layout
    }

    /// Returns a line, aligned as the layout says.
    func line(_ cells: [TerminalCell]) -> TerminalLine { TerminalLine(cells, alignment: alignment) }

    /// Returns text as one line, cut to the width.
    func cut(_ cells: [TerminalCell]) -> TerminalLine { line(LineBreaker.cut(cells, width: width)) }

    /// Returns text broken into lines.
    func wrapped(_ cells: [TerminalCell]) -> [TerminalLine] { LineBreaker.wrap(cells, width: width).map(line) }

    func inColumn(width: Int) -> TerminalLayoutContext {
        var layout = self
        layout.width = width
        layout.columnDepth += 1
        return layout
    }
}
