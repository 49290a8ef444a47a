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
