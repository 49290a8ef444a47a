import CardRendering

/// Formats text for the output, with or without colors.
package struct TerminalFormatter: Hashable, Sendable {
    /// The number of columns in a line.
    package var width: Int
    /// Whether colors may be used.
    package var usesColors: Bool

    package init(width: Int, usesColors: Bool) {
        self.width = width
        self.usesColors = usesColors
    }

    /// Creates a formatter for a command's standard output.
    package init(_ context: CommandContext) {
        self.init(width: context.width, usesColors: context.usesColors)
    }

    /// Whether the output is too narrow for tables with a date and an id in each line.
    var isNarrow: Bool { width < 60 }

    /// Returns a text cut to a number of columns, at least a few letters, made safe for the terminal.
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

    /// Returns less important text, wrapped into lines and made safe for the terminal.
    func wrappedSecondary(_ text: String) -> String {
        var lines: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, DisplayWidth.cells(of: last) + 1 + DisplayWidth.cells(of: String(word)) <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.map(secondary).joined(separator: "\n")
    }

    /// Returns a heading of one line, made safe for the terminal, in bold if possible.
    func heading(_ text: String) -> String { styled(text, "1") }

    /// Returns one line of less important text, made safe for the terminal, dimmed if possible.
    func secondary(_ text: String) -> String { styled(text, "2") }

    private func styled(_ text: String, _ style: String) -> String {
        let text = TerminalText.safe(text)
        return usesColors ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
    }
}

/// A table with aligned columns, for people.
package struct TextTable: Sendable {
    private let header: [String]
    private var rows: [[String]] = []

    /// Creates a table with the names of its columns.
    package init(_ header: String...) { self.header = header }

    /// Adds a row with its cells made safe for the terminal; missing cells are empty.
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
