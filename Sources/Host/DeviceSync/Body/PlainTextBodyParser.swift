import Markup

/// Makes a body of plain text: paragraphs, lines, and links where an address stands.
///
/// The time it takes grows with the length of the text, whatever it holds.
enum PlainTextBodyParser {
    static func nodes(of text: String) -> [SafeNode] {
        var paragraphs: [[String]] = [[]]
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                if !(paragraphs.last?.isEmpty ?? true) { paragraphs.append([]) }
            } else {
                paragraphs[paragraphs.count - 1].append(String(line))
            }
        }
        return paragraphs.filter { !$0.isEmpty }.map { lines in
            let content = lines.enumerated().flatMap { index, line in
                (index > 0 ? [SafeNode.element(.br, [], [])] : []) + linked(line)
            }
            let isDirected = lines.contains(where: WritingDirection.mayBeRightToLeft)
            return .element(.p, isDirected ? [SafeAttribute(name: "dir", value: "auto")] : [], content)
        }
    }

    private static func linked(_ line: String) -> [SafeNode] {
        var nodes: [SafeNode] = []
        var plain = ""
        for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { plain += " " }
            guard let address = address(in: word), let link = AttributeRule.link(String(address)) else {
                plain += word
                continue
            }
            if !plain.isEmpty { nodes.append(.text(plain)) }
            let attributes = [
                SafeAttribute(name: "href", value: link), SafeAttribute(name: "target", value: "_blank"),
                SafeAttribute(name: "rel", value: "noopener noreferrer nofollow"),
            ]
            nodes.append(.element(.a, attributes, [.text(String(address))]))
            plain = String(word[address.endIndex...])
        }
        if !plain.isEmpty { nodes.append(.text(plain)) }
        return nodes
    }

    /// The address that a word is, without the punctuation behind it.
    private static func address(in word: Substring) -> Substring? {
        let bytes = word.utf8
        guard bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8) else { return nil }
        // Only ASCII is cut off, byte by byte: looking at characters from the end would look far back for each.
        guard let last = bytes.lastIndex(where: { !punctuation.contains($0) }) else { return nil }
        return word[..<bytes.index(after: last)]
    }

    private static let punctuation = Set(".,;:!?)>]".utf8)
}
