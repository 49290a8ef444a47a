import XMLReading

/// Makes plain text on one line of what a feed contains.
enum PlainText {
    /// Returns the words of a text, without control characters.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: How many characters are kept; a longer text ends with an ellipsis.
    /// - Returns: The words with a space between them.
    static func line(_ text: String, limit: Int) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: shown.append(" ")
            // Marks that change the direction of what follows are among the formats; joiners belong to words.
            case .format where scalar != "\u{200D}" && scalar != "\u{200C}": break
            case .privateUse, .surrogate: break
            default: shown.append(scalar)
            }
        }
        let line = String(shown).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > limit ? line.prefix(limit - 1).trimmingSpace + "…" : line
    }

    /// Returns the words of HTML without its tags, and without the content of scripts and style sheets.
    static func line(html: String, limit: Int) -> String {
        guard html.contains(where: { $0 == "<" || $0 == "&" }) else { return line(html, limit: limit) }
        var text = ""
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            rest = rest[start...]
            guard let tag = Tag(rest) else {
                text.append("<")
                rest = rest.dropFirst()
                continue
            }
            rest = rest[tag.end...]
            if ["script", "style"].contains(tag.name), let close = Tag.end(of: tag.name, in: rest) {
                rest = rest[close...]
            }
            if !Self.inline.contains(tag.name) { text.append(" ") }
        }
        return line(CharacterReferences.decode(text + rest), limit: limit)
    }

    /// The elements that do not separate words.
    private static let inline: Set<String> = [
        "a", "abbr", "b", "bdi", "code", "em", "font", "i", "mark", "q", "s", "small", "span", "strong", "sub", "sup",
        "u", "wbr",
    ]

    /// A tag at the beginning of a text.
    private struct Tag {
        /// The name in lower case, without the slash of a closing tag; empty for a comment.
        var name: String
        var end: Substring.Index

        /// Reads a tag; `nil` if the text begins with none, as in `a < b`.
        init?(_ text: Substring) {
            let inside = text.dropFirst()
            let start = inside.first == "/" ? inside.dropFirst() : inside
            guard let first = start.first, first == "!" || (first.isLetter && first.isASCII),
                let close = inside.firstIndex(of: ">")
            else { return nil }
            name = start.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
            end = text.index(after: close)
        }

        /// The end of the closing tag of an element; `nil` if there is none.
        static func end(of name: String, in text: Substring) -> Substring.Index? {
            var rest = text
            while let start = rest.firstIndex(of: "<") {
                rest = rest[start...]
                if rest.dropFirst().first == "/", let tag = Tag(rest), tag.name == name { return tag.end }
                rest = rest.dropFirst()
            }
            return nil
        }
    }
}
