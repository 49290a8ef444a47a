/// Texts as messages keep them.
enum MessageText {
    /// Cuts a text to a number of bytes, between two characters.
    static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var result = ""
        var count = 0
        for character in text {
            count += character.utf8.count
            if count > bytes { break }
            result.append(character)
        }
        return result
    }

    /// A text for one line: what controls a terminal or breaks the line becomes a space.
    static func line(_ text: String, to bytes: Int) -> String {
        let scalars = cut(text, to: bytes).unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// A text as it is searched: without the difference of cases.
    static func folded(_ text: String) -> String { text.lowercased() }

    /// The words of a query, each folded; at most ``MessageLimits/queryWords``.
    static func words(_ query: String?) -> [String] {
        folded(query ?? "").split(whereSeparator: \.isWhitespace).prefix(MessageLimits.queryWords).map(String.init)
    }
}
