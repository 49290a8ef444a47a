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

    /// A heading: bold where that can be shown.
    func heading(_ text: String) -> String { usesColors ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// Something less important: dim where that can be shown.
    func aside(_ text: String) -> String { usesColors ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
