import XMLReading

/// Finds the feed that a web page names: `<link rel="alternate" type="application/atom+xml" href="…">` in its head.
///
/// Pages are those of strangers and seldom well-formed, so only tags are read, each byte once, up to the page's body.
struct FeedDiscovery {
    /// How many bytes of a page are read: its head stands at the beginning.
    static let sizeLimit = 256 << 10
    /// How many bytes of one tag are read.
    private static let tagLimit = 8192

    private static let types: Set<String> = ["application/rss+xml", "application/atom+xml"]

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    private init(_ page: [UInt8]) {
        bytes = page.prefix(Self.sizeLimit)
        position = bytes.startIndex
    }

    /// Finds the first feed that a page names.
    ///
    /// - Parameters:
    ///   - page: The page in UTF-8.
    ///   - address: The page's URL, against which links are resolved, unless the page has a `<base>`.
    /// - Returns: The feed's URL; `nil` if the page names none.
    static func feed(in page: [UInt8], at address: String) -> String? {
        var discovery = Self(page)
        var base = address
        while let tag = discovery.nextTag() {
            switch tag.name {
            case "body": return nil
            case "base": base = tag.attributes["href"].flatMap { FeedLink.resolve($0, against: address) } ?? base
            case "link":
                let relations = (tag.attributes["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
                let type = (tag.attributes["type"] ?? "").lowercased().prefix { $0 != ";" }.trimmingSpace
                if relations.contains("alternate"), types.contains(type),
                    let link = tag.attributes["href"].flatMap({ FeedLink.resolve($0, against: base) })
                {
                    return link
                }
            // What looks like a tag in these is none.
            case "script", "style", "title", "noscript", "template": discovery.skip(to: "</\(tag.name)")
            default: break
            }
        }
        return nil
    }

    /// A tag that begins an element, with its attributes by name, in lower case.
    private struct Tag {
        var name: String
        var attributes: [String: String] = [:]
    }

    /// Reads to the end of the next tag that begins an element; `nil` at the end of the page.
    private mutating func nextTag() -> Tag? {
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = start + 1
            if bytes[position...].starts(with: Array("!--".utf8)) {
                skip(to: "-->")
            } else if position < bytes.endIndex, Self.isLetter(bytes[position]) {
                return tag()
            }
        }
        return nil
    }

    private mutating func tag() -> Tag {
        let end = min(position + Self.tagLimit, bytes.endIndex)
        var tag = Tag(name: word(until: end) { Self.isSpace($0) || $0 == UInt8(ascii: "/") }.lowercased())
        while true {
            skip(until: end) { Self.isSpace($0) || $0 == UInt8(ascii: "/") }
            guard position < end, bytes[position] != UInt8(ascii: ">") else { return tag }
            let start = position
            let name = word(until: end) { Self.isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "=") }
            skip(until: end, while: Self.isSpace)
            var value = ""
            if position < end, bytes[position] == UInt8(ascii: "=") {
                position += 1
                skip(until: end, while: Self.isSpace)
                value = attributeValue(until: end)
            }
            if position == start { position += 1 }
            // The first of two attributes with one name counts (HTML, section 13.2.5.33).
            if tag.attributes[name.lowercased()] == nil { tag.attributes[name.lowercased()] = value }
        }
    }

    private mutating func attributeValue(until end: Int) -> String {
        guard position < end else { return "" }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return CharacterReferences.decode(word(until: end, endsWith: Self.isSpace))
        }
        position += 1
        let start = position
        position = bytes[position..<end].firstIndex(of: quote) ?? end
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if position < end { position += 1 }
        return CharacterReferences.decode(text)
    }

    /// Reads up to a byte that ends a word, or the end of the tag.
    private mutating func word(until end: Int, endsWith isEnd: (UInt8) -> Bool) -> String {
        let start = position
        skip(until: end) { !isEnd($0) && $0 != UInt8(ascii: ">") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skip(until end: Int, while isSkipped: (UInt8) -> Bool) {
        position = bytes[position..<end].firstIndex { !isSkipped($0) } ?? end
    }

    /// Moves behind the next occurrence of a text of ASCII letters and signs, in any case; to the end without one.
    private mutating func skip(to text: String) {
        let wanted = Array(text.lowercased().utf8)
        while position < bytes.endIndex {
            if bytes[position...].prefix(wanted.count).elementsEqual(wanted, by: { Self.lowercased($0) == $1 }) {
                position += wanted.count
                return
            }
            position += 1
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(lowercased(byte)) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
