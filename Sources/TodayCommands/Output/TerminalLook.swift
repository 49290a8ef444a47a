import CardRendering

/// How text may look where it is shown.
package struct TerminalLook: Hashable, Sendable {
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

    /// A heading of one line, made safe for the terminal: bold where that can be shown.
    func heading(_ text: String) -> String { styled(text, "1") }

    /// Something less important, one line, made safe for the terminal: dim where that can be shown.
    func aside(_ text: String) -> String { styled(text, "2") }

    private func styled(_ text: String, _ style: String) -> String {
        let text = TerminalText.safe(text)
        return usesColors ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
    }
}
