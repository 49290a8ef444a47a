/// One character of a terminal's line with its style.
struct TerminalCell: Hashable {
    let character: Character
    let width: Int
    let style: TerminalStyle

    /// The cells of a text that is safe; what takes no room of its own has been made part of a character.
    static func cells(_ text: String, style: TerminalStyle) -> [TerminalCell] {
        TerminalText.safe(text).compactMap { character in
            let width = DisplayWidth.cells(of: character)
            return width == 0 ? nil : TerminalCell(character: character, width: width, style: style)
        }
    }

    static func spaces(_ count: Int) -> [TerminalCell] {
        Array(repeating: TerminalCell(character: " ", width: 1, style: .plain), count: max(0, count))
    }
}
