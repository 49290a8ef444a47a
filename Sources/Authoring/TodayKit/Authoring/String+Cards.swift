import AdaptiveCards

extension String {
    /// The text, escaped so that a card shows it literally.
    ///
    /// The texts of a `TextBlock` and of a `Fact` are Markdown with dates. Use this for text that people typed and for
    /// text from the network.
    public var escapedForCards: String { CardEscaping.escaped(self) }
}
