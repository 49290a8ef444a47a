/// Parses a text into paragraphs, which a blank line ends, and lists, which do not nest; the time is linear.
package struct MarkdownParser {
    private enum Open: Equatable {
        case nothing, paragraph, bullets
        case numbers(from: Int)
    }

    private var blocks: [RichText.Block] = []
    private var open = Open.nothing
    private var finishedItems: [InlineText] = []
    /// The source of the open paragraph or list item.
    private var content: [UInt8] = []

    /// Parses a text, of which anything that is not markup is text.
    package static func parse(_ text: String) -> RichText {
        var parser = MarkdownParser()
        var line: [UInt8] = []
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0A || byte == 0x0D {
                if !(byte == 0x0A && previous == 0x0D) {
                    parser.take(line)
                    line.removeAll(keepingCapacity: true)
                }
            } else {
                line.append(byte)
            }
            previous = byte
        }
        parser.take(line)
        parser.close()
        return RichText(blocks: parser.blocks)
    }

    private mutating func take(_ line: [UInt8]) {
        guard let first = line.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return close() }
        let text = line[first...]
        guard let marker = ListMarker(text), begins(marker) else {
            if open == .nothing {
                open = .paragraph
            } else {
                content.append(0x0A)
            }
            return content.append(contentsOf: text)
        }
        content.append(contentsOf: text.dropFirst(marker.length))
    }

    /// Begins a list item, and returns `false` if the line continues a paragraph, which only the number 1 interrupts.
    private mutating func begins(_ marker: ListMarker) -> Bool {
        switch (open, marker.number) {
        case (.paragraph, let number?) where number != 1: return false
        case (.bullets, nil), (.numbers, .some): finishItem()
        case (_, let number):
            close()
            open = number.map(Open.numbers(from:)) ?? .bullets
        }
        return true
    }

    private mutating func finishItem() {
        finishedItems.append(InlineParser.parse(content))
        content.removeAll()
    }

    private mutating func close() {
        switch open {
        case .nothing: return
        case .paragraph: blocks.append(.paragraph(InlineParser.parse(content)))
        case .bullets:
            finishItem()
            blocks.append(.list(RichText.List(start: nil, items: finishedItems)))
        case .numbers(let start):
            finishItem()
            blocks.append(.list(RichText.List(start: start, items: finishedItems)))
        }
        open = .nothing
        finishedItems.removeAll()
        content.removeAll()
    }
}

/// The start of a list item: a bullet or a number of at most nine digits with a dot, and a space.
private struct ListMarker {
    /// The number, or `nil` for a bullet.
    let number: Int?
    /// The length of the marker with its space, in bytes.
    let length: Int

    init?(_ line: ArraySlice<UInt8>) {
        guard let first = line.first else { return nil }
        if first == UInt8(ascii: "-") || first == UInt8(ascii: "*") || first == UInt8(ascii: "+") {
            guard line.count >= 2, line[line.startIndex + 1] == 0x20 else { return nil }
            number = nil
            length = 2
            return
        }
        let digits = line.prefix { (0x30...0x39).contains($0) }
        guard (1...9).contains(digits.count), line.count >= digits.count + 2,
            line[digits.endIndex] == UInt8(ascii: "."),
            line[digits.endIndex + 1] == 0x20
        else { return nil }
        number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        length = digits.count + 2
    }
}
