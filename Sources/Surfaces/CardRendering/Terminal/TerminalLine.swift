import AdaptiveCards

/// One line of a terminal before it is aligned.
struct TerminalLine {
    enum Content {
        case cells([TerminalCell])
        /// A rule of the full width.
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

    /// Minimum width of the line.
    var width: Int {
        switch content {
        case .cells(let cells): cells.width
        case .rule: 0
        }
    }

    /// Returns the aligned line, padded to the full width or without trailing spaces.
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

/// One character of a terminal's line, with its width and style.
struct TerminalCell: Hashable {
    let character: Character
    let width: Int
    let style: TerminalStyle

    /// Returns the cells of a sanitized text; combining marks are part of their character.
    static func cells(_ text: String, style: TerminalStyle = .plain) -> [TerminalCell] {
        TerminalText.safe(text).compactMap { character in
            let width = DisplayWidth.cells(of: character)
            return width == 0 ? nil : TerminalCell(character: character, width: width, style: style)
        }
    }

    static func spaces(_ count: Int) -> [TerminalCell] {
        Array(repeating: TerminalCell(character: " ", width: 1, style: .plain), count: max(0, count))
    }
}

extension [TerminalCell] {
    /// The width of all cells.
    var width: Int { reduce(0) { $0 + $1.width } }
}

/// The style of text in a terminal.
struct TerminalStyle: Hashable {
    var isBold = false
    var isItalic = false
    var isDim = false
    var color = TextColor.default

    static let plain = TerminalStyle()
    private static let colorCodes: [TextColor: String] = [
        .dark: "90", .light: "97", .accent: "36", .good: "32", .warning: "33", .attention: "31",
    ]

    /// The escape sequence that turns the style on; empty for plain text.
    var sequence: String {
        var codes: [String] = []
        if isBold { codes.append("1") }
        if isDim { codes.append("2") }
        if isItalic { codes.append("3") }
        if let code = Self.colorCodes[color] { codes.append(code) }
        return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
    }
}
