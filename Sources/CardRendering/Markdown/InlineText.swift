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
