/// Reduces HTML to text and to tags with allowed attributes, so that a parser's work is bounded.
///
/// It tokenizes as browsers do and writes unambiguous markup: every value is quoted, and `<` only begins a tag. It does
/// not make the input safe; ``HTMLSanitizer`` does. libxml2 compares each attribute of an element with all earlier
/// ones, so a hundred thousand of them take it half a minute; a rewritten tag has each of ``AttributeRule/names`` at
/// most once.
///
/// Comments, declarations and the content of ``raw`` elements are dropped, and so is everything after an unterminated
/// tag or comment. The time it takes grows linearly with the length of the text.
struct MarkupFilter {
    /// Elements whose content is not markup; it is dropped.
    private static let raw: Set<String> = [
        "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes",
    ]
    /// Longest name of a tag or an attribute, in bytes; longer ones are dropped.
    private static let nameLimit = 32

    private let source: [UInt8]
    private var position = 0
    private var result: [UInt8] = []

    private init(_ source: [UInt8]) {
        self.source = source
        result.reserveCapacity(source.count + source.count / 8)
    }

    static func filter(_ html: [UInt8]) -> [UInt8] {
        var filter = MarkupFilter(html)
        while filter.position < html.count { filter.step() }
        return filter.result
    }

    private mutating func step() {
        guard source[position] == UInt8(ascii: "<") else {
            let end = source[position...].firstIndex(of: UInt8(ascii: "<")) ?? source.count
            result.append(contentsOf: source[position..<end])
            return position = end
        }
        switch peek(1) {
        case UInt8(ascii: "!"): skipComment()
        case UInt8(ascii: "?"): skip(beyond: UInt8(ascii: ">"))
        case UInt8(ascii: "/"):
            if Self.isLetter(peek(2)) { consumeEndTag() } else { skip(beyond: UInt8(ascii: ">")) }
        case let byte where Self.isLetter(byte): consumeTag()
        default:
            write("&lt;")
            position += 1
        }
    }
}

// MARK: - Tags

extension MarkupFilter {
    private mutating func consumeTag() {
        position += 1
        let name = consumeName()
        guard let attributes = consumeAttributes() else { return }
        guard let name else { return }
        if Self.raw.contains(name) { return skipRawText(of: name) }
        write("<")
        write(name)
        for (name, value) in attributes.values {
            write(" ")
            write(name)
            write("=\"")
            for byte in source[value] {
                switch byte {
                case UInt8(ascii: "\""): write("&quot;")
                case UInt8(ascii: "<"): write("&lt;")
                default: result.append(byte)
                }
            }
            write("\"")
        }
        write(attributes.isClosed ? "/>" : ">")
    }

    private mutating func consumeEndTag() {
        position += 2
        let name = consumeName()
        guard consumeAttributes() != nil, let name else { return }
        write("</")
        write(name)
        write(">")
    }

    /// Consumes a name up to a blank, `/`, `>` or, if it is an attribute's and not empty, `=`, and returns it in lower
    /// case; `nil` if it cannot be an allowed name.
    private mutating func consumeName(isAttribute: Bool = false) -> String? {
        let start = position
        while let byte = peek(0), !Self.isBlank(byte), byte != UInt8(ascii: "/"), byte != UInt8(ascii: ">") {
            if isAttribute, byte == UInt8(ascii: "="), position > start { break }
            position += 1
        }
        let bytes = source[start..<position]
        guard bytes.count <= Self.nameLimit,
            bytes.allSatisfy({ Self.isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        return String(decoding: bytes.map { Self.isLetter($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Consumes everything up to the end of a tag, with the first of repeated attributes; `nil` if it is unterminated.
    private mutating func consumeAttributes() -> (values: [(String, Range<Int>)], isClosed: Bool)? {
        var found: [(String, Range<Int>)] = []
        var isClosed = false
        while position < source.count {
            switch source[position] {
            case UInt8(ascii: ">"):
                position += 1
                return (found, isClosed)
            case UInt8(ascii: "/"):
                isClosed = true
                position += 1
            case let byte where Self.isBlank(byte): position += 1
            default:
                isClosed = false
                let name = consumeName(isAttribute: true)
                guard let value = consumeValue() else { return nil }
                if let name, AttributeRule.names.contains(name), !found.contains(where: { $0.0 == name }) {
                    found.append((name, value))
                }
            }
        }
        return nil
    }

    /// Consumes the optional value after a name; `nil` if it is unterminated.
    private mutating func consumeValue() -> Range<Int>? {
        skipBlanks()
        guard peek(0) == UInt8(ascii: "=") else { return position..<position }
        position += 1
        skipBlanks()
        guard let quote = peek(0) else { return nil }
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let start = position + 1
            position = start
            skip(beyond: quote)
            return source[position - 1] == quote && position > start ? start..<position - 1 : nil
        }
        let start = position
        while let byte = peek(0), !Self.isBlank(byte), byte != UInt8(ascii: ">") { position += 1 }
        return start..<position
    }
}

// MARK: - Skipping

extension MarkupFilter {
    private mutating func skipComment() {
        guard peek(2) == UInt8(ascii: "-"), peek(3) == UInt8(ascii: "-") else { return skip(beyond: UInt8(ascii: ">")) }
        // `<!-->` and `<!--->` are complete comments: the first hyphens may also be the last ones.
        let start = position + 4
        position = start
        while true {
            skip(beyond: UInt8(ascii: ">"))
            guard position < source.count else { return }
            let end = source[..<(position - 1)]
            if position - 1 == start || end.hasEnding("--") || end.hasEnding("--!") { return }
        }
    }

    private mutating func skipRawText(of name: String) {
        let name = Array(name.utf8)
        while position < source.count {
            skip(beyond: UInt8(ascii: "<"))
            guard peek(0) == UInt8(ascii: "/") else { continue }
            let end = position + 1 + name.count
            guard end < source.count, zip(source[(position + 1)..<end], name).allSatisfy({ $0 | 0x20 == $1 }) else {
                continue
            }
            let next = source[end]
            guard Self.isBlank(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: ">") else { continue }
            position = end
            _ = consumeAttributes()
            return
        }
    }

    /// Moves the position past the next occurrence of a byte, or to the end.
    private mutating func skip(beyond byte: UInt8) {
        position = source[position...].firstIndex(of: byte).map { $0 + 1 } ?? source.count
    }

    private mutating func skipBlanks() {
        while let byte = peek(0), Self.isBlank(byte) { position += 1 }
    }

    private func peek(_ distance: Int) -> UInt8? {
        position + distance < source.count ? source[position + distance] : nil
    }

    private mutating func write(_ text: String) { result.append(contentsOf: text.utf8) }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isLetter(_ byte: UInt8?) -> Bool { byte.map { (0x61...0x7A).contains($0 | 0x20) } ?? false }
}

extension ArraySlice<UInt8> {
    fileprivate func hasEnding(_ text: String) -> Bool { reversed().starts(with: text.utf8.reversed()) }
}
