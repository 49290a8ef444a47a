import AdaptiveCards
import Markup

extension HTMLDrawing {
    mutating func draw(_ block: TextBlock) {
        html.markup("<div class=\"ac-element ac-text")
        let style = ResolvedTextStyle(block)
        html.markup(HTMLClasses.size(style.size))
        html.markup(HTMLClasses.weight(style.weight))
        html.markup(HTMLClasses.color(style.color, isSubtle: style.isSubtle))
        if style.isMonospaced { html.markup(" ac-mono") }
        if !block.wrap { html.markup(" ac-nowrap") }
        writeClasses(block.common)
        endClasses(block.common)
        if block.style == .heading {
            html.markup(" role=\"heading\" aria-level=\"")
            html.number(environment.headingLevel)
            html.markup("\"")
        }
        html.markup(">")
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
        html.markup("<div class=\"ac-element")
        use(.codeBlock)
        writeClasses(block.common)
        endClasses(block.common)
        html.markup("><code class=\"ac-mono\" dir=\"ltr\">")
        html.text(block.lines.joined(separator: "\n"))
        html.markup("</code>")
        if environment.supportsInteractivity {
            html.markup("<button type=\"button\" data-copy>")
            html.text(environment.words.copy)
            html.markup("</button>")
        }
        html.markup("</div>")
    }

    mutating func draw(_ factSet: FactSet) {
        html.markup("<dl class=\"ac-element ac-facts")
        writeClasses(factSet.common)
        endClasses(factSet.common)
        html.markup(">")
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
            html.markup("<p")
            endTag(around: text.utf8)
            html.text(text)
            html.markup("</p>")
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
        html.begin(list)
        for item in list.items {
            html.markup("<li>")
            draw(item)
            html.markup("</li>")
        }
        html.end(list)
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
                    writeTarget(target)
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
