enum AttributeRule {
    /// Longest permitted value, in bytes.
    private static let valueLimit = 4096
    /// Longest permitted title or alternative text, in characters.
    static let textLength = 1000

    /// Names of all attributes that at least one element may have.
    static let names: Set<String> = [
        "align", "alt", "bgcolor", "border", "cellpadding", "cellspacing", "color", "colspan", "dir", "face", "height",
        "href", "lang", "open", "reversed", "rowspan", "size", "span", "src", "start", "style", "text", "title", "type",
        "valign", "width",
    ]

    /// Returns the value to write for an attribute of an element, both in lower case, from the unescaped one; `nil` if
    /// the attribute must be dropped.
    static func value(of name: String, _ value: String, on element: String) -> String? {
        guard value.utf8.count <= valueLimit else { return nil }
        let value = value.trimmed
        if let elements = elements[name], !elements.contains(element) { return nil }
        switch name {
        case "style": return SafeStyle.filter(value)
        case "dir": return ["ltr", "rtl", "auto"].contains(value.lowercased()) ? value.lowercased() : nil
        case "lang": return isWord(value, limit: 35) ? value : nil
        case "title": return String(value.prefix(textLength))
        case "align", "valign": return isWord(value, limit: 16) ? value : nil
        case "width", "height": return isLength(value) ? value : nil
        case "colspan", "rowspan", "span": return number(value).flatMap { (1...1000).contains($0) ? String($0) : nil }
        case "border", "cellpadding", "cellspacing":
            return number(value).flatMap { (0...200).contains($0) ? String($0) : nil }
        case "bgcolor", "color": return isColor(value) ? value : nil
        case "face": return value.utf8.count <= 100 && value.allSatisfy(isPlainCharacter) ? value : nil
        case "size":
            let digits = value.drop { $0 == "+" || $0 == "-" }
            return number(String(digits)).map { $0 <= 7 } ?? false ? value : nil
        case "start": return number(value).map(String.init)
        case "type": return isWord(value, limit: 8) ? value : nil
        case "reversed", "open": return ""
        default: return nil
        }
    }

    /// The elements that may have an attribute; every allowed element may have one that is not listed.
    private static let elements: [String: Set<String>] = [
        "width": ["table", "td", "th", "col", "colgroup", "img", "hr"], "height": ["table", "td", "th", "tr", "img"],
        "colspan": ["td", "th"], "rowspan": ["td", "th"], "span": ["col", "colgroup"], "border": ["table"],
        "cellpadding": ["table"], "cellspacing": ["table"],
        "bgcolor": ["table", "tbody", "thead", "tfoot", "tr", "td", "th"], "color": ["font"], "face": ["font"],
        "size": ["font"], "start": ["ol"], "type": ["ol", "ul", "li"], "reversed": ["ol"], "open": ["details"],
    ]

    /// Returns the trimmed address of a link; `nil` unless its scheme is http, https, mailto or tel.
    static func link(_ address: String) -> String? {
        let address = address.trimmed
        guard (1...2048).contains(address.utf8.count), address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
            let colon = address.firstIndex(of: ":")
        else { return nil }
        let scheme = address[..<colon].lowercased()
        switch scheme {
        case "http", "https":
            let rest = address[colon...]
            guard rest.hasPrefix("://"), rest.dropFirst(3).first.map({ $0 != "/" && $0 != "\\" }) ?? false else {
                return nil
            }
            return address
        case "mailto", "tel": return address
        default: return nil
        }
    }

    /// Returns `true` if a width or height is at most 1, which marks a picture as a tracking pixel.
    static func isTrackingSize(_ value: String) -> Bool {
        let value = value.trimmed.lowercased()
        let digits = value.hasSuffix("px") ? String(value.dropLast(2)) : value
        return number(digits).map { $0 <= 1 } ?? false
    }

    static func isColor(_ value: String) -> Bool {
        let name = value.first == "#" ? value.dropFirst() : value[...]
        return (1...24).contains(name.utf8.count) && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func number(_ text: String) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    private static func isLength(_ text: String) -> Bool {
        var digits = text[...]
        if digits.hasSuffix("%") { digits = digits.dropLast() }
        if digits.hasSuffix("px") { digits = digits.dropLast(2) }
        return number(String(digits)) != nil
    }

    private static func isWord(_ text: String, limit: Int) -> Bool {
        (1...limit).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    private static func isPlainCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || " ,'-".contains(character))
    }
}

extension StringProtocol {
    /// The text without white space and line breaks at either end.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
