import CardRendering

/// Formats text for the output, with or without colors.
struct TerminalFormatter: Hashable, Sendable {
    var width: Int
    var usesColors: Bool

    /// `true` if the output is too narrow for tables with a date and an id on each line.
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
        Self.lines(of: text, width: width).map(secondary).joined(separator: "\n")
    }

    /// Wraps the words of a text to lines of at most `width` columns, as far as the words permit.
    static func lines(of text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, DisplayWidth.cells(of: last) + 1 + DisplayWidth.cells(of: String(word)) <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Returns a heading of one line, made safe for the terminal.
    func heading(_ text: String) -> String { styled(text, "1") }

    /// Returns one line of less important text, made safe for the terminal, dimmed if possible.
    func secondary(_ text: String) -> String { styled(text, "2") }

    private func styled(_ text: String, _ style: String) -> String {
        let text = TerminalText.safe(text)
        return usesColors ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
    }
}

extension TerminalFormatter {
    init(_ context: CommandContext) { self.init(width: context.width, usesColors: context.usesColors) }
}

struct TextTable: Sendable {
    private let header: [String]
    private var rows: [[String]] = []

    init(_ header: String...) { self.header = header }

    /// Creates a table with a row for each element; columns return its cells, which are made safe for the terminal.
    init<Thing>(of things: some Sequence<Thing>, _ columns: (name: String, cell: (Thing) -> String?)...) {
        header = columns.map(\.name)
        rows = things.map { thing in columns.map { TerminalText.safe($0.cell(thing) ?? "") } }
    }

    /// Adds a row with its cells made safe for the terminal; missing cells are empty.
    mutating func add(_ cells: String...) { rows.append(cells.map(TerminalText.safe)) }

    /// The smallest width of the last column at which it is wrapped.
    private static let leastRoom = 20

    var text: String { text(width: nil) }

    /// Returns the table; if it has times, followed by their time zone.
    func text(with dates: Dates, hasDates: Bool = true) -> String {
        let table = text(width: nil)
        return hasDates ? "\(table)\n\(dates.zoneLine)" : table
    }

    /// Returns the table, without a trailing line break.
    ///
    /// If the table is wider than `width`, the words of its last column are wrapped, unless there is too little room
    /// for it; `nil` leaves each row on one line.
    func text(width: Int?) -> String {
        let lines = [header] + rows
        let widths = header.indices.map { column in
            lines.map { column < $0.count ? DisplayWidth.cells(of: $0[column]) : 0 }.max() ?? 0
        }
        let indent = widths.dropLast().reduce(0) { $0 + $1 + 2 }
        let room = width.map { $0 - indent }.flatMap { $0 >= Self.leastRoom ? $0 : nil }
        return lines.map { cells in
            var cells = cells
            var rest: ArraySlice<String> = []
            if let room, cells.count == widths.count, let last = cells.last, DisplayWidth.cells(of: last) > room {
                let parts = TerminalFormatter.lines(of: last, width: room)
                cells[cells.count - 1] = parts.first ?? ""
                rest = parts.dropFirst()
            }
            var line = ""
            for (column, cell) in cells.enumerated() {
                if column > 0 { line += "  " }
                line += cell
                if column < cells.count - 1 {
                    line += String(repeating: " ", count: max(0, widths[column] - DisplayWidth.cells(of: cell)))
                }
            }
            while line.last == " " { line.removeLast() }
            return ([line] + rest.map { String(repeating: " ", count: indent) + $0 }).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
