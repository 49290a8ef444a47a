import CardRendering

/// How text may look where it is shown.
package struct TerminalFormatter: Hashable, Sendable {
    /// How many columns a line may have.
    package var width: Int
    /// Whether there may be colors.
    package var usesColors: Bool

    /// Takes both.
    package init(width: Int, usesColors: Bool) {
        self.width = width
        self.usesColors = usesColors
    }

    /// The look of a process's standard output.
    package init(_ context: CommandContext) {
        self.init(width: context.width, usesColors: context.usesColors)
    }

    /// Whether there is no room for tables with a date and an id in each line.
    var isNarrow: Bool { width < 60 }

    /// As much of a text as has room in so many columns, at least a few letters, made safe for the terminal.
    func cut(_ text: String, to room: Int) -> String {
        let (text, room) = (TerminalText.safe(text), max(8, room))
        guard DisplayWidth.cells(of: text) > room else { return text }
        var kept = ""
        var used = 1
        for character in text {
            used += DisplayWidth.cells(of: character)
            guard used <= room else { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// Something less important in as many lines as it needs, made safe for the terminal.
    func asides(_ text: String) -> String {
        var lines: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, DisplayWidth.cells(of: last) + 1 + DisplayWidth.cells(of: String(word)) <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.map(aside).joined(separator: "\n")
    }

    /// A heading of one line, made safe for the terminal: bold where that can be shown.
    func heading(_ text: String) -> String { styled(text, "1") }

    /// Something less important, one line, made safe for the terminal: dim where that can be shown.
    func aside(_ text: String) -> String { styled(text, "2") }

    private func styled(_ text: String, _ style: String) -> String {
        let text = TerminalText.safe(text)
        return usesColors ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
    }
}

/// Rows of text in columns that stand in line on a terminal, for people.
package struct TextTable: Sendable {
    private let header: [String]
    private var rows: [[String]] = []

    /// Makes a table with the names of its columns.
    package init(_ header: String...) { self.header = header }

    /// Adds a row, its cells made safe for the terminal; what is left out is empty.
    package mutating func add(_ cells: String...) { rows.append(cells.map(TerminalText.safe)) }

    /// The table, without a line end after the last row.
    package var text: String {
        let lines = [header] + rows
        let widths = header.indices.map { column in
            lines.map { column < $0.count ? DisplayWidth.cells(of: $0[column]) : 0 }.max() ?? 0
        }
        return lines.map { cells in
            var line = ""
            for (column, cell) in cells.enumerated() {
                if column > 0 { line += "  " }
                line += cell
                if column < cells.count - 1 {
                    line += String(repeating: " ", count: max(0, widths[column] - DisplayWidth.cells(of: cell)))
                }
            }
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
