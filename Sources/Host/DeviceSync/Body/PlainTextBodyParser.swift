import Markup

/// Converts plain text to nodes, in linear time: paragraphs, line breaks, and links for addresses.
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
            nodes.append(.element(.a, SafeAttribute.link(to: link), [.text(String(address))]))
            plain = String(word[address.endIndex...])
        }
        if !plain.isEmpty { nodes.append(.text(plain)) }
        return nodes
    }

    /// Returns the address at the beginning of a word, without trailing punctuation.
    private static func address(in word: Substring) -> Substring? {
        let bytes = word.utf8
        guard bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8) else { return nil }
        // Bytes rather than characters: grapheme breaking from the end may look far back for each character.
        guard let last = bytes.lastIndex(where: { !punctuation.contains($0) }) else { return nil }
        return word[..<bytes.index(after: last)]
    }

    private static let punctuation = Set(".,;:!?)>]".utf8)
}
