/// The syntax that only texts outside of cards have.
extension InlineParser {
    // MARK: - Code

    /// Parses a run of backquotes, which begins code if a run of the same length follows.
    mutating func takeCode() {
        let start = position
        var end = start
        while end < bytes.count, bytes[end] == UInt8(ascii: "`") { end += 1 }
        let length = end - start
        guard let close = nextCodeEnd(length, after: end) else {
            position = end
            return
        }
        flush()
        var content = end..<(close - length)
        // A space at both ends is removed, so that code can begin or end with a backquote.
        if content.count > 2, bytes[content.lowerBound] == 0x20, bytes[content.upperBound - 1] == 0x20 {
            content = content.lowerBound + 1..<content.upperBound - 1
        }
        events += [.open(.code), .text(content), .close(.code)]
        skip(close - start)
    }

    /// Returns the end of the first run of backquotes of a length after a position.
    private mutating func nextCodeEnd(_ length: Int, after start: Int) -> Int? {
        if codeEnds == nil { codeEnds = Self.codeEnds(in: bytes) }
        // Earlier ends are never needed again, so that all searches together read the list once.
        while let end = codeEnds?[length]?.last, end - length < start { codeEnds?[length]?.removeLast() }
        return codeEnds?[length]?.last
    }

    private static func codeEnds(in bytes: [UInt8]) -> [Int: [Int]] {
        var ends: [Int: [Int]] = [:]
        var length = 0
        for index in stride(from: bytes.count - 1, through: -1, by: -1) {
            if index >= 0, bytes[index] == UInt8(ascii: "`") {
                length += 1
            } else if length > 0 {
                ends[length, default: []].append(index + 1 + length)
                length = 0
            }
        }
        return ends
    }

    // MARK: - Pictures

    /// `true` if the innermost open bracket is a picture's.
    var isImageOpen: Bool {
        guard openCounts[Delimiter.imageBracket.rawValue] > 0 else { return false }
        return openers.last { $0.delimiter == .imageBracket || $0.delimiter == .bracket }?.delimiter == .imageBracket
    }

    /// Turns everything after the open bracket of a picture into the picture.
    mutating func takeImage(_ destination: (url: String, end: Int)) {
        guard let opener = pop(.imageBracket), case .text(let bracket) = events[opener.event] else { return }
        events.removeSubrange(opener.event...)
        events.append(.image(destination.url, alt: bracket.upperBound..<position))
        skip(destination.end - position)
    }

    // MARK: - Addresses

    /// The largest length of a URL in bytes.
    private static let addressLimit = 2_048

    /// Parses a URL in angle brackets.
    mutating func takeAddressInBrackets() {
        let limit = min(bytes.count, position + Self.addressLimit)
        let isInside = { (byte: UInt8) in byte > 0x20 && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">") }
        let end = bytes[(position + 1)..<limit].firstIndex { !isInside($0) } ?? limit
        let address = bytes[(position + 1)..<end]
        guard end < bytes.count, bytes[end] == UInt8(ascii: ">"),
            ["https://", "http://", "mailto:"].contains(where: { address.starts(with: $0.utf8) })
        else {
            position += 1
            return
        }
        link(position + 1..<end, end: end + 1)
    }

    /// Parses a bare URL in the text, without the punctuation that follows it.
    mutating func takeAddress() {
        let rest = bytes[position...]
        let scheme = ["https://", "http://"].first { rest.starts(with: $0.utf8) }
        let isWord = position > 0 && Self.isWordPart(bytes[position - 1])
        // Links do not nest.
        guard let scheme, !isWord, openCounts[Delimiter.bracket.rawValue] == 0 else {
            position += 1
            return
        }
        let limit = min(bytes.count, position + Self.addressLimit)
        var end =
            rest[..<limit].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "`") } ?? limit
        let hasParenthesis = bytes[position..<end].contains(UInt8(ascii: "("))
        while end > position, Self.isPunctuation(bytes[end - 1], hasParenthesis) { end -= 1 }
        guard end > position + scheme.utf8.count else {
            position += 1
            return
        }
        link(position..<end, end: end)
    }

    /// Returns `true` if the last byte of a URL belongs to the sentence around it.
    private static func isPunctuation(_ byte: UInt8, _ hasParenthesis: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: ")"): !hasParenthesis
        case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "!"),
            UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "\""),
            UInt8(ascii: "'"), UInt8(ascii: "]"):
            true
        default: false
        }
    }

    private mutating func link(_ address: Range<Int>, end: Int) {
        flush()
        events += [.openLink(String(decoding: bytes[address], as: UTF8.self)), .text(address), .closeLink]
        lastLinkEvent = events.count - 1
        skip(end - position)
    }
}
