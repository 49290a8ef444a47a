import Markup

/// Writes a body as a complete HTML document.
struct BodyHTMLWriter {
    /// File names of the available pictures.
    let images: [ImageSource: String]
    private var html = HTMLWriter()

    /// Writes a document in UTF-8, with alternative texts for pictures without a file name; elements that were made
    /// from Markdown have a style sheet of their own, and colours of the sender make the page white in dark mode too.
    static func document(
        _ nodes: [SafeNode],
        images: [ImageSource: String],
        hasOwnColors: Bool,
        isMarkdown: Bool = false
    ) -> [UInt8] {
        var writer = BodyHTMLWriter(images: images)
        writer.html.markup(
            """
            <!DOCTYPE html>
            <html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data:; style-src \
            'unsafe-inline'; form-action 'none'; base-uri 'none'">
            <meta name="referrer" content="no-referrer">
            """
        )
        writer.html.markup(hasOwnColors ? Self.senderStyle : Self.systemStyle)
        writer.html.markup(Self.commonStyle)
        if isMarkdown { writer.html.markup(Self.markdownStyle) }
        writer.html.markup("</head><body dir=\"auto\">\n")
        writer.write(nodes)
        writer.html.markup("\n</body></html>\n")
        return writer.html.bytes
    }

    private static let senderStyle: StaticString = """
        <style>:root{color-scheme:light}body{margin:0;padding:12px;background:#fff;color:#1c1c1e;\
        font:15px/1.45 system-ui,sans-serif;overflow-wrap:break-word}img{max-width:100%;height:auto}\
        table{max-width:100%}pre{white-space:pre-wrap}</style>
        """
    private static let systemStyle: StaticString = """
        <style>:root{color-scheme:light dark}body{margin:0;padding:12px;font:15px/1.45 system-ui,sans-serif;\
        overflow-wrap:break-word}p{margin:0 0 .8em}img{max-width:100%;height:auto}pre{white-space:pre-wrap}</style>
        """

    /// Padding of table cells, because the style sheets with which senders set it are dropped, and the box around the
    /// alternative text of a picture that was not loaded.
    private static let commonStyle: StaticString = """
        <style>table:not([cellpadding])>*>tr>*{padding:2px 6px}.missing{display:inline-flex;gap:.5em;padding:2px 8px;\
        border:1px dashed color-mix(in srgb,currentcolor 45%,transparent);border-radius:6px;font-size:.875em}</style>
        """
    private static let markdownStyle: StaticString = """
        <style>h1{font-size:1.5em}h2{font-size:1.25em}h3{font-size:1.1em}h4,h5,h6{font-size:1em}\
        h1,h2,h3,h4,h5,h6{margin:1em 0 .5em;line-height:1.25}body>:first-child{margin-top:0}\
        ul,ol,blockquote,pre,table{margin:0 0 .8em}ul,ol{padding-inline-start:1.6em}\
        blockquote{margin-inline:0;padding-inline-start:12px;border-inline-start:3px solid \
        color-mix(in srgb,currentcolor 30%,transparent)}\
        code{font:.9em/1.4 ui-monospace,"SF Mono",Menlo,Consolas,monospace;padding:1px 4px;border-radius:4px;\
        background:color-mix(in srgb,currentcolor 10%,transparent)}\
        pre{padding:10px 12px;border-radius:8px;background:color-mix(in srgb,currentcolor 10%,transparent);\
        white-space:pre;overflow-x:auto}pre code{padding:0;background:none}\
        table{display:block;width:fit-content;overflow-x:auto;border-collapse:collapse}\
        table>*>tr>*{padding:4px 10px;border:1px solid color-mix(in srgb,currentcolor 25%,transparent)}\
        th:not([align]){text-align:start}hr{border:0;border-top:1px solid \
        color-mix(in srgb,currentcolor 25%,transparent);margin:1.2em 0}</style>
        """

    private mutating func write(_ nodes: [SafeNode]) {
        for node in nodes {
            switch node {
            case .text(let text): html.text(text)
            case .image(let source, let alt, let attributes): write(source, alt, attributes)
            case .element(let element, let attributes, let content):
                html.markup("<")
                html.text(element.rawValue)
                write(attributes)
                html.markup(">")
                if element.isVoid { continue }
                write(content)
                html.markup("</")
                html.text(element.rawValue)
                html.markup(">")
            }
        }
    }

    private mutating func write(_ source: ImageSource, _ alt: String, _ attributes: [SafeAttribute]) {
        guard let name = images[source] else {
            html.markup("<span class=\"missing\">")
            html.text(alt)
            return html.markup("</span>")
        }
        html.markup("<img src=\"images/")
        html.text(name)
        html.markup("\"")
        html.attribute("alt", alt)
        write(attributes)
        html.markup(">")
    }

    private mutating func write(_ attributes: [SafeAttribute]) {
        for attribute in attributes {
            html.markup(" ")
            html.text(attribute.name)
            html.markup("=\"")
            html.text(attribute.value)
            html.markup("\"")
        }
    }
}
