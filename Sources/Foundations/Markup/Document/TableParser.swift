/// Parses tables: a line of cells, a line of hyphens with the same number of cells, and further lines of cells.
enum TableParser {
    /// The largest number of columns of a table; a wider one is text.
    private static let columnLimit = 64

    /// Parses the table that begins at a line; returns `nil` if none does.
    static func table(in lines: [SourceLine], from start: Int) -> (table: MarkdownDocument.Table, end: Int)? {
        guard start + 1 < lines.count, lines[start].indent < 4, lines[start + 1].indent < 4,
            let alignments = alignments(lines[start + 1]), lines[start].bytes.contains(UInt8(ascii: "|"))
        else { return nil }
        let header = cells(lines[start])
        guard header.count == alignments.count else { return nil }
        var rows: [[InlineText]] = []
        var end = start + 2
        while end < lines.count, !lines[end].isBlank, !(BlockStart(lines[end])?.interruptsParagraph ?? false) {
            rows.append(row(cells(lines[end]), alignments.count))
            end += 1
        }
        let table = MarkdownDocument.Table(alignments: alignments, header: row(header, header.count), rows: rows)
        return (table, end)
    }

    private static func row(_ cells: [[UInt8]], _ count: Int) -> [InlineText] {
        cells.prefix(count).map { InlineParser.parse($0, .document) }
    }

    /// Returns the alignments of the columns from the line below the header; `nil` for any other line.
    private static func alignments(_ line: SourceLine) -> [MarkdownDocument.Table.Alignment]? {
        let content = line.content
        guard content.contains(UInt8(ascii: "-")), content.allSatisfy({ " \t|:-".utf8.contains($0) }) else {
            return nil
        }
        let cells = cells(line)
        guard (1...columnLimit).contains(cells.count), cells.count > 1 || content.contains(UInt8(ascii: "|"))
        else { return nil }
        var alignments: [MarkdownDocument.Table.Alignment] = []
        for cell in cells {
            let isLeft = cell.first == UInt8(ascii: ":")
            let isRight = cell.count > 1 && cell.last == UInt8(ascii: ":")
            let hyphens = cell.dropFirst(isLeft ? 1 : 0).dropLast(isRight ? 1 : 0)
            guard !hyphens.isEmpty, hyphens.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
            alignments.append(isLeft ? (isRight ? .center : .left) : (isRight ? .right : .natural))
        }
        return alignments
    }

    /// Splits a line into cells, without the bars at its ends; a bar after a backslash is text.
    private static func cells(_ line: SourceLine) -> [[UInt8]] {
        var cells: [[UInt8]] = []
        var cell: [UInt8] = []
        var isEscaped = false
        var content = line.content
        if content.first == UInt8(ascii: "|") { content = content.dropFirst() }
        for byte in content {
            if byte == UInt8(ascii: "|") {
                if isEscaped {
                    cell[cell.count - 1] = byte
                } else {
                    cells.append(Array(cell[...].trimmed))
                    cell.removeAll()
                }
            } else {
                cell.append(byte)
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        if !cell.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { cells.append(Array(cell[...].trimmed)) }
        return cells
    }
}
