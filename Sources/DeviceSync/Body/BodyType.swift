import CardRendering

/// What a body is written in.
enum BodyType: Hashable {
    case html, markdown, plain

    /// Reads a media type; what is unknown is plain text.
    init(_ mediaType: String) {
        let type = AttributeRule.trimmed(String(mediaType.prefix { $0 != ";" })).lowercased()
        switch type {
        case "text/html", "application/xhtml+xml": self = .html
        case "text/markdown", "text/x-markdown": self = .markdown
        default: self = .plain
        }
    }

    /// Reads a body.
    func nodes(of source: ArraySlice<UInt8>) -> [SafeNode] {
        switch self {
        case .html: BodyCleaner.clean(source)
        case .markdown: BodyCleaner.clean(MarkdownHTML.html(of: String(decoding: source, as: UTF8.self)))
        case .plain: PlainTextBody.nodes(of: String(decoding: source, as: UTF8.self))
        }
    }
}
