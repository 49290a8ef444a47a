extension String {
    /// The text, escaped so that a card shows it literally.
    ///
    /// The texts of a `TextBlock` and of a `Fact` are Markdown with dates. Use this for text that people typed and for
    /// text from the network.
    public var escapedForCards: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n", "\r": result += " "
            // A hyphen or a point only matters at the beginning of a list item; escaped it looks the same.
            case "\\", "*", "_", "[", "]", "(", ")", "{", "}", "`", "~", "<", ">", "#", "+", "-", ".", "!", "|":
                result.unicodeScalars.append("\\")
                result.unicodeScalars.append(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
