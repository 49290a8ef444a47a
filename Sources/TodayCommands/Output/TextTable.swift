import CardRendering

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
