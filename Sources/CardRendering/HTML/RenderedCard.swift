/// A card as HTML, and the style rules that it needs beside ``CardStylesheet``.
package struct RenderedCard: Hashable, Sendable {
    /// The markup: one `div` of class `ac-card`, without style attributes and scripts.
    package let html: String
    /// The rules of the classes that this card's own sizes and colors need, each once.
    package let rules: [StyleRule]
}
