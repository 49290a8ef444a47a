import AdaptiveCards

/// One line of a terminal before it is put in its place.
struct TerminalLine {
    enum Content {
        case cells([TerminalCell])
        /// A rule as long as there is room.
        case rule
    }

    var content: Content
    var alignment: HorizontalAlignment

    init(_ cells: [TerminalCell] = [], alignment: HorizontalAlignment = .left) {
        content = .cells(cells)
        self.alignment = alignment
    }

    static var rule: TerminalLine {
        var line = TerminalLine()
        line.content = .rule
        return line
    }

    /// The room the line needs at least.
    var width: Int {
        switch content {
        case .cells(let cells): cells.reduce(0) { $0 + $1.width }
        case .rule: 0
        }
    }

    /// The line in its place: as wide as the room, or, at the end of a terminal's line, without what is empty.
    func placed(in room: Int, isPadded: Bool) -> [TerminalCell] {
        switch content {
        case .rule:
            return Array(
                repeating: TerminalCell(character: "─", width: 1, style: TerminalStyle(isDim: true)),
                count: room
            )
        case .cells(let cells):
            let free = max(0, room - width)
            let before =
                switch alignment {
                case .left: 0
                case .center: free / 2
                case .right: free
                }
            return TerminalCell.spaces(before) + cells + TerminalCell.spaces(isPadded ? free - before : 0)
        }
    }
}
