import Markup

/// Writes a body as a complete HTML document.
struct BodyHTMLWriter {
    /// The file names of the available pictures.
    let images: [ImageSource: String]
    private var html = HTMLWriter()

    /// Writes a document.
    ///
    /// - Parameters:
    ///   - nodes: The body.
    ///   - images: The file names of the available pictures; alternative texts replace the others.
    ///   - hasOwnColors: Whether the sender chose colours; the page is then white in dark mode too.
    /// - Returns: The document, in UTF-8.
    static func document(_ nodes: [SafeNode], images: [ImageSource: String], hasOwnColors: Bool) -> [UInt8] {
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

    private init(images: [ImageSource: String]) { self.images = images }

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
        guard let name = images[source] else { return html.text(alt) }
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
