package import AdaptiveCards
import Markup

/// Draws cards as plain text of any width: one line for each text; columns of one line each are side by side.
package struct PlainTextRenderer: Sendable {
    private let environment: RenderingEnvironment

    package init(environment: RenderingEnvironment) { self.environment = environment }

    /// Draws a card as lines separated by line feeds, without a trailing one.
    ///
    /// Inputs and actions are left out.
    package func render(_ card: Card) -> String {
        let card = card.resolved()
        let dates = DateMacroExpander(environment: environment, cardLanguage: card.lang)
        let header = [card.header?.title, card.header?.detail].map { PlainText.text(of: $0 ?? "", dates: dates) }
        let first = TerminalText.safe(header.filter { !$0.isEmpty }.joined(separator: ", "))
        return ((first.isEmpty ? [] : [first]) + lines(of: card.body, dates)).joined(separator: "\n")
    }

    /// Returns a text of a card as people read it: with dates in place of their macros, and without markup.
    package func text(of source: String, in card: Card) -> String {
        PlainText.text(of: source, dates: DateMacroExpander(environment: environment, cardLanguage: card.lang))
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
        case .codeBlock(let code): return code.lines.map(TerminalText.safe)
        case .table, .icon, .badge, .progressBar, .progressRing, .rating, .compoundButton, .chart:
            return graphics(element, dates).map(TerminalText.safe)
        case .actionSet, .textInput, .toggleInput, .choiceSetInput, .dateInput, .timeInput, .unknown: return []
        }
    }
}

extension PlainTextRenderer {
    /// Maximum number of data points of a chart that are written; of a longer one only the lowest and the highest are.
    private static let pointLimit = 24

    private func graphics(_ element: CardElement, _ dates: DateMacroExpander) -> [String] {
        let texts = ChartTexts(words: environment.words, dates: dates)
        switch element {
        case .table(let table):
            return table.rows.map { row in
                table.cells(of: row).map { cell in
                    cell.map { lines(of: $0.items, dates).joined(separator: " ") } ?? ""
                }.joined(separator: " | ")
            }
        case .icon(let icon): return [icon.altText ?? icon.symbol?.drawing.character.map(String.init) ?? ""]
        case .badge(let badge): return [badge.text.isEmpty ? badge.tooltip ?? "" : badge.text]
        case .progressBar(let bar):
            return [bar.altText ?? bar.range.map(texts.percent) ?? progress(bar.progress, label: "", texts)]
        case .progressRing(let ring): return [progress(ring.progress, label: ring.label ?? "", texts)]
        case .rating(let rating):
            let count = rating.count.map { " (\(texts.number(Double($0))))" } ?? ""
            return [texts.value(of: rating) + count]
        case .compoundButton(let button):
            let title = [button.title, button.badge ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
            return [title, button.description ?? ""]
        case .chart(let chart): return self.chart(chart, texts)
        default: return []
        }
    }

    /// Returns the label and the value, or, without both, a screen reader's words for indeterminate progress.
    private func progress(_ progress: ProgressValue, label: String, _ texts: ChartTexts) -> String {
        let parts = [label, progress.fraction.map(texts.percent) ?? ""].filter { !$0.isEmpty }
        return parts.isEmpty ? environment.words.progress + "…" : parts.joined(separator: ": ")
    }

    private func chart(_ chart: Chart, _ texts: ChartTexts) -> [String] {
        guard chart.hasData else { return [] }
        let title = texts.text(chart.properties.title ?? "")
        let content: [String] =
            switch chart {
            case .line(let chart): series(ChartData(chart, texts: texts), texts)
            case .verticalBar(let chart): series(ChartData(chart, texts: texts), texts)
            case .donut(let chart):
                [
                    texts.text(chart.value ?? ""),
                    chart.data.map { "\(texts.text($0.legend)) \(texts.number($0.value))" }.joined(separator: ", "),
                ].filter { !$0.isEmpty }
            case .gauge(let chart): [[texts.value(of: chart), chart.subLabel ?? ""].joined(separator: " ")]
            }
        return (title.isEmpty ? [] : [title]) + content
    }

    private func series(_ data: ChartData, _ texts: ChartTexts) -> [String] {
        guard data.series.allSatisfy({ $0.points.count <= Self.pointLimit }) else { return [texts.summary(of: data)] }
        return data.series.map { series in
            let points = series.points.map { "\($0.label) \(texts.number($0.value))" }.joined(separator: ", ")
            return series.legend.isEmpty ? points : "\(series.legend): \(points)"
        }
    }
}

/// Converts the text of a card's element to plain text.
enum PlainText {
    /// Replaces dates and removes the markup; joins paragraphs and list items into one line.
    static func text(of source: String, dates: DateMacroExpander) -> String {
        lines(of: source, dates: dates).joined(separator: " ")
    }

    /// Replaces dates and removes the markup; returns one line for each paragraph and list item.
    static func lines(of source: String, dates: DateMacroExpander) -> [String] {
        let text = dates.expand(source)
        guard !RichText.isPlain(text) else { return [text] }
        return MarkdownParser.parse(text).lines.map { line in
            var result = line.marker
            for event in line.text.events {
                switch event {
                case .text(let range): result += line.text.text(range)
                case .softBreak, .lineBreak: result += " "
                case .open, .close, .openLink, .closeLink, .image: break
                }
            }
            return result
        }
    }
}
