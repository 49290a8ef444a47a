/// Converts Markdown outside of cards, such as the body of a message, to HTML.
package enum MarkdownHTML {
    /// Converts a text to HTML, in which its tags are text, with the URLs of links and pictures unchanged: the caller
    /// must check them before it shows the HTML.
    package static func html(of text: String) -> [UInt8] { html(of: text, headingLevel: nil, links: nil) }

    /// Converts a text for a page of this program to HTML, in which its tags are text and its pictures links.
    ///
    /// Its highest headings have the given level. A link for whose URL `target` returns no target becomes its text, so
    /// that there are no URLs except those of ``MarkdownLink``s.
    package static func html(
        of text: String,
        headingLevel: Int,
        target: @escaping (String) -> MarkdownLink?
    ) -> [UInt8] {
        html(of: text, headingLevel: headingLevel, links: target)
    }

    private static func html(
        of text: String,
        headingLevel: Int?,
        links: ((String) -> MarkdownLink?)?
    ) -> [UInt8] {
        let blocks = MarkdownDocument(parsing: text).blocks
        let levels = blocks.compactMap { block in
            if case .heading(let level, _) = block { level } else { nil }
        }
        let shift = headingLevel.map { $0 - (levels.min() ?? 1) } ?? 0
        var converter = MarkdownConverter(headingShift: shift, links: links)
        for block in blocks { converter.writeTopLevel(block) }
        return converter.html.bytes
    }
}

/// The target of a Markdown link on a page.
package struct MarkdownLink: Hashable, Sendable {
    /// The URL in the page.
    package var href: String
    /// `true` if the link opens a new window, as links to other sites should.
    package var opensNewWindow: Bool

    package init(href: String, opensNewWindow: Bool) {
        self.href = href
        self.opensNewWindow = opensNewWindow
    }
}

/// Writes the blocks of a document.
private struct MarkdownConverter {
    private(set) var html = HTMLWriter()
    /// The number that is added to the level of each heading.
    let headingShift: Int
    /// Returns the target of a URL; `nil` to copy URLs and to keep pictures.
    let links: ((String) -> MarkdownLink?)?
    /// `true` if the open link has a target.
    var isLinkOpen = false

    mutating func writeTopLevel(_ block: MarkdownDocument.Block) {
        write(block, isTight: false)
        html.markup("\n")
    }

    private mutating func write(_ block: MarkdownDocument.Block, isTight: Bool) {
        switch block {
        case .heading(let level, let text): write(text, level)
        case .paragraph(let text) where isTight: write(text)
        case .paragraph(let text): write(text, in: "p")
        case .quote(let blocks):
            html.markup("<blockquote>")
            for block in blocks { write(block, isTight: false) }
            html.markup("</blockquote>")
        case .list(let list): write(list)
        case .code(let code):
            html.markup("<pre dir=\"ltr\"><code>")
            html.text(code[...])
            html.markup("</code></pre>")
        case .table(let table): write(table)
        case .rule: html.markup("<hr>")
        }
    }

    private mutating func write(_ text: InlineText, _ level: Int) {
        switch level + headingShift {
        case ...1: write(text, in: "h1")
        case 2: write(text, in: "h2")
        case 3: write(text, in: "h3")
        case 4: write(text, in: "h4")
        case 5: write(text, in: "h5")
        default: write(text, in: "h6")
        }
    }

    private mutating func write(_ text: InlineText, in element: StaticString) {
        html.markup("<")
        html.markup(element)
        html.markup(WritingDirection.mayBeRightToLeft(text.bytes) ? " dir=\"auto\">" : ">")
        write(text)
        html.markup("</")
        html.markup(element)
        html.markup(">")
    }

    private mutating func write(_ list: MarkdownDocument.List) {
        html.beginList(from: list.start)
        for item in list.items {
            html.markup("<li>")
            var blocks = item
            if case .paragraph(let text)? = item.first, let mark = TaskMark(text) {
                html.text(mark.sign)
                blocks[0] = .paragraph(mark.rest)
            }
            for block in blocks { write(block, isTight: list.isTight) }
            html.markup("</li>")
        }
        html.endList(from: list.start)
    }

    private mutating func write(_ table: MarkdownDocument.Table) {
        html.markup("<table><thead><tr>")
        for (cell, alignment) in zip(table.header, table.alignments) {
            html.markup("<th")
            write(cell, alignment)
            html.markup("</th>")
        }
        html.markup("</tr></thead><tbody>")
        for row in table.rows {
            html.markup("<tr>")
            for (cell, alignment) in zip(row, table.alignments) {
                html.markup("<td")
                write(cell, alignment)
                html.markup("</td>")
            }
            html.markup("</tr>")
        }
        html.markup("</tbody></table>")
    }

    private mutating func write(_ cell: InlineText, _ alignment: MarkdownDocument.Table.Alignment) {
        switch alignment {
        case .natural: html.markup(">")
        case .left: html.markup(" align=\"left\">")
        case .center: html.markup(" align=\"center\">")
        case .right: html.markup(" align=\"right\">")
        }
        write(cell)
    }

    private mutating func write(_ text: InlineText) {
        for event in text.events {
            switch event {
            case .text(let range): html.text(text.bytes[range])
            case .open(let emphasis): html.begin(emphasis)
            case .close(let emphasis): html.end(emphasis)
            case .openLink(let address): openLink(address)
            case .closeLink: closeLink()
            case .image(let address, let alt): write(imageAt: address, text.text(alt))
            case .softBreak: html.markup("\n")
            case .lineBreak: html.markup("<br>")
            }
        }
    }

    private mutating func openLink(_ address: String) {
        let target = links.map { $0(address) } ?? MarkdownLink(href: address, opensNewWindow: false)
        guard let target else { return }
        html.markup("<a")
        html.target(target.href, opensNewWindow: target.opensNewWindow)
        html.markup(">")
        isLinkOpen = true
    }

    private mutating func closeLink() {
        if links == nil || isLinkOpen { html.markup("</a>") }
        isLinkOpen = false
    }

    private mutating func write(imageAt address: String, _ alternative: String) {
        if links == nil {
            html.markup("<img")
            html.attribute("src", address)
            html.attribute("alt", alternative)
            html.markup(">")
            return
        }
        // Within a link, the text of the picture is part of that link.
        let isWithinLink = isLinkOpen
        if !isWithinLink { openLink(address) }
        html.text(alternative.isEmpty ? address : alternative)
        if !isWithinLink { closeLink() }
    }
}

/// The check box before an item of a task list: `[ ]` or `[x]`.
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
