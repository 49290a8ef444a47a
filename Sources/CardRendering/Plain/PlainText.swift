/// The text of a card's text, without its markup.
enum PlainText {
    /// Expands dates and takes the markup away; paragraphs and list items follow one another on one line.
    static func text(of source: String, dates: DateTexts) -> String {
        lines(of: source, dates: dates).joined(separator: " ")
    }

    /// Expands dates and takes the markup away; each paragraph and list item is a line.
    static func lines(of source: String, dates: DateTexts) -> [String] {
        let text = dates.expand(source)
        guard !RichText.isPlain(text) else { return [text] }
        return MarkdownParser.parse(text).lines.map { line in
            var result = line.marker
            for event in line.text.events {
                switch event {
                case .text(let range): result += line.text.text(range)
                case .softBreak, .lineBreak: result += " "
                case .open, .close, .openLink, .closeLink: break
                }
            }
            return result
        }
    }
}
