/// Breaks text into lines for a terminal.
enum LineBreaker {
    private static let ellipsis = "…" as Character

    /// Breaks text after spaces, between wide characters, and, if there is no other way, anywhere.
    ///
    /// - Parameters:
    ///   - cells: The text.
    ///   - width: The width of a line, at least 1. A wide character that does not fit into a line becomes an ellipsis.
    /// - Returns: The lines, at least one, without trailing spaces.
    static func wrap(_ cells: [TerminalCell], width: Int) -> [[TerminalCell]] {
        var lines: [[TerminalCell]] = []
        var line: [TerminalCell] = []
        var used = 0
        // Number of cells that stay on the line if the rest moves to the next one.
        var breakable = 0
        for original in cells {
            let cell = original.width <= width ? original : ellipsisCell(like: original)
            if used + cell.width > width {
                if cell.character == " " {
                    breakable = line.count
                    continue
                }
                let kept = breakable > 0 ? breakable : line.count
                lines.append(trimmed(line[..<kept]))
                line = Array(line[kept...].drop { $0.character == " " })
                used = line.width
                breakable = 0
            }
            if cell.character == " ", line.isEmpty, !lines.isEmpty { continue }
            if cell.width == 2, !line.isEmpty { breakable = line.count }
            line.append(cell)
            used += cell.width
            if cell.character == " " || cell.width == 2 { breakable = line.count }
        }
        lines.append(trimmed(line[...]))
        return lines
    }

    /// Cuts text to the width, with an ellipsis if some of it is missing.
    static func cut(_ cells: [TerminalCell], width: Int) -> [TerminalCell] {
        let total = cells.width
        guard total > width, let first = cells.first else { return cells }
        var kept: [TerminalCell] = []
        var used = 0
        for cell in cells {
            guard used + cell.width <= width - 1 else { break }
            kept.append(cell)
            used += cell.width
        }
        kept = trimmed(kept[...])
        kept.append(ellipsisCell(like: kept.last ?? first))
        return kept
    }

    /// Keeps a number of lines; an ellipsis replaces the others.
    static func clamp(_ lines: [[TerminalCell]], to count: Int, width: Int) -> [[TerminalCell]] {
        guard lines.count > count, count > 0 else { return lines }
        var kept = Array(lines[..<count])
        let last = kept[count - 1]
        let mark = ellipsisCell(like: last.last ?? TerminalCell(character: " ", width: 1, style: .plain))
        var room = width - 1
        kept[count - 1] =
            last.prefix { cell in
                room -= cell.width
                return room >= 0
            } + [mark]
        return kept
    }

    private static func trimmed(_ line: ArraySlice<TerminalCell>) -> [TerminalCell] {
        var line = line
        while line.last?.character == " " { line.removeLast() }
        return Array(line)
    }

    private static func ellipsisCell(like cell: TerminalCell) -> TerminalCell {
        TerminalCell(character: ellipsis, width: 1, style: cell.style)
    }
}
