import AdaptiveCards
import Markup

extension TerminalDrawing {
    func lines(of block: TextBlock, in layout: TerminalLayoutContext) -> [TerminalLine] {
        let resolved = ResolvedTextStyle(block)
        let style = TerminalStyle(
            isBold: resolved.weight == .bolder,
            isItalic: false,
            isDim: resolved.isSubtle || resolved.weight == .lighter,
            color: resolved.color
        )
        guard !block.text.isEmpty else { return [] }
        var lines = paragraphs(of: block.text, style: style).flatMap { marker, text in
            block.wrap ? wrap(marker, text, layout.width) : [LineBreaker.cut(marker + text, width: layout.width)]
        }
        if block.wrap, let maxLines = block.maxLines {
            lines = LineBreaker.clamp(lines, to: maxLines, width: layout.width)
        }
        return lines.map { TerminalLine($0, alignment: layout.alignment) }
    }

    func lines(of block: CodeBlock, in layout: TerminalLayoutContext) -> [TerminalLine] {
        guard !block.codeSnippet.isEmpty else { return [] }
        return block.lines.flatMap { line in
            LineBreaker.wrap(TerminalCell.cells(line), width: layout.width).map { TerminalLine($0) }
        }
    }

    func lines(of image: Image, in layout: TerminalLayoutContext) -> [TerminalLine] {
        guard let altText = image.altText, !altText.isEmpty else { return [] }
        let cells = TerminalCell.cells("[\(altText)]", style: TerminalStyle(isDim: true))
        return layout.wrapped(cells)
    }

    func lines(of factSet: FactSet, in layout: TerminalLayoutContext) -> [TerminalLine] {
        let facts = factSet.facts.map { fact in
            (title: phrase(fact.title, style: TerminalStyle(isBold: true)), value: phrase(fact.value))
        }
        let widest = facts.map { $0.title.width }.max() ?? 0
        let titleWidth = min(widest, max(1, layout.width / 2 - 2))
        let valueWidth = layout.width - titleWidth - 2
        guard valueWidth >= 4 else {
            return facts.flatMap { LineBreaker.wrap($0.title + TerminalCell.spaces(1) + $0.value, width: layout.width) }
                .map { TerminalLine($0) }
        }
        return facts.flatMap { fact -> [TerminalLine] in
            let title = TerminalLine(LineBreaker.cut(fact.title, width: titleWidth)).placed(
                in: titleWidth,
                isPadded: true
            )
            return LineBreaker.wrap(fact.value, width: valueWidth).enumerated().map { index, value in
                TerminalLine((index == 0 ? title : TerminalCell.spaces(titleWidth)) + TerminalCell.spaces(2) + value)
            }
        }
    }

    /// Returns the paragraphs and list items of a text, each with its list marker.
    private func paragraphs(
        of source: String,
        style: TerminalStyle
    ) -> [(marker: [TerminalCell], text: [TerminalCell])] {
        let text = dates.expand(source)
        guard !RichText.isPlain(text) else { return [([], TerminalCell.cells(text, style: style))] }
        return MarkdownParser.parse(text).lines.map { marker, content in
            (TerminalCell.cells(marker, style: style), cells(of: content, style: style))
        }
    }

    /// Returns a text on one line.
    func phrase(_ source: String, style: TerminalStyle = .plain) -> [TerminalCell] {
        Array(
            paragraphs(of: source, style: style).map { $0.marker + $0.text }.joined(separator: TerminalCell.spaces(1))
        )
    }

    private func cells(of content: InlineText, style: TerminalStyle) -> [TerminalCell] {
        var result: [TerminalCell] = []
        var boldDepth = 0
        var italicDepth = 0
        for event in content.events {
            switch event {
            case .open(.bold): boldDepth += 1
            case .close(.bold): boldDepth -= 1
            case .open(.italic): italicDepth += 1
            case .close(.italic): italicDepth -= 1
            case .open, .close, .openLink, .closeLink, .image: break
            case .softBreak, .lineBreak: result += TerminalCell.spaces(1)
            case .text(let range):
                var current = style
                current.isBold = style.isBold || boldDepth > 0
                current.isItalic = italicDepth > 0
                result += TerminalCell.cells(content.text(range), style: current)
            }
        }
        return result
    }

    /// Wraps a paragraph or a list item; indents all lines of an item but the first.
    private func wrap(_ marker: [TerminalCell], _ text: [TerminalCell], _ width: Int) -> [[TerminalCell]] {
        let indent = marker.width
        guard indent > 0, width - indent >= 4 else { return LineBreaker.wrap(marker + text, width: width) }
        return LineBreaker.wrap(text, width: width - indent).enumerated().map { index, line in
            (index == 0 ? marker : TerminalCell.spaces(indent)) + line
        }
    }
}
