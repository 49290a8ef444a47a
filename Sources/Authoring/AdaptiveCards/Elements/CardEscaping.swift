package enum CardEscaping {
    /// Returns a text, escaped so that a card shows it literally.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\r": result += " "
            // A hyphen or a period matters only at the beginning of a list item; escaped it looks the same.
            case "\\", "*", "_", "[", "]", "(", ")", "{", "}", "`", "~", "<", ">", "#", "+", "-", ".", "!", "|":
                result.unicodeScalars.append("\\")
                result.unicodeScalars.append(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
