/// Converts Markdown outside of cards to HTML, such as the body of a message.
package enum MarkdownHTML {
    /// Converts a text; tags in it are text.
    ///
    /// The addresses of links and pictures are copied as they are: the caller must check them before it shows the HTML.
    ///
    /// - Parameter text: A text in the dialect of ``MarkdownDocument``.
    /// - Returns: HTML in UTF-8.
    package static func html(of text: String) -> [UInt8] {
        var html = HTMLWriter()
        for block in MarkdownDocument(parsing: text).blocks {
            write(block, isTight: false, to: &html)
            html.markup("\n")
        }
        return html.bytes
    }

    private static func write(_ block: MarkdownDocument.Block, isTight: Bool, to html: inout HTMLWriter) {
        switch block {
        case .heading(let level, let text): write(text, level, to: &html)
        case .paragraph(let text) where isTight: write(text, to: &html)
        case .paragraph(let text): write(text, in: "p", to: &html)
        case .quote(let blocks):
            html.markup("<blockquote>")
            for block in blocks { write(block, isTight: false, to: &html) }
            html.markup("</blockquote>")
        case .list(let list): write(list, to: &html)
        case .code(let code):
            html.markup("<pre dir=\"ltr\"><code>")
            html.text(code[...])
            html.markup("</code></pre>")
        case .table(let table): write(table, to: &html)
        case .rule: html.markup("<hr>")
        }
    }

    private static func write(_ text: InlineText, _ level: Int, to html: inout HTMLWriter) {
        switch level {
        case 1: write(text, in: "h1", to: &html)
        case 2: write(text, in: "h2", to: &html)
        case 3: write(text, in: "h3", to: &html)
        case 4: write(text, in: "h4", to: &html)
        case 5: write(text, in: "h5", to: &html)
        default: write(text, in: "h6", to: &html)
        }
    }

    private static func write(_ text: InlineText, in element: StaticString, to html: inout HTMLWriter) {
        html.markup("<")
        html.markup(element)
        html.markup(WritingDirection.mayBeRightToLeft(text.bytes) ? " dir=\"auto\">" : ">")
        write(text, to: &html)
        html.markup("</")
        html.markup(element)
        html.markup(">")
    }

    private static func write(_ list: MarkdownDocument.List, to html: inout HTMLWriter) {
        let start = list.start
        if let start {
            html.markup("<ol start=\"")
            html.number(start)
            html.markup("\">")
        } else {
            html.markup("<ul>")
        }
        for item in list.items {
            html.markup("<li>")
            var blocks = item
            if case .paragraph(let text)? = item.first, let mark = TaskMark(text) {
                html.text(mark.sign)
                blocks[0] = .paragraph(mark.rest)
            }
            for block in blocks { write(block, isTight: list.isTight, to: &html) }
            html.markup("</li>")
        }
        html.markup(start == nil ? "</ul>" : "</ol>")
    }

    private static func write(_ table: MarkdownDocument.Table, to html: inout HTMLWriter) {
        html.markup("<table><thead><tr>")
        for (cell, alignment) in zip(table.header, table.alignments) {
            html.markup("<th")
            write(cell, alignment, to: &html)
            html.markup("</th>")
        }
        html.markup("</tr></thead><tbody>")
        for row in table.rows {
            html.markup("<tr>")
            for (cell, alignment) in zip(row, table.alignments) {
                html.markup("<td")
                write(cell, alignment, to: &html)
                html.markup("</td>")
            }
            html.markup("</tr>")
        }
        html.markup("</tbody></table>")
    }

    private static func write(
        _ cell: InlineText,
        _ alignment: MarkdownDocument.Table.Alignment,
        to html: inout HTMLWriter
    ) {
        switch alignment {
        case .natural: html.markup(">")
        case .left: html.markup(" align=\"left\">")
        case .center: html.markup(" align=\"center\">")
        case .right: html.markup(" align=\"right\">")
        }
        write(cell, to: &html)
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
            case .image(let address, let alt):
                html.markup("<img")
                html.attribute("src", address)
                html.attribute("alt", text.text(alt))
                html.markup(">")
            case .softBreak: html.markup("\n")
            case .lineBreak: html.markup("<br>")
            }
        }
    }
}

/// The box before a task of a list: `[ ]` or `[x]`.
private struct TaskMark {
    let sign: String
    /// The text after it.
    let rest: InlineText

    init?(_ text: InlineText) {
        switch String(decoding: text.bytes.prefix(4), as: UTF8.self) {
        case "[ ] ": sign = "☐ "
        case "[x] ", "[X] ": sign = "☑ "
        default: return nil
        }
        rest = InlineParser.parse(Array(text.bytes.dropFirst(4)), .document)
    }
}
