/// The elements that the body of a message may have.
///
/// None of them runs, sends or fetches anything. What is not here is left out, and what it holds stays unless it is one
/// of ``vanishing``.
enum SafeElement: String, Hashable, Sendable, CaseIterable {
    case a, abbr, address, article, aside, b, bdi, bdo, big, blockquote, br, caption, center, cite, code, col, colgroup
    case dd, del, details, dfn, div, dl, dt, em, figcaption, figure, font, footer, h1, h2, h3, h4, h5, h6, header, hr
    case i, ins, kbd, li, main, mark, ol, p, pre, q, s, samp, section, small, span, strike, strong, sub, summary, sup
    case table, tbody, td, tfoot, th, thead, time, tr, tt, u, ul, wbr
    case variable = "var"

    /// Elements whose content goes with them: it is no text for people, or it means nothing without the element.
    static let vanishing: Set<String> = [
        "script", "style", "template", "iframe", "frame", "frameset", "noframes", "object", "embed", "applet", "audio",
        "video", "canvas", "svg", "math", "select", "datalist", "option", "textarea", "input", "title", "head", "meta",
        "link", "base", "map", "area", "portal", "xmp", "plaintext", "listing", "param", "source", "track", "isindex",
    ]

    /// Whether it has no content and no end.
    var isVoid: Bool {
        switch self {
        case .br, .col, .hr, .wbr: true
        default: false
        }
    }

    /// Whether what stands in it begins and ends a line of text.
    var breaksLine: Bool {
        switch self {
        case .address, .article, .aside, .blockquote, .center, .dd, .details, .div, .dl, .dt, .figcaption, .figure,
            .footer, .h1, .h2, .h3, .h4, .h5, .h6, .header, .hr, .li, .main, .ol, .p, .pre, .section, .summary, .table,
            .tr, .ul, .caption:
            true
        default: false
        }
    }

    /// Whether an empty line sets it apart from what stands around it.
    var breaksParagraph: Bool {
        switch self {
        case .blockquote, .h1, .h2, .h3, .h4, .h5, .h6, .p, .pre, .ul, .ol, .table, .dl, .figure: true
        default: false
        }
    }
}
