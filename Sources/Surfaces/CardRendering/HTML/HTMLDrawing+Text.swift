import AdaptiveCards
import Markup

extension HTMLDrawing {
    mutating func draw(_ block: TextBlock) {
        let style = ResolvedTextStyle(block)
        begin("<div class=\"ac-element ac-text", block.common) { drawing in
            drawing.writeClass("ac-size-", style.size, unless: .default)
            drawing.writeClass("ac-weight-", style.weight, unless: .default)
            drawing.writeColor(style.color, isSubtle: style.isSubtle)
            if style.isMonospaced { drawing.html.markup(" ac-mono") }
            if !block.wrap { drawing.html.markup(" ac-nowrap") }
        } attributes: { drawing in
            guard block.style == .heading else { return }
            drawing.html.markup(" role=\"heading\"")
            drawing.html.attribute("aria-level", String(drawing.environment.headingLevel))
        }
        if block.wrap, let maxLines = block.maxLines {
            html.markup("<div class=\"ac-clamp")
            use(.lines(maxLines))
            html.markup("\">")
            drawBlocks(of: block.text)
            html.markup("</div>")
        } else {
            drawBlocks(of: block.text)
        }
        html.markup("</div>")
    }

    /// Draws code with the button that copies it; the page's script finds the code before the button.
    mutating func draw(_ block: CodeBlock) {
        begin("<div class=\"ac-element", block.common) { $0.use(.codeBlock) }
        html.write("<code class=\"ac-mono\" dir=\"ltr\">", block.lines.joined(separator: "\n"), "</code>")
        if environment.supportsInteractivity {
            html.write("<button type=\"button\" data-copy>", environment.words.copy, "</button>")
        }
        html.markup("</div>")
    }

    mutating func draw(_ factSet: FactSet) {
        begin("<dl class=\"ac-element ac-facts", factSet.common)
        for fact in factSet.facts {
            html.markup("<div class=\"ac-fact\"><dt>")
            drawPhrase(fact.title)
            html.markup("</dt><dd>")
            drawPhrase(fact.value)
            html.markup("</dd></div>")
        }
        html.markup("</dl>")
    }

    /// Draws a text as paragraphs and lists.
    private mutating func drawBlocks(of source: String) {
        let text = dates.expand(source)
        if RichText.isPlain(text) {
            directed("<p", text, "</p>")
            return
        }
        for block in MarkdownParser.parse(text).blocks {
            switch block {
            case .paragraph(let content):
                html.markup("<p")
                endTag(around: content.bytes)
                draw(content)
                html.markup("</p>")
            case .list(let list): draw(list)
            }
        }
    }

    private mutating func draw(_ list: RichText.List) {
        html.beginList(from: list.start)
        for item in list.items {
            html.markup("<li>")
            draw(item)
            html.markup("</li>")
        }
        html.endList(from: list.start)
    }

    /// Draws a text for places that allow only phrasing content: paragraphs and list items become lines.
    mutating func drawPhrase(_ source: String) {
        let text = dates.expand(source)
        guard !RichText.isPlain(text) else { return html.text(text) }
        for (index, line) in MarkdownParser.parse(text).lines.enumerated() {
            if index > 0 { html.markup("<br>") }
            html.text(line.marker)
            draw(line.text)
        }
    }

    private mutating func draw(_ content: InlineText) {
        var openLinks: [Bool] = []
        for event in content.events {
            switch event {
            case .text(let range): html.text(content.bytes[range])
            case .open(let emphasis): html.begin(emphasis)
            case .close(let emphasis): html.end(emphasis)
            case .openLink(let url):
                let target = environment.link(url)
                openLinks.append(target != nil)
                if let target {
                    html.markup("<a class=\"ac-link\"")
                    html.target(target.href, opensNewWindow: target.opensNewWindow)
                    html.markup(">")
                }
            case .closeLink: if openLinks.popLast() ?? false { html.markup("</a>") }
            case .softBreak: html.markup("\n")
            case .lineBreak: html.markup("<br>")
            // Cards have image elements of their own.
            case .image: break
            }
        }
    }
}
