/// A text in Markdown outside of cards, such as the body of a message, as a tree of blocks.
///
/// It supports what senders use of CommonMark and of GitHub's extensions: headings, paragraphs, nested lists and
/// quotes, code, tables, rules, emphasis, links and pictures. There is no raw HTML: tags are text.
package struct MarkdownDocument: Sendable {
    /// A part of the document that begins on a line of its own.
    package indirect enum Block: Sendable {
        /// A heading of a level from 1 to 6.
        case heading(Int, InlineText)
        case paragraph(InlineText)
        case quote([Block])
        case list(List)
        /// Lines of code with their line ends.
        case code([UInt8])
        case table(Table)
        case rule
    }

    /// A numbered list or a list of bullets.
    package struct List: Sendable {
        /// The number of the first item, or `nil` for bullets.
        package var start: Int?
        /// `true` if no blank line separates the items, so that their content needs no paragraphs.
        package var isTight: Bool
        package var items: [[Block]]
    }

    /// A table; a row has at most as many cells as the header.
    package struct Table: Sendable {
        /// The horizontal alignment of the cells of a column.
        package enum Alignment: Sendable { case natural, left, center, right }

        package var alignments: [Alignment]
        package var header: [InlineText]
        package var rows: [[InlineText]]
    }

    /// The largest number of lines that are parsed; later ones are dropped.
    package static let lineLimit = 50_000

    package var blocks: [Block]

    /// Parses a text, of which anything that is not markup is text, up to ``lineLimit`` lines; the time is linear for
    /// every input, since quotes and lists nest at most ``BlockParser/depthLimit`` deep.
    package init(parsing text: String) { blocks = BlockParser.blocks(of: SourceLine.lines(of: text), depth: 0) }
}

/// A line of Markdown without its end.
struct SourceLine {
    /// The bytes, with spaces in place of tabs at the beginning.
    var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        guard bytes.first(where: { $0 != 0x20 }) == 0x09 else { return }
        var indented: [UInt8] = []
        let content = bytes.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.endIndex
        for byte in bytes[..<content] {
            indented.append(0x20)
            while byte == 0x09, !indented.count.isMultiple(of: 4) { indented.append(0x20) }
        }
        self.bytes = (indented + bytes[content...])[...]
    }

    /// Splits a text into lines, which end with a carriage return, a line feed or both.
    static func lines(of text: String) -> [SourceLine] {
        let bytes = Array(text.utf8)
        var lines: [SourceLine] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
            if byte == 0x0D || index == 0 || bytes[index - 1] != 0x0D { lines.append(SourceLine(bytes[start..<index])) }
            start = index + 1
            if lines.count == MarkdownDocument.lineLimit { return lines }
        }
        lines.append(SourceLine(bytes[start...]))
        return lines
    }

    /// The number of spaces at the beginning.
    var indent: Int { bytes.prefix { $0 == 0x20 }.count }

    var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// The bytes without white space at both ends.
    var content: ArraySlice<UInt8> { bytes.trimmed }

    /// Returns the line without up to `count` spaces at its beginning.
    func unindented(by count: Int) -> SourceLine { SourceLine(bytes.dropFirst(min(count, indent))) }
}

extension ArraySlice<UInt8> {
    /// The bytes without spaces and tabs at both ends.
    var trimmed: ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) })
        else { return [] }
        return self[first...last]
    }
}
