extension String {
    /// The text for a card in which it is to stand as it is.
    ///
    /// Texts of a `TextBlock` and of a `Fact` are Markdown with dates; whatever could be either is escaped here. Use it
    /// for what people typed and for what came from the network.
    public var escapedForCards: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n", "\r": result += " "
            // A hyphen or a point matters only where a list could begin; escaped it reads the same.
            case "\\", "*", "_", "[", "]", "(", ")", "{", "}", "`", "~", "<", ">", "#", "+", "-", ".", "!", "|":
                result.unicodeScalars.append("\\")
                result.unicodeScalars.append(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
