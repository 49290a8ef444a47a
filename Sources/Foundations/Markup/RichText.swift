/// A text parsed from the subset of Markdown that cards support: bold, italic, lists and links.
package struct RichText: Sendable {
    /// A part of the text that begins on a line of its own.
    package enum Block: Sendable {
        case paragraph(InlineText)
        case list(List)
    }

    /// A numbered list or a list of bullets; lists do not nest.
    package struct List: Sendable {
        /// The number of the first item, or `nil` for bullets.
        package var start: Int?
        package var items: [InlineText]

        /// Returns the number or the bullet of an item, with a space after it.
        package func marker(at index: Int) -> String { start.map { "\($0 + index). " } ?? "• " }
    }

    package var blocks: [Block]

    /// Returns `true` if a text is surely one paragraph without markup, so that it need not be parsed.
    @inlinable
    package static func isPlain(_ text: String) -> Bool {
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

    /// The paragraphs and list items in order, each with its list marker, which is empty for a paragraph.
    package var lines: [(marker: String, text: InlineText)] {
        blocks.flatMap { block -> [(String, InlineText)] in
            switch block {
            case .paragraph(let text): [("", text)]
            case .list(let list): list.items.enumerated().map { (list.marker(at: $0), $1) }
            }
        }
    }
}

/// A paragraph or list item: its bytes, and the events that say which of them are shown and in which form.
package struct InlineText: Sendable {
    /// A way to stress text.
    package enum Emphasis: Hashable, Sendable {
        case italic, bold
        /// These two occur only outside of cards.
        case strikethrough, code
    }

    /// One step in the text; emphasis and links are closed in the reverse of the order in which they were opened.
    package enum Event: Equatable, Sendable {
        /// Shows these bytes of the text.
        case text(Range<Int>)
        case open(Emphasis)
        case close(Emphasis)
        case openLink(String)
        case closeLink
        /// A picture with its URL and its alternative text; only outside of cards.
        case image(String, alt: Range<Int>)
        /// A line end in the source that does not break the line when it is shown.
        case softBreak
        /// A line break.
        case lineBreak
    }

    /// The source of the text in UTF-8, with its markup.
    package var bytes: [UInt8]
    package var events: [Event]

    package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
