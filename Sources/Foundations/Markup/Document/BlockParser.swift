/// Parses lines of Markdown into blocks; a quote or a list item collects its lines without their markers and parses
/// these in turn, so a line is read once for each block in which it is nested.
struct BlockParser {
    /// The largest depth of nested quotes and lists; deeper ones are text.
    static let depthLimit = 16

    private let lines: [SourceLine]
    private let depth: Int
    private var position = 0
    private var blocks: [MarkdownDocument.Block] = []

    static func blocks(of lines: [SourceLine], depth: Int) -> [MarkdownDocument.Block] {
        var parser = BlockParser(lines: lines, depth: depth)
        while parser.position < lines.count { parser.takeBlock() }
        return parser.blocks
    }

    private mutating func takeBlock() {
        let line = lines[position]
        guard !line.isBlank else { return position += 1 }
        if line.indent >= 4 { return takeIndentedCode() }
        switch BlockStart(line) {
        case .fence(let fence): takeFencedCode(fence)
        case .heading(let level, let content):
            position += 1
            blocks.append(.heading(level, InlineParser.parse(Array(content), .document)))
        case .rule:
            position += 1
            blocks.append(.rule)
        case .quote where depth < Self.depthLimit: takeQuote()
        case .item(let marker) where depth < Self.depthLimit: takeList(marker)
        case .quote, .item, nil:
            if let table = TableParser.table(in: lines, from: position) {
                position = table.end
                blocks.append(.table(table.table))
            } else {
                takeParagraph()
            }
        }
    }

    private mutating func takeIndentedCode() {
        var code: [UInt8] = []
        var end = position
        for (index, line) in lines[position...].enumerated() {
            guard line.isBlank || line.indent >= 4 else { break }
            if !line.isBlank { end = position + index + 1 }
        }
        for line in lines[position..<end] { code += line.unindented(by: 4).bytes + [0x0A] }
        position = end
        blocks.append(.code(code))
    }

    private mutating func takeFencedCode(_ fence: BlockStart.Fence) {
        position += 1
        var code: [UInt8] = []
        while position < lines.count {
            let line = lines[position]
            position += 1
            if fence.isClosed(by: line) { break }
            code += line.unindented(by: fence.indent).bytes + [0x0A]
        }
        blocks.append(.code(code))
    }

    private mutating func takeQuote() {
        var inner: [SourceLine] = []
        while position < lines.count {
            let line = lines[position]
            if line.indent < 4, case .quote? = BlockStart(line) {
                let content = line.bytes.dropFirst(line.indent + 1)
                inner.append(SourceLine(content.first == 0x20 ? content.dropFirst() : content))
            } else if Self.continues(inner.last, with: line) {
                inner.append(line)
            } else {
                break
            }
            position += 1
        }
        blocks.append(.quote(Self.blocks(of: inner, depth: depth + 1)))
    }

    private mutating func takeList(_ first: BlockStart.Marker) {
        var items: [[MarkdownDocument.Block]] = []
        var isTight = true
        var marker = first
        while true {
            let (inner, endsWithBlank) = takeItem(marker)
            let blocks = Self.blocks(of: inner, depth: depth + 1)
            items.append(blocks)
            if Self.hasBlankBetweenBlocks(inner, blocks) { isTight = false }
            guard position < lines.count, lines[position].indent < 4,
                case .item(let next)? = BlockStart(lines[position]), next.isSameKind(as: first)
            else { break }
            if endsWithBlank { isTight = false }
            marker = next
        }
        blocks.append(.list(MarkdownDocument.List(start: first.number, isTight: isTight, items: items)))
    }

    /// Collects the lines of a list item without its marker and indentation, and the blank lines after it.
    private mutating func takeItem(_ marker: BlockStart.Marker) -> (lines: [SourceLine], endsWithBlank: Bool) {
        var inner = [SourceLine(lines[position].bytes.dropFirst(marker.contentOffset))]
        position += 1
        var blanks = 0
        while position < lines.count {
            let line = lines[position]
            if line.indent < marker.contentOffset, case .item(let next)? = BlockStart(line), next.isSameKind(as: marker)
            {
                break
            }
            if line.isBlank {
                // An item that begins with a blank line has no further content.
                if inner.count == 1, inner[0].isBlank { break }
                blanks += 1
            } else if line.indent >= marker.contentOffset || (blanks == 0 && Self.continues(inner.last, with: line)) {
                inner += Array(repeating: SourceLine([]), count: blanks)
                blanks = 0
                inner.append(line.unindented(by: marker.contentOffset))
            } else {
                break
            }
            position += 1
        }
        return (inner, blanks > 0)
    }

    private static func hasBlankBetweenBlocks(_ lines: [SourceLine], _ blocks: [MarkdownDocument.Block]) -> Bool {
        guard blocks.count > 1, lines.contains(where: \.isBlank) else { return false }
        // A blank line within code or within a nested list does not count; this is an approximation of both.
        return blocks.contains { if case .paragraph = $0 { true } else { false } }
            && !blocks.dropFirst().allSatisfy { if case .list = $0 { true } else { false } }
    }

    /// Returns `true` if a line continues the previous line's paragraph, although it lacks the marker of the
    /// surrounding block.
    private static func continues(_ previous: SourceLine?, with line: SourceLine) -> Bool {
        guard let previous, !previous.isBlank, !line.isBlank, previous.indent < 4 else { return false }
        var last = previous
        // The innermost block of the previous line decides.
        for _ in 0..<depthLimit {
            switch BlockStart(last) {
            case .quote?: last = SourceLine(last.bytes.dropFirst(last.indent + 1)).unindented(by: 1)
            case .item(let marker)?: last = SourceLine(last.bytes.dropFirst(marker.contentOffset))
            case .fence?, .heading?, .rule?: return false
            case nil: return !last.isBlank && !(BlockStart(line)?.interruptsParagraph ?? false)
            }
        }
        return false
    }

    private mutating func takeParagraph() {
        var content: [UInt8] = []
        let start = position
        while position < lines.count {
            let line = lines[position]
            if line.isBlank { break }
            if position > start {
                if let level = Self.underline(line) {
                    position += 1
                    blocks.append(.heading(level, InlineParser.parse(content, .document)))
                    return
                }
                if line.indent < 4, BlockStart(line)?.interruptsParagraph ?? false, depth < Self.depthLimit { break }
                if TableParser.table(in: lines, from: position) != nil { break }
                content.append(0x0A)
            }
            content += line.bytes.dropFirst(line.indent)
            position += 1
        }
        while content.last == 0x20 || content.last == 0x09 { content.removeLast() }
        blocks.append(.paragraph(InlineParser.parse(content, .document)))
    }

    /// Returns the level of the heading that an underline makes of the paragraph before it; `nil` for any other line.
    private static func underline(_ line: SourceLine) -> Int? {
        let content = line.content
        guard line.indent < 4, let first = content.first, content.allSatisfy({ $0 == first }) else { return nil }
        switch first {
        case UInt8(ascii: "="): return 1
        case UInt8(ascii: "-"): return 2
        default: return nil
        }
    }
}
