/// Extracts the text of a body, for searching and for the terminal.
struct BodyTextWriter {
    /// How many bytes of text are kept, approximately.
    static let limit = 256 * 1024

    private var lines: [String] = []
    private var line = ""
    private var wantsBlank = false
    private var size = 0
    private var lists: [(number: Int?, items: Int)] = []

    /// Extracts the text: a line for each block, and empty lines between paragraphs.
    static func text(of nodes: [SafeNode]) -> String {
        var writer = BodyTextWriter()
        writer.write(nodes, keepsBlanks: false)
        writer.endLine()
        return writer.lines.joined(separator: "\n")
    }

    private mutating func write(_ nodes: [SafeNode], keepsBlanks: Bool) {
        for node in nodes where size < Self.limit {
            switch node {
            case .text(let text): add(text, keepsBlanks: keepsBlanks)
            case .image(_, let alt, _): if !alt.isEmpty { add(alt, keepsBlanks: false) }
            case .element(let element, _, let content): write(element, content, keepsBlanks: keepsBlanks)
            }
        }
    }

    private mutating func write(_ element: SafeElement, _ content: [SafeNode], keepsBlanks: Bool) {
        switch element {
        case .br: return endLine(keepsEmpty: true)
        case .td, .th: if !line.isEmpty, !line.hasSuffix(" ") { line += " " }
        case .li: beginItem()
        default: if element.breaksLine { beginBlock(element) }
        }
        if element == .ul || element == .ol { lists.append((element == .ol ? 0 : nil, 0)) }
        write(content, keepsBlanks: keepsBlanks || element == .pre)
        if element == .ul || element == .ol { lists.removeLast() }
        if element.breaksLine {
            endLine()
            if element.breaksParagraph { wantsBlank = true }
        }
    }

    private mutating func beginBlock(_ element: SafeElement) {
        endLine()
        if element.breaksParagraph { wantsBlank = true }
    }

    private mutating func beginItem() {
        endLine()
        guard let list = lists.last else { return }
        if let number = list.number {
            lists[lists.count - 1].number = number + 1
            line = "\(number + 1). "
        } else {
            line = "• "
        }
    }

    private mutating func add(_ text: String, keepsBlanks: Bool) {
        guard keepsBlanks else {
            for character in text {
                if character.isWhitespace || character.isNewline {
                    if !line.isEmpty, line.last != " " { line.append(" ") }
                } else {
                    line.append(character)
                }
            }
            return
        }
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index > 0 { endLine(keepsEmpty: true) }
            line += part
        }
    }

    private mutating func endLine(keepsEmpty: Bool = false) {
        while line.last == " " { line.removeLast() }
        defer { line = "" }
        guard !line.isEmpty || keepsEmpty else { return }
        if wantsBlank, !(lines.last?.isEmpty ?? true) {
            size += 1
            lines.append("")
        }
        wantsBlank = false
        if line.isEmpty, lines.last?.isEmpty ?? true { return }
        size += line.utf8.count + 1
        lines.append(line)
    }
}
