/// Reads values of the type TEXT (RFC 5545, section 3.3.11).
enum TextValue {
    /// Returns the words of a text on one line, without control characters and marks that change its direction.
    ///
    /// - Parameters:
    ///   - value: The value with its escapes.
    ///   - limit: How many characters are kept; a longer text ends with an ellipsis.
    /// - Returns: The text; `nil` if it is empty.
    static func line(_ value: String, limit: Int) -> String? {
        var shown = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in value.unicodeScalars.prefix(limit * 8) {
            if isEscaped {
                isEscaped = false
                if scalar == "n" || scalar == "N" {
                    shown.append(" ")
                    continue
                }
            } else if scalar == "\\" {
                isEscaped = true
                continue
            }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: shown.append(" ")
            // Joiners belong to words and emoji.
            case .format where scalar != "\u{200D}" && scalar != "\u{200C}": break
            case .privateUse, .surrogate: break
            default: shown.append(scalar)
            }
        }
        let line = String(shown).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard line.count > limit else { return line.isEmpty ? nil : line }
        return line.prefix(limit - 1) + "…"
    }
}
