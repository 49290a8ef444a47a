/// References to characters in XML and HTML, such as `&amp;`, `&#8217;` and `&nbsp;`.
public enum CharacterReferences {
    /// The longest reference between `&` and `;`.
    private static let longest = 8

    /// The characters that XML names, and those of HTML that feeds use.
    private static let named: [Substring: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "shy": "\u{AD}",
        "ndash": "–", "mdash": "—", "hellip": "…", "bull": "•", "middot": "·", "lsquo": "‘", "rsquo": "’",
        "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«", "raquo": "»", "lsaquo": "‹",
        "rsaquo": "›", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "euro": "€", "pound": "£", "yen": "¥",
        "sect": "§", "times": "×", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü",
        "szlig": "ß", "eacute": "é", "egrave": "è", "ecirc": "ê", "agrave": "à", "aacute": "á", "acirc": "â",
        "ccedil": "ç", "iacute": "í", "icirc": "î", "oacute": "ó", "ocirc": "ô", "uacute": "ú", "ntilde": "ñ",
        "aring": "å", "Aring": "Å", "oslash": "ø", "Oslash": "Ø", "aelig": "æ", "AElig": "Æ", "Eacute": "É",
    ]

    /// Replaces the references in a text; one that is malformed or not known stays.
    public static func decode(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...]
            let name = rest.dropFirst().prefix(longest + 1).prefix { $0 != ";" }
            if name.count <= longest, let character = character(name) {
                result.append(character)
                rest = rest.dropFirst(name.count + 2)
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> Character? {
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        let value =
            digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value, value >= 0x20 || value == 0x09 || value == 0x0A || value == 0x0D else { return nil }
        return Unicode.Scalar(value).map { Character($0) }
    }
}
