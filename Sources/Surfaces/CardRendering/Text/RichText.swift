import AdaptiveCards

/// A text in the subset of Markdown that cards have: bold, italic, lists and links.
struct RichText {
    enum Block {
        case paragraph(InlineText)
        case list(List)
    }

    struct List {
        /// The first number, or `nil` for bullets.
        var start: Int?
        var items: [InlineText]

        /// What stands before an item.
        func marker(at index: Int) -> String { start.map { "\($0 + index). " } ?? "• " }
    }

    var blocks: [Block]

    /// Whether a text is one paragraph without markup, so that it need not be parsed.
    static func isPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            guard let first = utf8.first else { return true }
            switch first {
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: " "), UInt8(ascii: "\t"), 0x30...0x39: return false
            default: break
            }
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "\\"), 0x0A, 0x0D:
                    return false
                default: continue
                }
            }
            return true
        }
    }

    /// The text as paragraphs and list items, each with what stands before it.
    var lines: [(marker: String, text: InlineText)] {
        blocks.flatMap { block -> [(String, InlineText)] in
            switch block {
            case .paragraph(let text): [("", text)]
            case .list(let list): list.items.enumerated().map { (list.marker(at: $0), $1) }
            }
        }
    }
}

/// A run of text with emphasis and links.
struct InlineText {
    enum Emphasis: Hashable {
        case italic, bold
    }

    /// One step through the text; what is opened is closed in reverse order.
    enum Event: Equatable {
        /// These bytes of the text.
        case text(Range<Int>)
        case open(Emphasis)
        case close(Emphasis)
        case openLink(String)
        case closeLink
        /// The end of a line that was only wrapped where it was written.
        case softBreak
        /// The end of a line that was meant.
        case lineBreak
    }

    /// The text in UTF-8.
    var bytes: [UInt8]
    /// The steps through it.
    var events: [Event]

    /// The text of a range of bytes.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// How a text looks once its style has filled in what it leaves open.
struct ResolvedTextStyle {
    let size: TextSize
    let weight: TextWeight
    let color: TextColor
    let isSubtle: Bool
    let isMonospaced: Bool

    init(_ block: TextBlock) {
        let isHeading = block.style == .heading
        let isColumnHeader = block.style == .columnHeader
        size = block.size ?? (isHeading ? .large : .default)
        weight = block.weight ?? (isHeading || isColumnHeader ? .bolder : .default)
        color = block.color ?? .default
        isSubtle = block.isSubtle ?? false
        isMonospaced = block.fontType == .monospace
    }
}
