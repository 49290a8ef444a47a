/// Writes HTML anew with only what can matter: tags with the attributes that a body may have, and text.
///
/// It splits bytes into tags and text as browsers do, and writes them so that whoever reads the result cannot split it in
/// another way: every value is quoted, and no `<` stands but before a tag. It makes nothing safe, which is the
/// business of ``HTMLSanitizer`` alone; it bounds what a parser has to bear. libxml2 compares each attribute of an element
/// with all before it, so a hundred thousand of them take it half a minute; here a tag has each of
/// ``AttributeRule/names`` once at most.
///
/// Comments, declarations and the content of elements that hold no markup (``raw``) are left out. What has no end is left
/// out up to the end. The time it takes grows with the length of the text, whatever it holds.
struct MarkupFilter {
    /// Elements whose content is no markup up to their end tag; none of them is shown.
    private static let raw: Set<String> = [
        "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes",
    ]
    /// How long the name of a tag or an attribute may be, in bytes; one that is longer is left out.
    private static let nameLimit = 32

    private let source: [UInt8]
    private var position = 0
    private var result: [UInt8] = []

    private init(_ source: [UInt8]) {
        self.source = source
        result.reserveCapacity(source.count + source.count / 8)
    }

    /// Writes HTML in UTF-8 anew.
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
        case UInt8(ascii: "!"): passComment()
        case UInt8(ascii: "?"): pass(beyond: UInt8(ascii: ">"))
        case UInt8(ascii: "/"):
            if Self.isLetter(peek(2)) { takeEndTag() } else { pass(beyond: UInt8(ascii: ">")) }
        case let byte where Self.isLetter(byte): takeTag()
        default:
            write("&lt;")
            position += 1
        }
    }
}

// MARK: - Tags

extension MarkupFilter {
    private mutating func takeTag() {
        position += 1
        let name = takeName()
        guard let attributes = takeAttributes() else { return }
        guard let name else { return }
        if Self.raw.contains(name) { return passRawText(of: name) }
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

    private mutating func takeEndTag() {
        position += 2
        let name = takeName()
        guard takeAttributes() != nil, let name else { return }
        write("</")
        write(name)
        write(">")
    }

    /// Takes a name up to a blank, `/` or `>`; none if it cannot be one of those that count.
    ///
    /// - Parameter isAttribute: Whether an equals sign ends it too, but for one at the front, which belongs to it.
    /// - Returns: The name in lower case.
    private mutating func takeName(isAttribute: Bool = false) -> String? {
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

    /// Takes everything up to the end of a tag; `nil` if it has none.
    ///
    /// Each attribute counts once, where it comes first.
    private mutating func takeAttributes() -> (values: [(String, Range<Int>)], isClosed: Bool)? {
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
                let name = takeName(isAttribute: true)
                guard let value = takeValue() else { return nil }
                if let name, AttributeRule.names.contains(name), !found.contains(where: { $0.0 == name }) {
                    found.append((name, value))
                }
            }
        }
        return nil
    }

    /// Takes the value behind a name, which may be missing; `nil` if it has no end.
    private mutating func takeValue() -> Range<Int>? {
        passBlanks()
        guard peek(0) == UInt8(ascii: "=") else { return position..<position }
        position += 1
        passBlanks()
        guard let quote = peek(0) else { return nil }
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let start = position + 1
            position = start
            pass(beyond: quote)
            return source[position - 1] == quote && position > start ? start..<position - 1 : nil
        }
        let start = position
        while let byte = peek(0), !Self.isBlank(byte), byte != UInt8(ascii: ">") { position += 1 }
        return start..<position
    }
}

// MARK: - What is left out

extension MarkupFilter {
    private mutating func passComment() {
        guard peek(2) == UInt8(ascii: "-"), peek(3) == UInt8(ascii: "-") else { return pass(beyond: UInt8(ascii: ">")) }
        // `<!-->` and `<!--->` are whole comments: the hyphens at the front may be those at the end.
        let start = position + 4
        position = start
        while true {
            pass(beyond: UInt8(ascii: ">"))
            guard position < source.count else { return }
            let end = source[..<(position - 1)]
            if position - 1 == start || end.hasEnding("--") || end.hasEnding("--!") { return }
        }
    }

    private mutating func passRawText(of name: String) {
        let name = Array(name.utf8)
        while position < source.count {
            pass(beyond: UInt8(ascii: "<"))
            guard peek(0) == UInt8(ascii: "/") else { continue }
            let end = position + 1 + name.count
            guard end < source.count, zip(source[(position + 1)..<end], name).allSatisfy({ $0 | 0x20 == $1 }) else {
                continue
            }
            let next = source[end]
            guard Self.isBlank(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: ">") else { continue }
            position = end
            _ = takeAttributes()
            return
        }
    }

    /// Goes on behind the next such byte, or at the end.
    private mutating func pass(beyond byte: UInt8) {
        position = source[position...].firstIndex(of: byte).map { $0 + 1 } ?? source.count
    }

    private mutating func passBlanks() {
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
