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
