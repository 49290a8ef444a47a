/// Converts Markdown outside of cards to HTML, such as the body of a message.
package enum MarkdownHTML {
    /// Converts paragraphs, lists, emphasis and links; all other text is escaped.
    ///
    /// The addresses of links are copied as they are: the caller must check them before it shows the HTML.
    ///
    /// - Parameter text: A text in the subset of Markdown that cards have.
    /// - Returns: HTML in UTF-8.
    package static func html(of text: String) -> [UInt8] {
        var html = HTMLWriter()
        for block in MarkdownParser.parse(text).blocks {
            switch block {
            case .paragraph(let text):
                html.markup(WritingDirection.mayBeRightToLeft(text.bytes) ? "<p dir=\"auto\">" : "<p>")
                write(text, to: &html)
                html.markup("</p>\n")
            case .list(let list):
                html.begin(list)
                for item in list.items {
                    html.markup("<li>")
                    write(item, to: &html)
                    html.markup("</li>")
                }
                html.end(list)
                html.markup("\n")
            }
        }
        return html.bytes
    }

    private static func write(_ text: InlineText, to html: inout HTMLWriter) {
        for event in text.events {
            switch event {
            case .text(let range): html.text(text.bytes[range])
            case .open(let emphasis): html.begin(emphasis)
            case .close(let emphasis): html.end(emphasis)
            case .openLink(let address):
                html.markup("<a")
                html.attribute("href", address)
                html.markup(">")
            case .closeLink: html.markup("</a>")
            case .softBreak: html.markup("\n")
            case .lineBreak: html.markup("<br>")
            }
        }
    }
}
