package import AdaptiveCards
import Markup

/// Draws cards as plain text of any width: one line for each text, with columns of one line each side by side.
package struct PlainTextRenderer: Sendable {
    private let environment: RenderingEnvironment

    package init(environment: RenderingEnvironment) { self.environment = environment }

    /// Draws a card as lines that are joined by line feeds, without one at the end.
    ///
    /// Inputs and actions are left out.
    package func render(_ card: Card) -> String {
        let card = card.resolved(for: environment.capabilities)
        let dates = DateMacroExpander(environment: environment, cardLanguage: card.lang)
        return lines(of: card.body, dates).joined(separator: "\n")
    }

    private func lines(of elements: [CardElement], _ dates: DateMacroExpander) -> [String] {
        elements.flatMap { element in element.common.isVisible ? lines(of: element, dates) : [] }
            .filter { !$0.isEmpty }
    }

    private func lines(of element: CardElement, _ dates: DateMacroExpander) -> [String] {
        switch element {
        case .textBlock(let block): return PlainText.lines(of: block.text, dates: dates).map(TerminalText.safe)
        case .image(let image): return [TerminalText.safe(image.altText ?? "")]
        case .container(let container): return lines(of: container.items, dates)
        case .column(let column): return lines(of: column.items, dates)
        case .columnSet(let columnSet):
            let columns = columnSet.columns.map { lines(of: [$0], dates) }
            return columns.allSatisfy { $0.count <= 1 }
                ? [columns.joined().joined(separator: " ")] : Array(columns.joined())
        case .factSet(let factSet):
            return factSet.facts.map { fact in
                let title = PlainText.text(of: fact.title, dates: dates)
                return TerminalText.safe("\(title): \(PlainText.text(of: fact.value, dates: dates))")
            }
        case .actionSet, .textInput, .toggleInput, .choiceSetInput, .dateInput, .timeInput, .unknown: return []
        }
    }
}

/// Converts the text of a card's element to plain text.
enum PlainText {
    /// Replaces dates and removes the markup; paragraphs and list items are joined on one line.
    static func text(of source: String, dates: DateMacroExpander) -> String {
        lines(of: source, dates: dates).joined(separator: " ")
    }

    /// Replaces dates and removes the markup; each paragraph and list item is a line.
    static func lines(of source: String, dates: DateMacroExpander) -> [String] {
        let text = dates.expand(source)
        guard !RichText.isPlain(text) else { return [text] }
        return MarkdownParser.parse(text).lines.map { line in
            var result = line.marker
            for event in line.text.events {
                switch event {
                case .text(let range): result += line.text.text(range)
                case .softBreak, .lineBreak: result += " "
                case .open, .close, .openLink, .closeLink: break
                }
            }
            return result
        }
    }
}
