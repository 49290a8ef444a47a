/// Filters the declarations of a `style` attribute: with listed properties and values that have no backslashes,
/// addresses or functions but those of colours and lengths, they can neither load anything nor cover other content.
enum SafeStyle {
    /// Largest number of declarations that are read.
    private static let declarationLimit = 64
    /// Longest permitted value, in bytes.
    private static let valueLimit = 200

    private static let properties: Set<String> = [
        "color", "background-color", "background", "font", "font-family", "font-size", "font-style", "font-weight",
        "font-variant", "line-height", "letter-spacing", "word-spacing", "text-align", "text-decoration",
        "text-decoration-line", "text-decoration-color", "text-decoration-style", "text-transform", "text-indent",
        "vertical-align", "white-space", "word-break", "overflow-wrap", "word-wrap", "direction", "width", "max-width",
        "min-width", "height", "max-height", "min-height", "border-radius", "border-collapse", "border-spacing",
        "table-layout", "display", "float", "clear", "list-style-type", "list-style-position", "box-sizing", "opacity",
    ]
    private static let families = ["margin", "padding", "border"]
    private static let functions: Set<String> = ["rgb", "rgba", "hsl", "hsla", "calc"]

    /// Filters the value of the attribute, and returns the safe declarations; `nil` if none is left.
    static func filter(_ text: String) -> String? {
        let kept = text.split(separator: ";").prefix(declarationLimit).compactMap(declaration)
        return kept.isEmpty ? nil : kept.joined(separator: "; ")
    }

    private static func declaration(_ text: Substring) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = text[..<colon].trimmed.lowercased()
        let value = text[text.index(after: colon)...].trimmed
        guard isKnown(name), isHarmless(value) else { return nil }
        return "\(name): \(value)"
    }

    private static func isKnown(_ name: String) -> Bool {
        if properties.contains(name) { return true }
        return families.contains { name == $0 || name.hasPrefix($0 + "-") } && name.utf8.count <= 40
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") } && !name.contains("image")
    }

    private static func isHarmless(_ value: String) -> Bool {
        guard (1...valueLimit).contains(value.utf8.count), value.allSatisfy(isAllowed), !value.contains("/*"),
            value.count(where: { $0 == "'" }).isMultiple(of: 2), value.count(where: { $0 == "\"" }).isMultiple(of: 2)
        else { return false }
        var depth = 0
        var word = ""
        for character in value {
            switch character {
            case "(":
                guard functions.contains(word.lowercased()) || (word.isEmpty && depth > 0) else { return false }
                depth += 1
                word = ""
            case ")":
                depth -= 1
                guard depth >= 0 else { return false }
                word = ""
            case _ where character.isLetter || character.isNumber || character == "-" || character == "_":
                word.append(character)
            default: word = ""
            }
        }
        return depth == 0
    }

    private static func isAllowed(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || " #%.,()!'\"+*/-_".contains(character))
    }
}
